import { expect, test } from '#e2e/test.ts'

test('Back to the list of events shows the basket as it is now', async ({ page }) => {
  await page.goto('/all-events/')
  const basket = page.getByRole('link', { name: /^Basket/ })
  await expect(basket).toHaveText('Basket')
  await page.getByRole('link', { name: 'Late Film Club: Brief Encounter' }).click()
  await page.getByRole('combobox', { name: 'Any seat' }).selectOption('2')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.waitForURL('/checkout/')
  await page.goBack()
  // The checkout names its entry in the history when its step is known, which may pass for the end of going back.
  await expect(page.getByRole('button', { name: 'Add to basket' })).toBeVisible()
  await page.goBack()
  await page.waitForURL('/all-events/')
  await expect(basket).toHaveText('Basket 2 in it')
})
