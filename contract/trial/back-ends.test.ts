import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownPages } from '#e2e/any-shop/own-pages.ts'
import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { codeFor } from '#server/testing/buyers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { failures } from './failures/all.ts'
import { outsideMeans } from './outside-means.ts'
import { before, changing, documentedOnly, looselyTyped } from './testing/stand-ins.ts'
import { tryShop } from './testing/try-shop.ts'
import { tryBackEnd } from './try-back-end.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('our own shop sends what is documented', () => {
  test('on every row of the next-step tables [CONT-20, CONT-21, CONT-22, CONT-23, CONT-24]', async () => {
    const report = await tryShop(shop, { only: ['paid by'] })
    expect(report.findings).toEqual([])
    expect(report.verdict).toBe('fits')
    expect(report.walks.filter(({ reason }) => reason)).toEqual([])
    expect(report.left).toEqual([])
    expect(report.walks.length).toBeGreaterThan(10)
  })

  test('whatever goes wrong', async () => {
    const titles = Object.keys(failures)
    const report = await tryShop(shop, { shapes: ['paid', 'marketing'], only: titles })
    expect(report.findings).toEqual([])
    expect(report.failures).toEqual(
      titles.map((title) => expect.objectContaining({ title, verdict: 'fits', reason: '' })),
    )
  })
})

test('numbers as text, [] for {} and flags as "1" are tolerated', async () => {
  const { verdict, findings, walks } = await tryShop(shop, {
    standIn: looselyTyped,
    shapes: ['everything', 'plan'],
  })
  expect(verdict).toBe('tolerated')
  const differs = (what: string) =>
    expect(findings).toContainEqual(
      expect.objectContaining({ verdict: 'tolerated', call: 'getCheckout', what }),
    )
  differs('replies tickets[].qty as "2": it must be number')
  differs('replies express as "0": it must be boolean')
  differs('replies discounts_applied as []: it must be object')
  expect(walks.map(({ reason }) => reason).join('')).toBe('')
})

test('a booking fee of the whole order, which no line names, is tolerated [MONY-01]', async () => {
  const withFee = (total: unknown) => (Number(total) + 1.5).toFixed(2)
  const atCheckout = changing('getCheckout', (reply) => ({
    ...reply,
    basket_total: withFee(reply.basket_total),
  }))
  const atBank = changing('getTruelayerStatus', ({ truelayer_status }) => {
    const status = truelayer_status as { total: string }
    return { truelayer_status: { ...status, total: withFee(status.total) } }
  })
  const { verdict, findings, walks } = await tryShop(shop, {
    standIn: (sent, ask) => atCheckout(sent, (further) => atBank(further, ask)),
    shapes: ['paid'],
    only: ['paid by bank'],
  })
  expect(verdict).toBe('tolerated')
  expect(new Set(findings.map(({ verdict, what }) => `${verdict}: ${what}`))).toEqual(
    new Set([
      'tolerated: tells a basket_total that is 1.50 more than its lines, fees and deductions: the page shows that as a booking fee of the whole order',
    ]),
  )
  expect(walks.map(({ reason }) => reason).join('')).toBe('')
})

test('a back-end with the documented calls only fits, and what cannot be tried there is told with the reason', async () => {
  const app = before({ request: (url, init) => shop.app.request(url, init) }, documentedOnly)
  const base = shop.config.origin
  const means = outsideMeans(app, base, { scarce: 'lantern-evening|lantern-evening-saturday|adult|0' })
  const report = await tryBackEnd({
    app,
    shop: { base, isSandbox: false, cardKey: '', isProduction: false, because: 'it is a test' },
    links: ownPages(),
    means: {
      ...means,
      codeFor: (email) => codeFor(shop, email),
      pass: (seconds) => moveShopTime(shop.db, seconds),
    },
    pays: ['bank'],
  })
  expect(report.findings.filter(({ verdict }) => verdict === 'breaks')).toEqual([])
  const reasonOf = (title: string) => report.failures.find((one) => one.title === title)
  expect(reasonOf('card declined')).toMatchObject({
    verdict: 'not tried',
    reason: 'no basket there can be paid by card or square',
  })
  expect(reasonOf('sold out')?.verdict).toBe('fits')
  // Our hold lasts for ten minutes, which the clock of the shop lets pass at once
  expect(reasonOf('hold expired')?.verdict).toBe('fits')
  expect(reasonOf('every change sent twice')?.reason).toMatch(/cannot be seen from outside/)
  expect(report.left).toContainEqual(expect.objectContaining({ reason: expect.stringMatching(/captcha/) }))
})

test('in production nothing is paid, claimed or sold out, and nothing stays held', async () => {
  const app = before({ request: (url, init) => shop.app.request(url, init) }, documentedOnly)
  const base = shop.config.origin
  const { paid = [], express_free = [] } = ownPages()
  const report = await tryBackEnd({
    app,
    shop: { base, isSandbox: false, cardKey: '', isProduction: true, because: 'it is a test' },
    links: { paid, express_free },
    means: {
      ...outsideMeans(app, base, { scarce: 'any|any|any|0' }),
      codeFor: (email) => codeFor(shop, email),
    },
    pays: ['bank', 'card'],
  })
  expect(report.walks.map(({ reason }) => reason)).toContain(
    'payment: nothing is paid or claimed in production',
  )
  const calls = ['createTruelayerPayment', 'payWithCard', 'claimFreeTickets'] as const
  expect(report.calls['not made']).toEqual(expect.arrayContaining([...calls]))
  expect(report.failures).toContainEqual(
    expect.objectContaining({ title: 'sold out', reason: 'in production no tickets are taken from others' }),
  )
  const held = await shop.db.selectFrom('sales').select('id').where('held_until', '>', shopNow).execute()
  expect(held).toEqual([])
})
