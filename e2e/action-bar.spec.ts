import type { Page } from '@playwright/test'
import { nothing, tooWide } from '#e2e/screens/narrow.ts'
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

/** Moves the focus by Tab to the main button, and expects that the bar covers nothing on the way. */
async function expectNothingCovered(page: Page, name: RegExp) {
  await expect(mainButton(page, name)).toBeVisible()
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab')
    const covered = await isFocusCovered(page, name)
    if (covered === null) return
    expect(covered).toBe(false)
  }
  throw new Error('the main button was not reached')
}

test('covers nothing that has the focus on a small phone, where it says why a plan cannot be paid yet', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await arrange({ shape: 'plan', state: 'payment' })
  await page.getByRole('button', { name: 'Set up a payment plan' }).click()
  await expect(page.getByText('Choose over how many months')).toBeVisible()
  await page.getByRole('link', { name: 'Foyer' }).focus()
  await expectNothingCovered(page, /^Pay($| £)/)
})

test('does not cover the fields of a card that is chosen on a phone', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrange({ shape: 'paid', state: 'payment' })
  await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
  const code = page.getByRole('textbox', { name: 'Security code' })
  await expect(code).toBeVisible()
  const isClear = async () => {
    const [field, button] = [await code.boundingBox(), await mainButton(page, /^Pay £/).boundingBox()]
    return Number(field?.y) + Number(field?.height) < Number(button?.y)
  }
  await expect.poll(isClear).toBe(true)
})

test('does not cover the choice of the months of a plan that is chosen on a phone [INST-01]', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrange({ shape: 'plan', state: 'payment' })
  await page.getByRole('button', { name: 'Set up a payment plan' }).click()
  const months = page.getByRole('radio', { name: 'Over 6 months' })
  const isClear = async () => {
    const [choice, button] = [await months.boundingBox(), await mainButton(page, /^Pay/).boundingBox()]
    return Number(choice?.y) + Number(choice?.height) < Number(button?.y)
  }
  await expect.poll(isClear).toBe(true)
})

for (const { shape, cardDeclined } of [
  { shape: 'paid', cardDeclined: false },
  { shape: 'plan', cardDeclined: false },
  { shape: 'paid', cardDeclined: true },
] as const)
  test(`leaves the screen of a phone to the ways to pay for the ${shape} basket while Pay cannot be pressed${cardDeclined ? ', also after a decline' : ''}, and moves none when one is chosen`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await arrange({ shape, state: 'payment', cardDeclined })
    const pay = mainButton(page, /^Pay £/)
    await expect(page.getByRole('region', { name: 'Pay with a wallet' })).toBeVisible()
    await expect(pay).toHaveAccessibleDescription('Choose how to pay first.')
    expect((await placeOf(page, /^Pay £/)).isStuck).toBe(false)
    const methods = page.locator('[aria-pressed]')
    await expect(methods).toHaveCount(2)
    if (!cardDeclined)
      for (const method of await methods.all()) await expect(method).toBeInViewport({ ratio: 1 })
    const place = () => methods.first().evaluate((button) => button.getBoundingClientRect().top + scrollY)
    const before = await place()
    await methods.last().click()
    await expect(page.getByText('Choose how to pay first.')).toBeHidden()
    expect(await place()).toBe(before)
  })

for (const width of [320, 360, 390])
  test(`keeps the bar of a phone and its button as they are while it says why the basket cannot be reserved, at ${width} px [BASK-40, BASK-42, BASK-43]`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const reserve = mainButton(page, /^Reserve Basket/)
    const bar = reserve.locator('xpath=../..')
    const sizes = () =>
      Promise.all(
        [bar, reserve].map(async (one) =>
          (({ width, height }) => [width, height])((await one.boundingBox())!),
        ),
      )
    await arrange({ shape: 'paid', state: 'basket' })
    const before = await sizes()

    /** The reason is in sight and described, and nothing lies over the button. */
    const expectReason = async (text: string) => {
      await expect(reserve).toHaveAccessibleDescription(text)
      await expect(bar.locator('[aria-hidden]').getByText(text)).toBeInViewport({ ratio: 1 })
      expect(await sizes(), text).toEqual(before)
      const isOnTop = (button: Element) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }
      expect(await reserve.evaluate(isOnTop), text).toBe(true)
    }
    await page.route('**/update_ticket_quantity/', () => {})
    await page.getByRole('button', { name: 'One more' }).click()
    await expectReason('Your basket is being updated.')
    await expect(bar.getByText('£26.90')).toBeInViewport({ ratio: 1 })
    await page.unrouteAll()
    await arrange({ shape: 'required', state: 'basket' })
    await expectReason('A required ticket is missing.')
    await arrange({ shape: 'minimum', state: 'basket' })
    await page.getByRole('spinbutton').first().fill('1')
    await expectReason('One type of ticket is below its minimum.')
  })

