import { addTickets, continueButton, enterAsGuest, goOn, reserveBasket } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

test('checks for a person before tickets in demand are set aside [CAPT-02, CAPT-05..07, CAPT-11, RESV-11]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Northern Lights', { Standing: 1 }, 'Sat')
  await reserveBasket(page)
  await expect(step(page, 'captcha')).toBeVisible()
  const next = continueButton(page)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('1 × Standing')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('I am human (sandbox)').check()
  await expect(next).not.toHaveAttribute('aria-disabled')
  await goOn(page)
  await enterAsGuest(page, codeFor)
  await expect(step(page, 'payment')).toBeVisible()
})
