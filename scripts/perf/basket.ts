import type { Locator, Page } from '@playwright/test'

import type { Sample } from './figures.ts'
import { judgeTransition } from './transition.ts'
import { arrange, readRequests, readSeen, settle, type Visitor } from './visit.ts'

const basket = { shape: 'paid' } as const

/** Measures when a basket is usable, and what has come until then, while Reserve is pressed all the time. */
export async function measureUsable(visitor: Visitor, url: string): Promise<Sample> {
  const { page, wire } = visitor
  await arrange(visitor, url, basket)
  await page.goto(`${url}/checkout/`, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.seen.usable !== null, null, { polling: 250 })
  const { usable } = await readSeen(visitor)
  const { requests, kilobytes } = wire.until(
    (await page.evaluate(() => performance.timeOrigin)) + (usable ?? 0),
  )
  return { usable, requests, kilobytes }
}

/** Measures how a basket appears, if nobody touches it. */
export async function measureArrival(visitor: Visitor, url: string): Promise<Sample> {
  await arrange(visitor, url, basket)
  await visitor.page.goto(`${url}/checkout/`)
  await settle(visitor)
  return readArrival(visitor)
}

/** Reads how a page has appeared. */
export async function readArrival(visitor: Visitor): Promise<Sample> {
  const { firstPaint, visible, lcp, cls, longTasks } = await readSeen(visitor)
  return {
    firstPaint,
    visible,
    lcp,
    cls,
    tbt: longTasks
      .filter(({ begunAt, duration }) => begunAt + duration > (firstPaint ?? 0))
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    longestTask: Math.max(0, ...longTasks.map(({ duration }) => duration)),
  }
}

/** Measures presses in a basket at rest: a change of the quantity, then Reserve, until the account step can be used. */
export async function measurePresses(visitor: Visitor): Promise<Sample> {
  const { page } = visitor
  const main = page.getByRole('main')
  const quantityInp = await tap(visitor, main.getByRole('button', { name: 'One more' }).first())
  await page.locator('[data-substate="pausing"]').waitFor()
  await page.locator('[data-state="basket"][data-substate="ready"]').waitFor()
  await settle(visitor)
  const reserveInp = await tap(visitor, main.getByRole('button', { name: /^Reserve Basket/ }))
  await untilUsable(page, 'login')
  await settle(visitor)
  const { steps, lastClick } = await readSeen(visitor)
  const requests = await readRequests(visitor)
  const login = steps.findLast(({ state }) => state === 'login')!
  const call = requests.find(({ path }) => path.includes('reserve_tickets'))
  const { beside, others } = judgeTransition(login, lastClick, requests)
  return {
    quantityInp,
    reserveInp,
    reserveCall: call ? call.begunAt - lastClick : null,
    emailUsable: (login.usableAt ?? 0) - lastClick,
    emailBeside: beside,
    emailOthers: others.length,
  }
}

/** Waits until a step can be used. */
async function untilUsable(page: Page, step: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => window.seen.steps.some(({ state, usableAt }) => state === wanted && usableAt !== null),
    step,
    { polling: 100 },
  )
}

/** Taps something with a finger, and returns the milliseconds until the next frame: its interaction to next paint. */
async function tap(visitor: Visitor, control: Locator): Promise<number> {
  const { page } = visitor
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (!box) throw new Error('There is nothing to tap')
  const begun = await page.evaluate(() => performance.now())
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForFunction((since) => window.seen.lastClick > since, begun)
  // The browser tells of an event after its frame.
  await page.waitForTimeout(300)
  const { presses } = await readSeen(visitor)
  return Math.max(0, ...presses.filter(({ begunAt }) => begunAt >= begun).map(({ duration }) => duration))
}
