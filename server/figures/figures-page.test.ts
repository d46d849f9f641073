import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Window } from 'happy-dom'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { checkoutMachine } from '#machines/checkout.ts'
import { figuresDrawing } from '#machines/drawing/figures.ts'
import type { Config } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { call, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { figuresRoutes } from './figures-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-figures-'))
let shop: TestShop
let event: Offered
beforeAll(async () => {
  shop = await createTestShop({ release: 'v2' })
  event = await offer(shop.db)
  mkdirSync(join(folder, 'statechart'))
  writeFileSync(join(folder, 'statechart/figures.svg'), await figuresDrawing(checkoutMachine))
})
beforeEach(() => shop.db.deleteFrom('step_log').execute())
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await shop.close()
})

const request = (path: string, config: Shown = { showsFigures: true }) => appOf(config).request(path)

type Shown = Pick<Config, 'showsFigures' | 'targetTimes'>

function appOf(config: Shown) {
  const app = new Hono<ShopEnv>()
  app.use(async (c, next) => {
    c.set('db', shop.db)
    await next()
  })
  app.route('/', figuresRoutes(config, folder))
  return app
}

async function open(query = '', config?: Shown) {
  const { document } = new Window()
  document.write(await (await request(`/statechart/figures/${query}`, config)).text())
  const rows = (caption: RegExp) => {
    const table = [...document.querySelectorAll('table')].find(({ caption: one }) =>
      caption.test(one?.textContent ?? ''),
    )
    return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.children].map(({ textContent }) => textContent.trim()),
    )
  }
  return { document, rows, text: document.body.textContent }
}

/** So many buyers who take their time at the basket, and stay at "Reserving". */
async function buyers(count: number, seconds = 10, of = event) {
  for (let one = 0; one < count; one++) {
    const visitor = await visitorWith(shop, of.entry(1))
    await moveShopTime(shop.db, seconds)
    expect((await call(visitor, 'update_basket_state', { state: 'reserve' })).status).toBe(200)
  }
}

describe('the page of the figures', () => {
  it('has figures in the boxes and at the arrows of the chart, and the same in tables', async () => {
    await buyers(6)
    const { document, rows } = await open()
    const box = document.querySelector('[data-state="checkout.basket"]')
    expect(box?.textContent).toContain('6 people, 100 % of all')
    expect(box?.textContent).toContain('half 10 s, 90 % 10 s')
    const arrow = document.querySelector('.arrow[data-from="checkout.basket"][data-to="checkout.reserving"]')
    expect(arrow?.textContent).toBe('6')
    expect(rows(/The steps/)).toEqual([
      ['Basket', '6', '100 %', '10 s', '10 s', '0', '0'],
      ['Asking the shop for the tickets', '6', '100 %', '–', '–', '0', '0'],
    ])
    expect(rows(/From step to step/)).toEqual([['Basket', 'Asking the shop for the tickets', '6']])
    expect(document.body.innerHTML).not.toContain('§')
  })

  it('has two groups of sales side by side', async () => {
    const other = await offer(shop.db)
    await buyers(5)
    await buyers(7, 30, other)
    const { document, rows } = await open(`?event=${event.id}&event2=${other.id}`)
    expect(document.querySelectorAll('.drawing')).toHaveLength(2)
    expect(rows(/The steps/)[0]).toEqual(
      ['Basket', '5', '100 %', '10 s', '10 s', '0', '0'].concat(['7', '100 %', '30 s', '30 s', '0', '0']),
    )
    expect(rows(/From step to step/)).toEqual([['Basket', 'Asking the shop for the tickets', '5', '7']])
  })

  it('says in words whose figures of which days stand there', async () => {
    const { document } = await open('?from=2026-05-01&to=2026-05-31&release=v1.4')
    expect(document.querySelector('h2')?.textContent).toBe(
      'All events, from Fri 1 May 2026 to Sun 31 May 2026, release v1.4',
    )
  })

  it('shows the sales of the last month, unless other days are asked for', async () => {
    await buyers(5)
    await moveShopTime(shop.db, 32 * 86_400)
    expect((await open()).rows(/The steps/)).toEqual([])
    expect((await open('?event=')).rows(/The steps/)).toHaveLength(2)
    await moveShopTime(shop.db, -32 * 86_400)
  })

  it('tells nothing of what fewer than five people did', async () => {
    await buyers(4)
    const few = await open()
    expect(few.text).toContain('Fewer than 5 sales: there are no figures.')
    expect(few.document.querySelector('.drawing')).toBeNull()
    const visitor = await visitorWith(shop, event.entry(1))
    await call(visitor, 'update_basket_state', { state: 'captcha' })
    expect((await open()).rows(/The steps/)).toEqual([
      ['Basket', '5', '100 %', '10 s', '10 s', '0', '0'],
      ['Asking the shop for the tickets', 'under 5', '', '', '', '', ''],
      ['Captcha', 'under 5', '', '', '', '', ''],
    ])
  })

  it('marks a step that is slower than its target time', async () => {
    await buyers(5, 100)
    const { document, rows } = await open('', { showsFigures: true, targetTimes: { basket: 60 } })
    expect(document.querySelector('[data-state="checkout.basket"]')?.classList.contains('slow')).toBe(true)
    expect(document.querySelectorAll('.state.slow')).toHaveLength(1)
    expect(rows(/The steps/)[0]?.[4]).toBe('1 min 40 s, over the target 1 min')
  })

  it('lists steps that the chart does not lead to', async () => {
    for (let one = 0; one < 5; one++) {
      const visitor = await visitorWith(shop, event.entry(1))
      await call(visitor, 'reserve_tickets')
      await call(visitor, 'update_basket_state', { state: 'login' })
    }
    const { rows } = await open()
    expect(rows(/Not as the chart leads/)).toEqual([['Basket', 'Account', 'v2', '5', '5', '0']])
    expect(rows(/From step to step/)).toEqual([['Basket', 'Account (not on the chart)', '5']])
  })

  it('takes what is no day, event or release as not asked for', async () => {
    await buyers(5)
    const bad = '?from=2026-13-45&to=x&event=%3Cb%3E&release=%27%3B--'
    expect((await open(bad)).rows(/The steps/)).toHaveLength(2)
    for (const day of ['2026-02-30', '2027-02-29', '2026-04-31', '0000-01-01'])
      expect((await open(`?from=${day}&from2=${day}`)).rows(/The steps/), day).toHaveLength(2)
  })

  it('offers the events and releases of the days that are asked for', async () => {
    const other = await offer(shop.db)
    await buyers(1)
    await moveShopTime(shop.db, 32 * 86_400)
    await buyers(1, 10, other)
    const offered = async (query = '') =>
      [...(await open(query)).document.querySelectorAll('[name="event"] option')].map((option) =>
        option.getAttribute('value'),
      )
    expect(await offered()).toEqual(['', other.id])
    expect((await offered('?event=')).toSorted()).toEqual(['', event.id, other.id].toSorted())
    await moveShopTime(shop.db, -32 * 86_400)
  })

  it('does not read the log again for all who ask within a minute', async () => {
    await buyers(5)
    const app = appOf({ showsFigures: true })
    const page = async () => (await app.request('/statechart/figures/')).text()
    const before = await page()
    await buyers(5)
    expect(await page()).toBe(before)
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockImplementation(() => later)
    expect(await page()).toContain('10 people')
    vi.restoreAllMocks()
  })

  it('is not there unless it is switched on', async () => {
    expect((await request('/statechart/figures/', { showsFigures: false })).status).toBe(404)
    expect((await request('/statechart/figures')).headers.get('location')).toBe('/statechart/figures/')
  })
})
