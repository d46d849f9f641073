import {
  addTickets,
  enterAsGuest,
  expectOrder,
  payButton,
  payByCard,
  reserveBasket,
  said,
} from '#e2e/buyer.ts'
import { expectNarrow } from '#e2e/screens/narrow.ts'
import { expect, step, test } from '#e2e/test.ts'

const link = '/buy/?ticket=late-film-club-tuesday-seat:2&code=MATINEE'

for (const [device, viewport] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a wide screen': { width: 1280, height: 900 },
}))
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('a link of another site leads to a paid order, with what was in the basket before', async ({
      page,
      codeFor,
      shop,
    }) => {
      await addTickets(page, 'Late Film Club', { 'Sofa for two': 1 })
      // A page of another site
      await page.route('https://organiser.example/', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<a href="${shop.url}${link}">Book now</a>` }),
      )
      await page.goto('https://organiser.example/')
      await page.getByRole('link', { name: 'Book now' }).click()
      await test.step('shows what it adds, at its whole price', async () => {
        await expect(page.getByRole('listitem').filter({ hasText: '2 ×' })).toContainText('Any seat')
        await expect(said(page, '£26.90')).toBeVisible()
        await expectNarrow(page)
      })
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await expect(step(page, 'basket')).toBeVisible()
      await test.step('has both', async () => {
        for (const ticket of ['Sofa for two', 'Any seat'])
          await expect(said(page, ticket).first()).toBeVisible()
      })
      await reserveBasket(page)
      await enterAsGuest(page, codeFor)
      await test.step('costs less with the code of the link', () =>
        expect(payButton(page)).toHaveText('Pay £43.64'))
      await payByCard(page)
      await expectOrder(page)
    })

    test('a link to tickets that are sold out shows the event and says so', async ({ page }) => {
      await page.goto('/buy/?ticket=northern-lights-tour-friday-standing:2')
      await expect(page).toHaveURL('/events/northern-lights-tour/')
      await expect(page.getByRole('alert')).toContainText('sold out')
      await expectNarrow(page)
    })
  })
