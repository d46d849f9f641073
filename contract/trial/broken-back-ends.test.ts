import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import type { ShapeName } from '#e2e/any-shop/baskets-file.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { printed } from './print-report.ts'
import { callAt, changing, replying, type Sent, type StandIn } from './testing/stand-ins.ts'
import { tryShop } from './testing/try-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const cookie = (sent: Sent, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(sent.headers.get('cookie') ?? '')?.[1] ?? ''

/** Takes every request for one of the buyer's own. */
const addsToken: StandIn = (sent, ask) => {
  sent.headers.set('x-xsrf-token', cookie(sent, 'XSRF-TOKEN'))
  return ask(sent)
}

/** Knows visitors by their token, and so for ever. */
function neverEndsSessions(): StandIn {
  const known = new Map<string, string>()
  return (sent, ask) => {
    const token = cookie(sent, 'XSRF-TOKEN')
    if (token && !known.has(token)) known.set(token, sent.headers.get('cookie') ?? '')
    sent.headers.set('cookie', known.get(token) ?? '')
    return ask(sent)
  }
}

/** Charges again whenever it is asked to pay. */
function chargesTwice(): StandIn {
  let payments = 0
  return async (sent, ask) => {
    if (callAt(sent.url.pathname) === 'payWithCard') payments += 1
    const response = await ask(sent)
    if (sent.url.pathname !== '/sandbox/books') return response
    const books = (await response.json()) as { charges: unknown[] }
    return replying(response, { ...books, charges: Array(payments).fill(books.charges[0]) })
  }
}

/** Tells the checkout as it was while the tickets were held. */
function keepsHolds(): StandIn {
  let held: object | null = null
  return changing('getCheckout', (reply) => {
    if (reply.state === 'payment') held ??= { ...reply, seconds_remaining: 540 }
    return held ?? reply
  })
}

const hidesToken: StandIn = async (sent, ask) => {
  const response = await ask(sent)
  const lines = response.headers.getSetCookie()
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const line of lines) headers.append('set-cookie', `${line}; HttpOnly`)
  return new Response(response.body, { status: response.status, headers })
}

const failing =
  (name: CallName, answer: () => Response): StandIn =>
  async (sent, ask) =>
    callAt(sent.url.pathname) === name ? answer() : ask(sent)

interface Broken {
  standIn: () => StandIn
  /** What is tried, so that the test is quick. */
  only: string
  shape?: ShapeName
  call: string
  state: CheckoutState
  what: string | RegExp
}

const byCard = 'paid by card'

