import { addTickets, continueButton, enterAsGuest, goOn, reserveBasket } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

test('asks for a captcha before tickets in demand are reserved [CAPT-11, RESV-11]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Northern Lights', { Standing: 1 }, 'Sat')
  await reserveBasket(page)
  await expect(step(page, 'captcha')).toBeVisible()
  await test.step('shows the order and the challenge under the title Checkout [CAPT-01..03]', () =>
    expectScreen(page, 'captcha'))
  const next = continueButton(page)
  await test.step('enables Continue once the captcha passes [CAPT-05..07]', async () => {
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('I am human (sandbox)').check()
    await expect(next).not.toHaveAttribute('aria-disabled')
  })
  await goOn(page)
  await enterAsGuest(page, codeFor)
  await expect(step(page, 'payment')).toBeVisible()
})
