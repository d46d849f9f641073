import { afterAll, beforeAll, expect, it } from 'vitest'

import { newEmail } from '#server/testing/buyers.ts'
import { person, type Page } from '#server/testing/browser.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Forms that answer with another page, by what they are called. */
const forms: [string, string, string, (email: string) => Record<string, string>, RegExp][] = [
  ['order look-up', '/orders/', '/orders/', (email) => ({ order: email }), /Type your code/],
  [
    'order look-up without an order',
    '/orders/',
    '/orders/',
    () => ({ order: '?' }),
    /Please type an order reference/,
  ],
  ['sign-in', '/signin/', '/signin/', (email) => ({ email }), /We sent a six-digit code/],
  ['sign-in without an address', '/signin/', '/signin/', () => ({ email: '?' }), /valid email address/],
  ['newsletter', '/mailing-list', '/mailing-list', (email) => ({ email }), /Check your email/],
  [
    'newsletter without an address',
    '/mailing-list',
    '/mailing-list',
    () => ({ email: '?' }),
    /valid email address/,
  ],
]

it.each(forms)(
  'answers the form of the %s at an address of its own, so that Back does not ask to send it again',
  async (_, from, action, fieldsOf, answer) => {
    const [someone, email] = [await person(shop), newEmail()]
    const shown = await someone.send(from, action, fieldsOf(email))
    expect(shown.html).toMatch(answer)
    const address = addressOf(shown)
    expect(address).not.toContain(email)
    expect(Buffer.from(address.split('form=')[1] ?? '', 'base64url').toString()).not.toContain(email)
    // Reloading shows the same.
    expect((await someone.open(address)).html).toMatch(answer)
  },
)

it.each([
  ['order look-up', '/orders/', { order: '0000000Z' }, '/orders/code/'],
  ['sign-in', '/signin/', { email: 'ada@example.org' }, '/signin/code/'],
])('says that the code of the %s is wrong at an address of its own too', async (_, from, fields, action) => {
  const someone = await person(shop)
  const asked = await someone.send(from, from, fields)
  const wrong = await someone.sendFrom(asked, action, { code: '1' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringContaining('This code is wrong or has expired'),
  ])
  expect(addressOf(wrong)).toContain(action)
})

it.each(['/orders/code/', '/signin/code/', '/signin/name/', '/mailing-list/asked/'])(
  'goes back to the start for somebody who opens %s without what was typed, or with that of another browser',
  async (path) => {
    const [one, other] = [await person(shop), await person(shop)]
    const start = {
      status: 303,
      location: expect.stringMatching(/^\/(?:orders\/|signin\/|mailing-list)$/) as string,
    }
    expect(await one.open(path)).toMatchObject(start)
    expect(await one.open(`${path}?form=x`)).toMatchObject(start)
    const shown = await other.send('/signin/', '/signin/', { email: newEmail() })
    expect(await one.open(addressOf(shown).replace('/signin/code/', path))).toMatchObject(start)
  },
)

/** The address at which a form was answered; fails if it is the form's own. */
function addressOf({ address }: Page): string {
  expect(address).toBeDefined()
  return address ?? ''
}
