import type { Do } from './walk.ts'

/** Returns to the tab, as a buyer does who has looked at another. */
export const lookAtTab: Do = ({ page }) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Comes back by the browser's Back button from another page, with this page as it was left. */
export const comeBack: Do = ({ page }) =>
  page.evaluate(() => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
