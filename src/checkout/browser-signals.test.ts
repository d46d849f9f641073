// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createActor, setup, type AnyActorRef } from 'xstate'
import { browserSignals } from './browser-signals.ts'

let page: AnyActorRef
afterEach(() => {
  page.stop()
  vi.restoreAllMocks()
})

/** A chart that records what the browser tells it. */
function listen() {
  const told: string[] = []
  const machine = setup({ actors: { browserSignals } }).createMachine({
    invoke: { src: 'browserSignals' },
    on: { '*': { actions: ({ event }) => told.push(event.type) } },
  })
  page = createActor(machine).start()
  return told
}

function turn(visibilityState: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

const comeBack = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

it('tells when the tab becomes visible, and not when it is left [CONT-60]', () => {
  const told = listen()
  turn('hidden')
  expect(told).toEqual([])
  turn('visible')
  expect(told).toEqual(['page.shown'])
})

it('tells when the network is back', () => {
  const told = listen()
  window.dispatchEvent(new Event('online'))
  expect(told).toEqual(['page.shown'])
})

it('tells of a page that comes back as it was left, and not of one that has just been loaded', () => {
  const told = listen()
  comeBack(false)
  expect(told).toEqual([])
  comeBack(true)
  expect(told).toEqual(['page.restored'])
})

it('tells nothing once the chart has ended', () => {
  const told = listen()
  page.stop()
  turn('visible')
  window.dispatchEvent(new Event('online'))
  comeBack(true)
  expect(told).toEqual([])
})
