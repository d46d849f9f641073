import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/test.ts'

/** The bar with the main button and the total, which stays at the bottom of a phone's screen. */

const steps = [
  ['basket', /^Reserve Basket/],
  ['payment', /^Pay £/],
] as const

const mainButton = (page: Page, name: RegExp) => page.getByRole('button', { name })

/** Where the bar and the screen end, and whether the bar stays there. */
const placeOf = (page: Page, name: RegExp) =>
  mainButton(page, name).evaluate((button) => {
    const bar = button.parentElement!.parentElement!
    return {
      isStuck: getComputedStyle(bar).position === 'sticky',
      below: innerHeight - bar.getBoundingClientRect().bottom,
    }
  })

/** Whether what has the focus is covered by the bar; null if it is in the bar itself. */
const isFocusCovered = (page: Page, name: RegExp) =>
  mainButton(page, name).evaluate((button) => {
    const bar = button.parentElement!.parentElement!
    const focused = document.activeElement!
    if (bar.contains(focused)) return null
    const { top, bottom } = focused.getBoundingClientRect()
    const { top: start, bottom: end } = bar.getBoundingClientRect()
    return bottom > start + 1 && top < end ? focused.outerHTML.slice(0, 120) : false
  })

for (const [state, name] of steps)
  test.describe(`${state} on a phone`, () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('has its main button and the total in reach from the start, once', async ({ page, arrange }) => {
      await arrange({ shape: 'everything', state })
      await expect(mainButton(page, name)).toBeInViewport({ ratio: 1 })
      await expect(mainButton(page, name)).toHaveCount(1)
      await expect(mainButton(page, name).locator('xpath=../..')).toContainText(/^£[\d,.]+incl\. £[\d.]+ fee/)
      expect(await placeOf(page, name)).toEqual({ isStuck: true, below: 0 })
    })

    test('covers nothing that has the focus', async ({ page, arrange }) => {
      await arrange({ shape: 'everything', state })
      await expect(mainButton(page, name)).toBeVisible()
      for (let count = 0; count < 60; count += 1) {
        await page.keyboard.press('Tab')
        const covered = await isFocusCovered(page, name)
        if (covered === null) return
        expect(covered).toBe(false)
      }
      throw new Error('the main button was not reached')
    })

    test('leaves the screen to the fields when a keyboard takes half of it', async ({ page, arrange }) => {
      await page.setViewportSize({ width: 390, height: 420 })
      await arrange({ shape: 'everything', state })
      await expect(mainButton(page, name)).toBeVisible()
      expect((await placeOf(page, name)).isStuck).toBe(false)
    })
  })
