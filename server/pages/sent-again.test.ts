import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newEmail } from '#server/testing/buyers.ts'
import { person, signedIn, type Page } from '#server/testing/browser.ts'
import { typeCard } from '#server/testing/payers.ts'
import { planned } from '#server/testing/plans.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { acceptPath, entryFor, owner, transfer } from '#server/testing/transfers.ts'

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
  ['sign-in', '/signin/', '/signin/', (email) => ({ email }), /We sent a one-time code/],
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

it('says that a card is refused for a plan at the address of its form', async () => {
  const { email, saleId } = await planned(shop)
  const buyer = await signedIn(shop, email)
  const path = `/account/plans/${saleId}/card/`
  const methodId = await typeCard(shop, '4000000000000002')
  const refused = await buyer.send(path, path, { card: 'new', payment_method_id: methodId })
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('declined')])
  expect(addressOf(refused)).toContain(path)
})

it('says why a transfer is not accepted at the address of its link', async () => {
  const [one, email] = [await owner(shop), newEmail()]
  await transfer(one, entryFor(one, { email }))
  const path = await acceptPath(shop, email)
  const bo = await signedIn(shop, email)
  const open = await bo.open(path)
  await bo.sendFrom(open, `${path}accept/`, {})
  const refused = await bo.sendFrom(open, `${path}decline/`, {})
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('This transfer has already been accepted'),
  ])
  expect(addressOf(refused)).toContain(`${path}?form=`)
})

describe('a form of the shop, whatever was sent with it,', () => {
  /** The forms that a browser sends, with something in place of each parameter. */
  function actions(): string[] {
    const paths = shop.app.routes
      .filter(
        ({ method, path }) =>
          method === 'POST' && !/^\/(?:ajax|sandbox|webhooks|csp-reports|door)\//.test(path),
      )
      .map(({ path }) => path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'))
    return [...new Set(paths)]
  }

  it.each([
    ['a visitor', () => person(shop)],
    ['somebody who is signed in', () => signedIn(shop, newEmail())],
  ])('answers %s at an address that can be opened again', async (_, open) => {
    expect(actions().length).toBeGreaterThan(15)
    const junk = {
      email: '?',
      name: '',
      code: '1',
      token: 'x',
      session: 'x',
      order: '?',
      card: 'x',
      to: '//x.org',
    }
    for (const fields of [{}, junk])
      for (const action of actions()) {
        const someone = await open()
        const { html } = await someone.open('/signin/?next=/')
        const page = html.includes('_token') ? html : (await someone.open('/account/')).html
        const _token = /name="_token"\s+value="([^"]+)"/.exec(page)?.[1] ?? ''
        const { location, address } = await someone.sendFrom(
          { status: 200, location: null, html: '' },
          action,
          {
            _token,
            ...fields,
          },
        )
        expect(`${action}: ${address ?? location}`).toContain(': /')
      }
  })
})

/** The address at which a form was answered; fails if it is the form's own. */
function addressOf({ address }: Page): string {
  expect(address).toBeDefined()
  return address ?? ''
}
