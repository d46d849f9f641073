import type { Page } from '@playwright/test'
import { heldSteps } from '#machines/testing/held-steps.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Basket } from './baskets-file.ts'

/** A basket cannot be got there. The message says why. */
export class NotArranged extends Error {}

/** Gets a basket as a buyer does, and waits for the checkout. Throws `NotArranged`. */
export async function openBasket(page: Page, basket: Basket): Promise<void> {
  if (typeof basket === 'string') await openLink(page, basket)
  else
    for (const { link, tickets } of basket.pages) {
      await open(page, link)
      for (const [name, count] of Object.entries(tickets)) await choose(page, link, name, count)
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await expectCheckout(page, link)
    }
}

/** Opens a link; the page of a shared basket asks first. */
async function openLink(page: Page, link: string) {
  await open(page, link)
  const opens = page.getByRole('button', { name: /^Open the (shared )?basket/ })
  if (await opens.isVisible()) await opens.click()
  await expectCheckout(page, link)
}

async function open(page: Page, link: string) {
  const reply = await page.goto(link)
  if (!reply?.ok()) throw new NotArranged(`${link} answers ${reply?.status() ?? 'nothing'}`)
}

/** Chooses tickets by their name, or as the form sends them: `event|date|ticket|0`. */
async function choose(page: Page, link: string, name: string, count: number) {
  const list = name.includes('|')
    ? page.locator(`input[value="${name}"] + * select`)
    : page.getByLabel(name, { exact: true })
  if ((await list.count()) === 0) throw new NotArranged(`${link} offers no ticket "${name}"`)
  const offered = await list.first().locator('option').allInnerTexts()
  if (!offered.includes(String(count))) throw new NotArranged(`${link} does not offer ${count} of "${name}"`)
  await list.first().selectOption(String(count))
}

/** Waits for a step of the checkout with something in the basket. */
async function expectCheckout(page: Page, link: string) {
  const step = page.locator('[data-state]:not([data-state="determining"])')
  await step.waitFor({ timeout: 20_000 }).catch(() => {
    throw new NotArranged(`${link} leads to ${page.url()}, which shows no step of the checkout`)
  })
  if (await page.getByRole('link', { name: 'Browse events' }).isVisible())
    throw new NotArranged(`${link} leads to an empty basket`)
}

/** Returns the step on the screen. */
export async function stepShown(page: Page): Promise<CheckoutState | undefined> {
  const shown = await page.locator('[data-state]').first().getAttribute('data-state')
  return checkoutStates.find((state) => state === shown)
}

/** Gives held tickets back, which is what editing the basket does, so that a walk begins at the basket and keeps nothing. */
export async function releaseHold(page: Page): Promise<void> {
  const state = await stepShown(page)
  if (!state || !heldSteps.includes(state)) return
  const summary = page.getByRole('region', { name: 'Order summary' })
  await summary.getByRole('button', { name: /^Edit basket/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.locator('[data-state="basket"]').waitFor({ timeout: 20_000 })
}
