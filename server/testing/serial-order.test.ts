import { expect, it } from 'vitest'

import { findUnexplained, type Operation } from './serial-order.ts'

type Places = Operation<number>

const call = (
  client: number,
  sent: number,
  answered: number,
  name: string,
  apply: Places['apply'],
): Places => ({
  client,
  sent,
  answered,
  name,
  apply,
})
const take = (client: number, sent: number, answered: number) =>
  call(client, sent, answered, 'take', (left) => (left > 0 ? left - 1 : null))
const soldOut = (client: number, sent: number, answered: number) =>
  call(client, sent, answered, 'sold out', (left) => (left === 0 ? left : null))
const release = (client: number, sent: number, answered: number) =>
  call(client, sent, answered, 'release', (left) => left + 1)

it.each([
  ['no calls', []],
  ['the last place taken, then sold out', [take(1, 1, 2), soldOut(2, 3, 4)]],
  ['sold out while the last place is taken', [soldOut(2, 1, 4), take(1, 2, 3)]],
  ['a place that is taken again while it is released', [take(1, 1, 2), take(2, 3, 6), release(1, 4, 5)]],
  ['sold out while a place is released', [take(1, 1, 2), release(1, 3, 6), soldOut(2, 4, 5), take(3, 7, 8)]],
])('explains %s', (_, operations) => {
  expect(findUnexplained(operations, 1)).toBeNull()
})

it.each([
  ['the last place taken twice', [take(1, 1, 3), take(2, 2, 4)], 'take'],
  ['sold out before the last place is taken', [soldOut(2, 1, 2), take(1, 3, 4)], 'sold out (client 2)'],
  ['sold out after a place is released', [take(1, 1, 2), release(1, 3, 4), soldOut(2, 5, 6)], 'sold out'],
  ['one client that goes back in time', [release(1, 3, 4), soldOut(1, 1, 2)], 'sold out'],
])('does not explain %s', (_, operations, left) => {
  expect(findUnexplained(operations, 1)?.join()).toContain(left)
})

it('explains a long history of many clients', () => {
  const calls = Array.from({ length: 4000 }, (_, i) => {
    const [client, sent] = [i % 8, 10 * Math.floor(i / 8) + (i % 8)]
    return Math.floor(i / 8) % 2 ? release(client, sent, sent + 5) : take(client, sent, sent + 9)
  })
  expect(findUnexplained(calls, 8)).toBeNull()
})
