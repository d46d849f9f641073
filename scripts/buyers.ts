import { randomUUID } from 'node:crypto'

import { shapes, type ShapeName } from '#sandbox/basket-shapes.ts'
import { takeTo, UnreachableStep, type ScriptedBuyer } from '#sandbox/scripted-buyer.ts'
import type { Visitor } from '#sandbox/visitor.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'

/**
 * `npm run buyers -- FOLDER 500`: lets so many scripted buyers buy, give up and fail in a new sandbox in a folder, with times of its own
 * clock, to look at the figures: `DATA_DIR=FOLDER npm start`, then `/statechart/figures/`. The second half meets another release,
 * whose account step takes longer. The same numbers come out each time.
 */
const [folder, count = '500'] = process.argv.slice(2)
if (!folder) throw new Error('Use npm run buyers -- FOLDER 500')

/** The usual seconds of a step. */
const seconds: Record<Step, number> = {
  basket: 45,
  reserve: 1,
  captcha: 12,
  donation: 20,
  gift_aid: 35,
  login: 55,
  marketing_preferences: 9,
  delivery_address: 50,
  ticket_questions_before: 40,
  payment: 60,
  awaiting_truelayer: 25,
  deliver_tickets: 4,
  ticket_questions_after: 45,
  waiver: 30,
  after_sale_messages: 12,
  order_completed: 0,
}

/** How many of a hundred give up at a step. */
const leaving: Partial<Record<Step, number>> = {
  basket: 22,
  donation: 3,
  login: 9,
  delivery_address: 6,
  payment: 8,
}

const bought: ShapeName[] = [
  'paid',
  'charity',
  'express',
  'marketing',
  'questions_before',
  'questions_after',
  'messages',
  'free',
  'delivery_alone',
]

/** Steps that few baskets have, or one lacks. */
const isIn: Partial<Record<Step, (shape: ShapeName) => boolean>> = {
  donation: (shape) => shape === 'charity',
  delivery_address: (shape) => shape === 'delivery_alone',
  login: (shape) => shape !== 'express',
}

/** Numbers from 0 to 1, the same in each run. */
let seed = 21
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const happens = (percent: number) => random() * 100 < percent

/** Where a buyer ends; most buy. */
function endOf(shape: ShapeName): Step {
  for (const [step, percent] of Object.entries(leaving) as [Step, number][])
    if (happens(percent) && (isIn[step]?.(shape) ?? true)) return step
  return 'order_completed'
}

async function buy(shop: TestShop, shape: ShapeName, slow: Partial<Record<Step, number>>): Promise<void> {
  const visitor = await shop.visitor()
  await addTo(visitor, shape)
  const pass = (step: Step) =>
    // Most are quick, and some take many times as long
    moveShopTime(
      shop.db,
      Math.ceil(seconds[step] * (slow[step] ?? 1) * (0.4 + 1.6 * random() ** 3 + random() / 2)),
    )
  const email = `buyer.${randomUUID()}@example.com`
  const buyer: ScriptedBuyer = {
    visitor,
    isMember: false,
    email,
    name: 'Ada Lovelace',
    bank: 'pay',
    pause: async (step) => {
      await pass(step)
      if (step === 'payment' && happens(7)) await decline(visitor)
    },
    proveEmail: () => prove(visitor, email),
  }
  const end = endOf(shape)
  const atBank = shape === 'paid' && end === 'order_completed' && happens(40)
  try {
    await takeTo(buyer, atBank ? 'awaiting_truelayer' : end)
  } catch (error) {
    // Who meets an error gives up
    if (error instanceof UnreachableStep) return
    throw error
  }
  if (!atBank) return
  await pass('awaiting_truelayer')
  await visitor.post('/ajax/checkout/checkout/get_truelayer_status/')
  for (const state of ['deliver_tickets', 'order_completed'])
    await visitor.post('/ajax/checkout/checkout/update_basket_state/', { state })
}

function addTo(visitor: Visitor, shape: ShapeName) {
  const ticket = shapes[shape].tickets.map(({ event, date, key, qty }) => ({
    ticket: `${event}|${date}|${key}|0`,
    qty,
    vz_id: null,
    has_offer: false,
  }))
  return visitor.post('/do/checkout/add/', { ticket })
}

/** The card form has sent a payment that the provider does not know. */
const decline = (visitor: Visitor) =>
  visitor.post('/ajax/checkout/checkout/pay_with_card/', {
    payment_method_id: 'pm_none',
    attempt: randomUUID(),
  })

async function prove(visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/ajax/user/user/send_one_time_code/', { email })
  const { code } = (await visitor.get(`/sandbox/code?email=${email}`)).json
  await visitor.post('/ajax/user/user/check_one_time_code/', { email, code })
}

const half = Math.ceil(Number(count) / 2)
for (const [release, slow] of [
  ['v1.4', {}],
  ['v1.5', { login: 2 }],
] as const) {
  const shop = await createTestShop({ dataDir: folder, release })
  // Some tickets would be sold out
  await shop.db.updateTable('pools').set({ capacity: 100_000 }).execute()
  for (let one = 0; one < half; one++) await buy(shop, bought[one % bought.length] ?? 'paid', slow)
  await shop.db.updateTable('sale_tickets').set({ held_qty: 0 }).execute()
  // The catalogue of the sandbox, which is added again at its start, has fewer places
  await shop.db.updateTable('pools').set({ sold: 0, held: 0 }).execute()
  await shop.close()
}
