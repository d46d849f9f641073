import type { Page } from '@playwright/test'
import { expect, step, test, type Arrangement } from '#e2e/test.ts'

/** Returns the components' class names in the page (`file_name`) that no style sheet has a rule for. */
function withoutRule(page: Page) {
  return page.evaluate(() => {
    const rules = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map(({ cssText }) => cssText)
      .join('\n')
    const names = [...document.querySelectorAll('#app [class]')].flatMap(({ classList }) => [...classList])
    return [...new Set(names)].filter((name) => name.includes('_') && !rules.includes(`.${CSS.escape(name)}`))
  })
}

for (const place of [
  { shape: 'everything', state: 'basket' },
  { shape: 'plan', state: 'payment' },
  { shape: 'plan', state: 'order_completed' },
] as const satisfies Arrangement[])
  test(`the built page has the styles of every part at ${place.state}`, async ({ page, arrange }) => {
    await arrange(place)
    await expect(step(page, place.state)).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toBeHidden()
    expect(await withoutRule(page)).toEqual([])
  })
