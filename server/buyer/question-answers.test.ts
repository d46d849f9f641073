import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { guest, member, openSale, reservedOf, saleOf } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** An event with questions: name and size per ticket, consent and a free text once per basket. */
async function askingEvent(set: 'before' | 'after' = 'before'): Promise<Offered> {
  const event = await offer(shop.db, { tickets: { adult: { price: 0 } } })
  const question = { event_id: event.id, before_or_after: set, ticket_type_id: null, mandatory: false }
  await shop.db
    .insertInto('questions')
    .values([
      { ...question, id: `${event.id}-name`, question: 'Name?', type: 'text', mandatory: true },
      { ...question, id: `${event.id}-size`, question: 'Size?', type: 'dropdown', options: ['S', 'L'] },
      {
        ...question,
        id: `${event.id}-consent`,
        question: 'Agreed?',
        type: 'checkbox',
        mandatory: true,
        once_per_checkout: true,
      },
      { ...question, id: `${event.id}-word`, question: 'Else?', type: 'text', once_per_checkout: true },
    ])
    .execute()
  return event
}

const key = (event: Offered, question: string, copy: number) =>
  `${event.ticket()}_${event.id}-${question}_${copy}`
const once = (event: Offered, question: string) => `basket_${event.id}-${question}`
const complete = (event: Offered): Fields => ({
  [key(event, 'name', 1)]: 'Ada',
  [key(event, 'name', 2)]: '  Grace  ',
  [key(event, 'size', 2)]: 'L',
  [once(event, 'consent')]: true,
})
const save = (visitor: Visitor, answers: Fields, before_or_after = 'before') =>
  call(visitor, 'save_question_answers', { answers, before_or_after })
const answersOf = async (visitor: Visitor) => {
  const { id } = await saleOf(shop, visitor)
  return shop.db
    .selectFrom('answers')
    .select(['question_id', 'ticket_type_id', 'copy', 'answer'])
    .where('sale_id', '=', id)
    .orderBy('question_id')
    .orderBy('copy')
    .execute()
}

