import { reserveBasket } from '#e2e/buyer.ts'
import type { Do } from './walk.ts'

/** Reserves the basket; the page lets it go out of sight first. */
export const reserve: Do = async ({ page, pass }) => {
  await reserveBasket(page)
  await pass(300)
}

/** Gives the tickets back to edit the basket. */
export const editBasket: Do = async ({ page }) => {
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
}
