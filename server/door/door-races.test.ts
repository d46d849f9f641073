import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { steward, ticketsFor } from '#server/testing/doors.ts'
import { offer } from '#server/testing/offers.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

import { createDoorLink } from './door-links.ts'

let shops: TwoShops
let stop: () => Promise<void>
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop())

async function twoStewards() {
  const [first, second] = shops
  const event = await offer(first.db)
  const secret = await createDoorLink(first.db, event.id)
  const [ticket] = await ticketsFor(first, event)
  const stewards = [await steward(first, event, secret), await steward(second, event, secret)] as const
  return { code: ticket?.code ?? '', stewards }
}

const answers = (replies: { json: { answer: string } }[]) => replies.map(({ json }) => json.answer).sort()

it('admits one code once, scanned ten times at the same moment on two shop processes', async () => {
  const { code, stewards } = await twoStewards()
  const replies = await times(10, (index) => stewards[index % 2 === 0 ? 0 : 1].check(code))
  expect(answers(replies)).toEqual([...Array(9).fill('used'), 'valid'])
})

it('answers the same scan alike, asked ten times at the same moment', async () => {
  const { code, stewards } = await twoStewards()
  const scan = randomUUID()
  const replies = await times(10, (index) => stewards[index % 2 === 0 ? 0 : 1].check(code, scan))
  expect(answers(replies)).toEqual(Array(10).fill('valid'))
  expect((await stewards[0].check(code)).json).toMatchObject({ answer: 'used', admitted: 1 })
})
