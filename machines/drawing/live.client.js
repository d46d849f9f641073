/* Runs in a checkout that was opened with `?inspect`, before its scripts: tells the page of the charts in another tab what goes on, by names and times alone. Plain DOM, no module. */
;(() => {
  const channel = new BroadcastChannel('statecharts')
  const load = String(performance.timeOrigin)
  const running = new Map()
  const before = window.onPageEvent

  window.onPageEvent = (inspected) => {
    before?.(inspected)
    const { type, actorRef, event, snapshot } = inspected
    if (type !== '@xstate.snapshot' || !snapshot.machine) return
    const chart = snapshot.machine.id
    const actor = `${chart} ${actorRef.sessionId}`
    const told = {
      load,
      actor,
      chart,
      event: event.type,
      states: snapshot._nodes.map(({ path }) => [chart, ...path].join('.')),
      isRunning: snapshot.status === 'active',
      seconds: chart === 'countdown' ? snapshot.context.secondsRemaining : null,
    }
    if (told.isRunning) running.set(actor, told)
    else running.delete(actor)
    channel.postMessage(told)
  }

  // The page of the charts was opened later
  channel.addEventListener('message', ({ data }) => {
    if (data === 'who is there?') for (const told of running.values()) channel.postMessage(told)
  })
})()
