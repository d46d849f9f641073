import type { Page } from '@playwright/test'
import { scriptOf } from '#e2e/script-of.ts'
import type { Do } from '../walk.ts'

const releases = new WeakMap<Page, () => void>()

/** Lets the script of the completed order wait until it turns out to be missing. */
export const withholdOrderScript: Do = async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  const { promise, resolve } = Promise.withResolvers<void>()
  releases.set(page, resolve)
  await page.route(scriptOf('src/app/order-completed-chart.ts'), async (route) => {
    await promise
    await route.fulfill({ status: 404, body: 'Not found' })
  })
}

/** The script of the completed order is missing. */
export const missOrderScript: Do = async ({ page }) => releases.get(page)?.()