describe('the answers before payment', () => {
  it('are saved per copy of a ticket and once per basket [CALL-30, QUES-20..22, OPEN-82]', async () => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    const reply = await save(visitor, complete(event))
    expect([reply.status, reply.json]).toEqual([200, { questions_set: true }])
    const ticket = event.ticket()
    expect(await answersOf(visitor)).toEqual([
      { question_id: `${event.id}-consent`, ticket_type_id: '', copy: 0, answer: 'true' },
      { question_id: `${event.id}-name`, ticket_type_id: ticket, copy: 1, answer: 'Ada' },
      { question_id: `${event.id}-name`, ticket_type_id: ticket, copy: 2, answer: 'Grace' },
      { question_id: `${event.id}-size`, ticket_type_id: ticket, copy: 2, answer: 'L' },
    ])
  })

  it('are sent to their buyer, who finds them again after a reload, until a sign-out, and to nobody with a shared link', async () => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    await save(visitor, complete(event))
    expect((await checkoutOf(visitor)).saved_answers).toEqual({
      [key(event, 'name', 1)]: 'Ada',
      [key(event, 'name', 2)]: 'Grace',
      [key(event, 'size', 2)]: 'L',
      [once(event, 'consent')]: 'true',
    })
    await call(visitor, 'logout_of_sale')
    expect((await checkoutOf(visitor)).saved_answers).toEqual({})
    await save(visitor, complete(event))
    const stranger = await shop.visitor()
    await openSale(shop, stranger, (await saleOf(shop, visitor)).id)
    expect((await checkoutOf(stranger)).saved_answers).toEqual({})
  })

  it('are replaced when they are saved again', async () => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    await save(visitor, complete(event))
    await save(visitor, { ...complete(event), [key(event, 'name', 1)]: 'Mary', [key(event, 'size', 2)]: '' })
    expect((await answersOf(visitor)).map(({ answer }) => answer)).toEqual(['true', 'Mary', 'Grace'])
  })

  it.each<[string, (event: Offered) => Fields]>([
    ['a mandatory answer for one copy is missing', (event) => ({ [key(event, 'name', 2)]: '' })],
    ['a mandatory answer is blank', (event) => ({ [key(event, 'name', 1)]: '   ' })],
    ['a mandatory box is not ticked', (event) => ({ [once(event, 'consent')]: false })],
    ['a choice is not one of the options', (event) => ({ [key(event, 'size', 1)]: 'XL' })],
    ['the value of a box is not a boolean', (event) => ({ [once(event, 'consent')]: 'perhaps' })],
    ['an answer is too long', (event) => ({ [once(event, 'word')]: 'x'.repeat(1001) })],
    ['an answer has no question', () => ({ other_question_1: 'x' })],
    ['an answer is for a copy that does not exist', (event) => ({ [key(event, 'name', 3)]: 'x' })],
    ['an answer per copy is sent once for the basket', (event) => ({ [once(event, 'name')]: 'x' })],
    [
      'an answer contains a card number',
      (event) => ({ [once(event, 'word')]: 'card 4242 4242-4242 4242, thanks' }),
    ],
    ['an answer is nested', (event) => ({ [once(event, 'word')]: { deep: 'x' } })],
  ])('are rejected, and the saved ones kept, when %s', async (_, changes) => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    await save(visitor, complete(event))
    const before = await answersOf(visitor)
    const reply = await save(visitor, { ...complete(event), ...changes(event) })
    expect([reply.status, typeof reply.json.message]).toEqual([422, 'string'])
    expect(await answersOf(visitor)).toEqual(before)
  })

  it('may contain long numbers that are not card numbers', async () => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    const reply = await save(visitor, {
      ...complete(event),
      [once(event, 'word')]: '+44 20 7946 0000, ref 1234567890123',
    })
    expect(reply.status).toBe(200)
  })

  it("are rejected for another basket's questions [S21]", async () => {
    const [event, other] = [await askingEvent(), await askingEvent()]
    const visitor = await reservedOf(shop, event)
    expect((await save(visitor, { ...complete(event), ...complete(other) })).status).toBe(422)
  })

  it('need a reserved basket and a valid set [S18]', async () => {
    const event = await askingEvent()
    const visitor = await reservedOf(shop, event)
    expect((await save(visitor, complete(event), 'during')).status).toBe(422)
    await call(visitor, 'destroy_sale')
    expect((await save(visitor, complete(event))).status).toBe(409)
    expect((await save(await shop.visitor(), {})).status).toBe(409)
  })
})

describe('the answers after payment', () => {
  it('are saved only for a paid order [QUES-13] [S18]', async () => {
    const event = await askingEvent('after')
    const visitor = await reservedOf(shop, event)
    expect((await save(visitor, complete(event), 'after')).status).toBe(404)
    const { visitor: buyer } = await paid(event)
    expect((await save(buyer, complete(event), 'before')).status).toBe(409)
    expect((await save(buyer, complete(event), 'after')).json).toEqual({ questions_set: true })
    expect(await answersOf(buyer)).toHaveLength(4)
  })

  it('can be saved twice simultaneously', async () => {
    const event = await askingEvent('after')
    const { visitor } = await paid(event)
    const replies = await Promise.all([1, 2, 3].map(() => save(visitor, complete(event), 'after')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  async function paid(event: Offered) {
    const { visitor, email } = await member(shop, {}, event)
    const reply = await call(visitor, 'claim_free_tickets', { email })
    if (reply.status !== 200) throw new Error(reply.text)
    return { visitor }
  }
})

it('saves an empty set for a basket without questions', async () => {
  const { visitor } = await guest(shop)
  expect((await save(visitor, {})).json).toEqual({ questions_set: true })
})
