import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/test.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const appearances = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const

/**
 * Expects no violation of WCAG 2.0 to 2.2, A and AA, on wide and narrow screens, and no sideways scrolling. Of the dark
 * appearance, which changes nothing but colours, it expects contrast.
 */
export async function expectAccessible(page: Page) {
  for (const { colorScheme, width } of appearances) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    const found = await violationsOn(page, colorScheme === 'light' ? 'all' : 'contrast')
    expect(found, `${colorScheme}, ${width} px wide`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/** Returns the violations of WCAG 2.0 to 2.2, A and AA, on a page as it is: `color-contrast: .note`; or of contrast only. */
export async function violationsOn(page: Page, what: 'all' | 'contrast' = 'all'): Promise<string[]> {
  const pinAgain = await unpin(page)
  // Axe's other mode opens a second page, behind which Chromium may stop the first for good.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (
    what === 'all' ? axe.withTags(wcag) : axe.withRules('color-contrast')
  ).analyze()
  await pinAgain()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}

/**
 * Puts what is pinned to an edge of the screen in its place on the page, and returns what pins it again: to axe, a target that has
 * been scrolled halfway under it is too small.
 */
async function unpin(page: Page) {
  const pinned = await page.evaluateHandle(() => {
    window.scrollTo(0, 0)
    const elements = [...document.querySelectorAll<HTMLElement>('body *')]
    const sticky = elements.filter((element) => getComputedStyle(element).position === 'sticky')
    const before = sticky.map(({ style }) => style.cssText)
    for (const { style } of sticky) style.cssText += '; position: relative; inset: auto'
    return { sticky, before }
  })
  return () =>
    pinned.evaluate(({ sticky, before }) =>
      sticky.forEach(({ style }, index) => (style.cssText = before[index] ?? '')),
    )
}

/** Waits until the page has been drawn as it is now, and all finite animations have ended. */
function settle(page: Page) {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
