import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { codeFor, reserved, userCall } from '#server/testing/buyers.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
let guest: Visitor
let express: Visitor
beforeAll(async () => {
  shop = await createTestShop()
  guest = await reserved(shop)
  express = await reserved(shop, { organiser: { is_express: true } })
  const accounts = pairs.map(([email = '']) => ({ email, first_name: 'Ada', last_name: 'Lovelace' }))
  await shop.db.insertInto('users').values(accounts).execute()
})
afterAll(() => shop.close())

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Names of mailboxes, the same each time. */
const names = fc.sample(
  fc.string({
    unit: fc.constantFrom(...letters, '.', '+', '-', "'"),
    minLength: 1,
    maxLength: 30,
  }),
  { seed: 8, numRuns: 100 },
)

/** Emails of the same form and length; the first one has an account. */
const pairs = names.map((name, index) => [`k${index}${name}k@example.com`, `u${index}${name}u@example.com`])

const detailsOf = (email: string) => ({ email, fullname: 'Grace Hopper' })

/** The calls that take an email from somebody who has not proven it. */
const calls: Record<string, (email: string) => ReturnType<Visitor['post']>> = {
  send: (email) => userCall(guest, 'send_one_time_code', { email }),
  'check a wrong code': async (email) => {
    const code = (await codeFor(shop, email)) === '123456' ? '654321' : '123456'
    return userCall(guest, 'check_one_time_code', { email, code })
  },
  'check no code': (email) => userCall(guest, 'check_one_time_code', { email, code: 'abc' }),
  'save a guest': (email) => call(guest, 'save_guest_to_sale', detailsOf(email)),
  'save an express guest': (email) => call(express, 'save_guest_to_sale', detailsOf(email)),
}

it('gets 1,000 replies of the same text, status and size for emails with and without an account [S8]', async () => {
  let count = 0
  for (const emails of pairs) {
    await shop.db.deleteFrom('limit_counters').execute()
    const replies = []
    for (const email of emails) {
      const reply: Record<string, unknown> = {}
      for (const [name, ask] of Object.entries(calls)) {
        const { status, text } = await ask(email)
        reply[name] = [status, text]
        count += 1
      }
      replies.push(reply)
    }
    expect(replies[0], emails.join(', ')).toEqual(replies[1])
    expect(JSON.stringify(replies), emails.join(', ')).not.toMatch(/has_account|Lovelace/)
  }
  expect(count).toBe(1_000)
})

it('shows an express guest the same checkout with and without an account [S8]', async () => {
  const views = []
  for (const email of pairs[0] ?? []) {
    await call(express, 'save_guest_to_sale', detailsOf(email))
    const view = JSON.stringify(await checkoutOf(express)).replaceAll(email, 'the email')
    views.push({ ...JSON.parse(view), seconds_remaining: 0, server_time: '' })
  }
  expect(views[0]).toEqual(views[1])
})