for (const width of [320, 360, 390, 600])
  test(`a quantity below its minimum leaves the price of a basket in its place, at ${width} px [BASK-49]`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'minimum', state: 'basket' })
    await page.getByRole('spinbutton').first().fill('1')
    await expect(page.getByRole('main').getByText(/^You must purchase a minimum of/)).toBeVisible()
    expect(await tooWide(page)).toEqual(nothing)
  })

test('says under Pay why it cannot be pressed, and leaves Pay where it is once that goes', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'payment', wallet: false })
  const pay = mainButton(page, /^Pay £/)
  const top = () => pay.evaluate((button) => button.getBoundingClientRect().top + scrollY)
  const reason = page.getByText('Choose how to pay first.')
  await expect(reason).toBeVisible()
  // The room of a wallet goes once the device has answered.
  await expect(page.getByText('Or pay another way')).toHaveCount(0)
  const before = await top()
  const { y, height } = (await pay.boundingBox())!
  expect(y + height).toBeLessThanOrEqual((await reason.boundingBox())!.y)
  await page.getByRole('button', { name: 'Instant Bank Transfer' }).click()
  await expect(reason).toBeHidden()
  expect(await top()).toBe(before)
})

test('pays by card without scrolling on a screen of 1280 by 900 pixels', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
  await expect(page.getByRole('textbox', { name: 'Security code' })).toBeVisible()
  await expect(mainButton(page, /^Pay £/)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

for (const [state, name] of steps)
  test.describe(`${state} on a phone`, () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('has its main button and the total in reach as soon as it can be pressed, once', async ({
      page,
      arrange,
    }) => {
      await arrange({ shape: 'everything', state })
      if (state === 'payment') await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
      await expect(mainButton(page, name)).toBeInViewport({ ratio: 1 })
      await expect(mainButton(page, name)).toHaveCount(1)
      const bar = mainButton(page, name).locator('xpath=../..')
      // Once: the button that pays says it itself.
      if (state === 'payment') await expect(bar).toHaveText(/^Pay £[\d,.]+$/)
      else await expect(bar).toContainText(/^£[\d,.]+incl\. £[\d.]+\sfee/)
      expect(await placeOf(page, name)).toEqual({ isStuck: true, below: 0 })
    })

    test('covers nothing that has the focus', async ({ page, arrange }) => {
      await arrange({ shape: 'everything', state })
      await expectNothingCovered(page, name)
    })

    test('leaves the screen to the fields when a keyboard takes half of it', async ({ page, arrange }) => {
      await page.setViewportSize({ width: 390, height: 420 })
      await arrange({ shape: 'everything', state })
      await expect(mainButton(page, name)).toBeVisible()
      expect((await placeOf(page, name)).isStuck).toBe(false)
    })
  })

test('shows the label of the field that a button which cannot be pressed yet leads to', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await arrange({ shape: 'voucher', state: 'delivery_address' })
  const field = page.getByRole('textbox').first()
  // In sight already, with its label under the header.
  await field.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top - 86))
  await page.getByRole('button', { name: 'Continue' }).dispatchEvent('click')
  await expect(field).toBeFocused()
  const label = (await page.getByText('Find your address', { exact: true }).first().boundingBox())!
  const header = (await page.locator('header').first().boundingBox())!
  expect(label.y).toBeGreaterThanOrEqual(header.y + header.height)
})
