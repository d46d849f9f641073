import type { Page } from '@playwright/test'
import { continueButton, expectOrder, expectPlan, mobile, newEmail, payButton } from '#e2e/buyer.ts'
import { recordAnnouncements, type Spoken } from '#e2e/charts/announcements.ts'
import { Keyboard } from '#e2e/keyboard.ts'
import { expect, expectTakenOver, step, test, type Arrangement } from '#e2e/test.ts'

/** Whole purchases by keyboard alone, each with what a screen reader says meanwhile, which is compared with the approved transcript. */

interface Buyer {
  page: Page
  keyboard: Keyboard
  codeFor: (email: string) => Promise<string>
  arrange: (arrangement: Arrangement) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

async function reserve({ page, keyboard }: Buyer) {
  await expect(step(page, 'basket')).toBeVisible()
  // Whoever is in a field or at a button before the page listens is left there, and hears no title.
  await expectTakenOver(page)
  await keyboard.press(button(page, 'Reserve Basket'))
}

async function enterAsGuest({ page, keyboard, codeFor }: Buyer) {
  const email = newEmail()
  await expect(step(page, 'login')).toBeVisible()
  await keyboard.type(page.getByLabel('Email address'), email)
  await keyboard.press(button(page, 'Send code'))
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.keyboard.type(await codeFor(email))
  await keyboard.press(button(page, 'Verify'))
  await keyboard.type(page.getByLabel('Full name'), 'Grace Hopper')
  await keyboard.press(continueButton(page))
}

async function leaveMarketing({ page, keyboard }: Buyer) {
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await keyboard.press(continueButton(page))
}

async function payByCard({ page, keyboard }: Buyer) {
  for (const [name, typed] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1239'],
    ['Security code', '123'],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await expect(field).toBeVisible()
    await keyboard.type(field, typed)
  }
  await keyboard.press(payButton(page))
}

/**
 * What is said, without what differs from run to run: a step whose script is late has its placeholder's title first, and the seats
 * screen says its title once more if it is not left at once.
 */
const transcriptOf = (spoken: readonly Spoken[]) =>
  spoken
    .map(({ by, text }) => `${by}: ${text}`)
    .filter(
      (line, at, lines) =>
        !['status: Loading', 'title: The Tempest'].includes(line) &&
        !(line === placeholder && lines.indexOf(line) < at),
    )
    .join('\n')
    .replaceAll(/[\w.+-]+@[\w-]+\.\w+/g, 'buyer@example.com')
    .replaceAll(/\b[A-Z0-9]{4} ?[A-Z0-9]{4,}\b/g, 'REFERENCE')
    .replaceAll(/\b\w+-[A-Z]+-\d+/g, 'SEAT')
    .replaceAll(/\b\w+, row [A-Z]+, seats? \d+( and \d+)?/g, 'SEATS')
    .replaceAll(/(?<=SEATS\. Total ).*/g, 'AMOUNT')
    .replaceAll(/\d+m \d+s/g, '9m 59s')

/** Also the title while the tickets are reserved. */
const placeholder = 'title: Checkout'

const purchases: Record<string, (buyer: Buyer) => Promise<void>> = {
  async 'a ticket as a guest, from the list of events, with a card'(buyer) {
    const { page, keyboard } = buyer
    await page.goto('/all-events/')
    await keyboard.press(page.getByRole('link', { name: 'Late Film Club' }))
    await keyboard.to(page.getByLabel('Any seat', { exact: true }))
    await page.keyboard.press('ArrowDown')
    await keyboard.press(page.getByRole('button', { name: 'Add to basket' }))
    await reserve(buyer)
    await enterAsGuest(buyer)
    await expect(step(page, 'payment')).toBeVisible()
    await keyboard.press(button(page, 'Credit or Debit Card'))
    await payByCard(buyer)
    await expectOrder(page)
  },
  async 'a ticket as a member, with the bank'(buyer) {
    const { page, keyboard, arrange } = buyer
    await arrange({ shape: 'bank', user: 'member' })
    await reserve(buyer)
    await expect(step(page, 'login')).toBeVisible()
    await keyboard.press(continueButton(page))
    await expect(step(page, 'payment')).toBeVisible()
    await keyboard.press(button(page, 'Instant Bank Transfer'))
    await keyboard.press(page.getByRole('button', { name: /^Pay .* with your bank$/ }))
    await keyboard.press(page.getByRole('button', { name: 'Pay', exact: true }))
    await expect(step(page, 'awaiting_truelayer')).toBeVisible()
    await keyboard.press(continueButton(page))
    await expectOrder(page)
  },
  async 'a plan of instalments'(buyer) {
    const { page, keyboard, arrange } = buyer
    await arrange({ shape: 'plan' })
    await reserve(buyer)
    await enterAsGuest(buyer)
    await leaveMarketing(buyer)
    await expect(step(page, 'payment')).toBeVisible()
    await keyboard.press(button(page, 'Set up a payment plan'))
    await keyboard.to(page.getByRole('radio', { name: '3 months' }))
    await page.keyboard.press('Space')
    await keyboard.type(page.getByLabel('Please enter a mobile number *'), mobile)
    await payByCard(buyer)
    await expectPlan(page)
  },
  async 'free tickets'(buyer) {
    const { page, arrange } = buyer
    await arrange({ shape: 'free' })
    await reserve(buyer)
    await enterAsGuest(buyer)
    await leaveMarketing(buyer)
    await expectOrder(page)
  },
  async 'tickets in the express checkout'(buyer) {
    const { page, keyboard, arrange } = buyer
    await arrange({ shape: 'express' })
    await reserve(buyer)
    await expect(step(page, 'payment')).toBeVisible()
    await keyboard.type(page.getByLabel('Full name'), 'Grace Hopper')
    await keyboard.type(page.getByLabel('Email address', { exact: true }), newEmail())
    await keyboard.type(page.getByLabel('Postcode or zip code'), 'YO21 1DN')
    await payByCard(buyer)
    await expectOrder(page)
  },
  async 'two seats without the seating plan'(buyer) {
    const { page, keyboard } = buyer
    await page.goto('/events/book_seats/the-tempest-saturday/')
    await keyboard.press(page.getByRole('button', { name: 'Find seats' }))
    await keyboard.press(page.getByRole('button', { name: 'Add To Basket!' }))
    await reserve(buyer)
    await enterAsGuest(buyer)
    if (await step(page, 'marketing_preferences').isVisible()) await keyboard.press(continueButton(page))
    await expect(step(page, 'payment')).toBeVisible()
    await payByCard(buyer)
    await expectOrder(page)
  },
}

for (const [name, buy] of Object.entries(purchases))
  test(`buys ${name}, by keyboard alone, and says what a screen reader is to say [A2, A27]`, async ({
    page,
    codeFor,
    arrange,
  }) => {
    const spoken = await recordAnnouncements(page)
    await buy({ page, keyboard: new Keyboard(page), codeFor, arrange })
    expect(transcriptOf(spoken)).toMatchSnapshot(`${name.replaceAll(/[ ,]+/g, '-')}.txt`)
  })
