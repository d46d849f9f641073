import { expect, type Page } from '@playwright/test'

/** Expects what holds on every screen, whatever has happened. */
export async function expectSound(page: Page) {
  const { headings, title } = await page.evaluate(() => ({
    headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
    title: document.title,
  }))
  expect(headings, 'headings of level 1').toBe(1)
  expect(title).not.toBe('')
}
