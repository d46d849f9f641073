import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { keepAliveTimeout, stoppable } from './shutdown.ts'

const limits = { drainMs: 1_000, keptMs: 3_000, boundMs: 9_500 }
const question = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'

let server: Server
let stop: ReturnType<typeof stoppable>
let answer: (reply: ServerResponse) => void

beforeEach(async () => {
  answer = (reply) => void reply.end('answered')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = createServer({ keepAliveTimeout }, (_, reply) => answer(reply))
  stop = stoppable(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
})

const open = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1')

it('answers a request that has arrived on a kept connection, although a busy shop reads it only when it closes [C13]', async () => {
  const socket = open()
  socket.write(question)
  expect(String((await once(socket, 'data'))[0])).toContain('answered')
  const stopped = stop(limits)
  // Both before the shop reads anything, as if it had been busy for a second.
  socket.write(question)
  vi.advanceTimersByTime(limits.drainMs)
  expect(await text(socket)).toContain('answered')
  await stopped
})

it('answers requests on all connections that were opened while the shop was busy, although it closes [C13]', async () => {
  const stopped = stop(limits)
  const sockets = Array.from({ length: 20 }, open)
  for (const socket of sockets) socket.write(question)
  // Node connects in the next tick; the shop has accepted nothing yet.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  vi.advanceTimersByTime(limits.drainMs)
  for (const answer of await Promise.all(sockets.map(text))) expect(answer).toContain('answered')
  await stopped
})

it('answers a request on a kept connection two seconds after the stop [C13]', async () => {
  const socket = open()
  socket.write(question)
  await once(socket, 'data')
  const stopped = stop(limits)
  await pass(limits.drainMs)
  expect(server.listening).toBe(false)
  await pass(1_000)
  socket.write(question)
  expect(await text(socket)).toContain('answered')
  await stopped
})

it('ends when a reply ends that was begun before the stop [C13]', async () => {
  const finishing = Promise.withResolvers<void>()
  answer = (reply) => {
    reply.write('first half, ')
    void finishing.promise.then(() => reply.end('second half'))
  }
  const socket = open()
  socket.write(question)
  await once(socket, 'data')
  const stopped = stop(limits)
  await pass(limits.drainMs)
  await pass(limits.keptMs)
  finishing.resolve()
  expect(await text(socket)).toContain('second half')
  await stopped
})

/** Lets time pass, and then everything happen that was due. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}
