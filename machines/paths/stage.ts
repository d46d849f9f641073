import { createEmptyActor, type AnyActorScope, type EventObject } from 'xstate'

const nobody = createEmptyActor()
const parent = createEmptyActor()
/** A chart inside another one: xstate looks for that in `_parent`. */
const child = Object.assign(Object.create(nobody), { _parent: parent }) as typeof nobody

interface Sending {
  to: unknown
  event: EventObject
}

/**
 * Where a chart is asked for its next state and nothing happens; the messages that it would show are collected, and the events
 * that it would send to the chart around it.
 */
export const stage = (messages: string[] = [], sent: EventObject[] = []): AnyActorScope => ({
  self: child,
  logger: () => {},
  id: '',
  sessionId: '',
  defer: () => {},
  system: nobody.system,
  stopChild: () => {},
  emit: () => {},
  actionExecutor: ({ type, params }) => {
    if (type === 'xstate.sendTo') {
      const { to, event } = params as unknown as Sending // as xstate resolves it
      if (to === parent) sent.push(event)
    }
    const text: unknown = params && 'text' in params ? params.text : undefined
    if (type.startsWith('notify') && typeof text === 'string') messages.push(text)
  },
})