const broken: Record<string, Broken> = {
  'leaves a required field out': {
    standIn: () => changing('checkOneTimeCode', ({ has_account: _, ...reply }) => reply),
    only: byCard,
    call: 'checkOneTimeCode',
    state: 'login',
    what: /^answers 200, and cannot be read/,
  },
  'sends a field of another type': {
    standIn: () =>
      changing('getCheckout', (reply) =>
        reply.seconds_remaining ? { ...reply, seconds_remaining: 'ten minutes' } : reply,
      ),
    only: byCard,
    call: 'getCheckout',
    state: 'reserve',
    what: 'answers 200, and cannot be read: seconds_remaining is a text',
  },
  'sends an HTML page for a reply': {
    standIn: () => changing('deliverToBitticket', () => '<!doctype html><title>Something went wrong</title>'),
    only: byCard,
    call: 'deliverToBitticket',
    state: 'deliver_tickets',
    what: 'answers 200, and is an HTML page, not JSON',
  },
  'fails in the middle': {
    standIn: () => failing('saveGuestToSale', () => new Response('Oops', { status: 500 })),
    only: byCard,
    call: 'saveGuestToSale',
    state: 'login',
    what: 'answers 500',
  },
  'breaks the connection': {
    standIn: () =>
      failing('reserveTickets', () => {
        throw new TypeError('fetch failed', { cause: new Error('other side closed') })
      }),
    only: byCard,
    call: 'reserveTickets',
    state: 'reserve',
    what: 'does not answer: other side closed',
  },
  'does not check the anti-forgery token': {
    standIn: () => addsToken,
    only: 'anti-forgery',
    call: 'removeFromBasket',
    state: 'basket',
    what: 'is made without the anti-forgery token: any other site can make it for a buyer',
  },
  'hides the anti-forgery token from the page': {
    standIn: () => hidesToken,
    only: byCard,
    call: 'every call',
    state: 'determining',
    what: 'sets the cookie XSRF-TOKEN as HttpOnly: the page cannot send it back',
  },
  'knows a session for ever': {
    standIn: neverEndsSessions,
    only: 'session ended',
    call: 'getCheckout',
    state: 'basket',
    what: 'shows a basket to a session that has ended, or was never there',
  },
  'leaves customers signed in': {
    standIn: () => failing('logoutOfSale', () => Response.json({})),
    only: 'signing out',
    call: 'logoutOfSale',
    state: 'payment',
    what: 'leaves the customer signed in',
  },
  'sells what is sold out': {
    standIn: () =>
      changing('reserveTickets', (reply) =>
        reply.error ? { reserved: true, sale_reference: 'OVERSOLD', checkout_time: 600 } : reply,
      ),
    only: 'sold out',
    call: 'reserveTickets',
    state: 'reserve',
    what: 'reserves what is sold out: the line has told a max_can_reserve of 0',
  },
  'loses tickets that are given back': {
    standIn: () => failing('destroySale', () => Response.json({})),
    only: 'sold out',
    call: 'destroySale',
    state: 'reserve',
    what: 'loses tickets: those that were given back are not on sale again',
  },
  'keeps a hold for ever': {
    standIn: keepsHolds,
    only: 'hold expired',
    call: 'getCheckout',
    state: 'payment',
    what: 'tells 540 more seconds when the hold is over: it never expires',
  },
  'loses a hold': {
    standIn: () =>
      changing('getCheckout', (reply) =>
        reply.seconds_remaining ? { ...reply, seconds_remaining: 0 } : reply,
      ),
    only: byCard,
    call: 'getCheckout',
    state: 'login',
    what: 'tells no seconds_remaining while the tickets are held',
  },
  'charges twice for a repeated call': {
    standIn: chargesTwice,
    only: 'sent twice',
    call: 'payWithCard',
    state: 'payment',
    what: 'charges 2 times when it is sent twice',
  },
  'tells another state after a step': {
    standIn: () =>
      changing('getCheckout', (reply) =>
        reply.state === 'delivery_address' ? { ...reply, state: 'login' } : reply,
      ),
    only: byCard,
    shape: 'delivery_alone',
    call: 'getCheckout',
    state: 'delivery_address',
    what: 'tells the state login after delivery_address was reported: a reload shows another step',
  },
  'changes the steps on the way': {
    standIn: () =>
      changing('getCheckout', (reply) =>
        reply.state === 'login' ? { ...reply, require_delivery_address: false } : reply,
      ),
    only: byCard,
    shape: 'delivery_alone',
    call: 'getCheckout',
    state: 'login',
    what: 'leads to payment now, and has led to delivery_address in the basket: its facts have changed',
  },
  'tells a total that does not add up': {
    standIn: () =>
      changing('getCheckout', (reply) => ({
        ...reply,
        basket_total: (Number(reply.basket_total) - 1).toFixed(2),
      })),
    only: byCard,
    call: 'getCheckout',
    state: 'basket',
    what: 'tells a basket_total that is 1.00 less than its lines, fees and deductions',
  },
  'says success to a declined card': {
    standIn: () => changing('payWithCard', () => ({ status: 'success' })),
    only: 'card declined',
    call: 'payWithCard',
    state: 'payment',
    what: 'says success to a declined card',
  },
  'accepts any code': {
    standIn: () => failing('checkOneTimeCode', () => Response.json({ has_account: false })),
    only: byCard,
    call: 'checkOneTimeCode',
    state: 'login',
    what: 'accepts a wrong code',
  },
}

test('a back-end that sells what is sold out is given back all that it has sold', async () => {
  const [sold, given] = [new Set<string>(), new Set<string>()]
  const oversells = changing('reserveTickets', (reply, sent) => {
    sold.add(cookie(sent, '__Host-session'))
    return reply.error ? { reserved: true, sale_reference: 'OVERSOLD', checkout_time: 600 } : reply
  })
  const takesBack = changing('destroySale', (reply, sent) => {
    given.add(cookie(sent, '__Host-session'))
    return reply
  })
  await tryShop(shop, {
    standIn: (sent, ask) => oversells(sent, (further) => takesBack(further, ask)),
    shapes: ['paid'],
    only: ['sold out'],
  })
  expect(sold.size).toBeGreaterThan(1)
  expect(given).toEqual(sold)
})

test.each(Object.entries(broken))(
  'a back-end that %s is told, with the call and the state',
  async (_, { standIn, only, shape = 'marketing', call, state, what }) => {
    const report = await tryShop(shop, { standIn: standIn(), shapes: [shape], only: [only] })
    expect(report.verdict).toBe('breaks')
    const named = report.findings.filter((one) => one.call === call && one.state === state)
    expect(named).toContainEqual(
      expect.objectContaining({
        verdict: 'breaks',
        what: typeof what === 'string' ? what : expect.stringMatching(what),
      }),
    )
    expect(printed(report)).toMatch(
      new RegExp(`Breaks a buyer\n(.*\n)*  .*\\b${state}\\b.*: .*\\b${call}\\b`),
    )
  },
)
