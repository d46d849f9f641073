import type { Page } from '@playwright/test'
import { newEmail } from '#e2e/buyer.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { noControl, press, type Do, type Doing, type Walk } from './walk.ts'

const row = (page: Page, number: number) =>
  page.getByRole('group', { name: `Recipient ${number}`, exact: true })

const line = (page: Page) => page.getByRole('main').locator('details').first()

const toggleLine = (page: Page) => line(page).locator('summary').click()

/** Opens the line of tickets if it is closed, and fills in its first recipient. */
async function fillIn(page: Page, qty: number) {
  await expect(line(page)).toBeVisible()
  if (!(await row(page, 1).isVisible())) await toggleLine(page)
  await row(page, 1).getByRole('spinbutton').fill(String(qty))
  await row(page, 1).getByLabel('Full name').fill('Bo Recipient')
  await row(page, 1).getByLabel('Email').fill(newEmail())
}

const openForm: Do = async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  await page.getByRole('button', { name: 'Transfer tickets' }).click()
}

/** Offers tickets to somebody, from the page of the order. */
export async function offerTicket(page: Page, qty = 1) {
  await fillIn(page, qty)
  await page.getByRole('button', { name: 'Send tickets' }).click()
}

/** Offers one ticket each to two people, from the page of the order. */
export async function offerToTwo(page: Page) {
  await fillIn(page, 1)
  await page.getByRole('button', { name: '+ Add another recipient' }).click()
  await row(page, 2).getByLabel('Full name').fill('Cy Recipient')
  await row(page, 2).getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send tickets' }).click()
}

const offered = (page: Page) => page.getByText(/^Offered to Bo Recipient, /)

/** A buyer who has offered both tickets before the page was loaded. */
const sentBefore: Do = async (doing) => {
  const { page, gate } = doing
  await gate.whileOpen(async () => {
    await openForm(doing)
    await offerTicket(page, 2)
    await expect(offered(page)).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Offered tickets' }).click()
    await expect(offered(page)).toBeVisible()
  })
}

/** A buyer who has offered each ticket to somebody else, and has taken one back, before the page was loaded. */
const someCameBack: Do = async (doing) => {
  const { page, gate } = doing
  await gate.whileOpen(async () => {
    await openForm(doing)
    await offerToTwo(page)
    await page.getByRole('button', { name: 'Cancel the offer to Cy Recipient' }).click()
    await expect(page.getByRole('button', { name: 'Cancel the offer to Cy Recipient' })).toBeHidden()
    await page.reload()
    await page.getByRole('button', { name: 'Transfer tickets' }).click()
    await expect(offered(page)).toBeVisible()
  })
}

const hasHappened = ({ path, step }: Doing, label: string) =>
  path.steps.slice(0, path.steps.indexOf(step)).some((one) => one.label === label)

/** Whether tickets are left beside those that are offered. */
function hasMore(doing: Doing): boolean {
  if (hasHappened(doing, 'offer.cancel') && hasHappened(doing, 'done changeOffer: changed')) return true
  if (doing.path.start === 'sent before') return false
  if (hasHappened(doing, 'done readOffers: found')) return true
  return !hasHappened(doing, 'recipient.change: all tickets')
}

/** Presses a button, or expects that there is none if the chart would refuse its event after this. */
const pressUnless =
  (name: string | RegExp, after: string): Do =>
  async (doing) => {
    if (!hasHappened(doing, after)) return press(name)(doing)
    await expect(doing.page.getByRole('button', { name })).toBeHidden()
    return noControl
  }

/** Presses a button of the offer to Bo, or expects that there is none, as it was taken back or another page has made the only offer. */
const pressForBo =
  (name: string): Do =>
  async (doing) => {
    const isOffered = doing.path.start !== '' || hasHappened(doing, 'done setTransfers: offered')
    if (isOffered) return pressUnless(name, 'done changeOffer: changed')(doing)
    await expect(doing.page.getByRole('button', { name })).toBeHidden()
    return noControl
  }

/** An offer of which the page did not know, as another page has made it. */
const foundOffer = {
  ...{ id: 'o2', ticket_id: '7', title: 'Lantern Evening - Adult', qty: 1 },
  ...{ name: 'Cy Elsewhere', email: 'cy@example.com', status: 'offered', send_on: '' },
}

const tooMany = { status: 400, json: { error: 'Too many today' } }

/** How the paths of `machines/transfers.ts` are walked in a browser. */
export const transfers: Walk = {
  starts: {
    // The order is read before the gate waits for another reading
    '': (doing) => doing.gate.whileOpen(() => openForm(doing)),
    'sent before': sentBefore,
    'sent before, and some came back': someCameBack,
  },
  doings: {
    async 'transfer.more'(doing) {
      const more = doing.page.getByRole('button', { name: /^Transfer (more )?tickets$/ })
      if (hasMore(doing)) return more.click()
      await expect(more).toBeHidden()
      return noControl
    },
    'line.toggle': ({ page }) => toggleLine(page),
    'recipient.add': pressUnless('+ Add another recipient', 'recipient.change: all tickets'),
    'recipient.change: complete': ({ page }) => fillIn(page, 1),
    'recipient.change: all tickets': ({ page }) => fillIn(page, 2),
    // The field takes no more than there are
    async 'recipient.change: too many'({ page }) {
      await fillIn(page, 3)
      await expect(row(page, 1).getByRole('spinbutton')).toHaveValue('2')
      await expect(row(page, 1).getByRole('button', { name: 'One more' })).toBeHidden()
      return noControl
    },
    async 'recipient.remove'(doing) {
      await press('+ Add another recipient')(doing)
      await expect(row(doing.page, 2).getByLabel('Full name')).toBeFocused()
      await press('Remove recipient 2')(doing)
      await expect(row(doing.page, 2)).toBeHidden()
      await expect(row(doing.page, 1)).toBeFocused()
    },
    // Blocked while it says what is missing, but it can be pressed
    'transfer.send': ({ page }) => page.getByRole('button', { name: 'Send tickets' }).click({ force: true }),
    'transfer.leave': press('Back'),
    'offer.cancel': pressForBo('Cancel the offer to Bo Recipient'),
    'offer.correct': pressForBo('Correct the offer to Bo Recipient'),
    'offer.keep': press('Keep the offer'),
    async 'correction.send'(doing) {
      await doing.page.getByLabel('Full name').fill('Bo Right')
      await doing.page.getByLabel('Email').fill(newEmail())
      await press('Offer to this address instead')(doing)
    },
  },
  answers: {
    'done changeOffer: refused': tooMany,
    'done readOffers: found': (real) => {
      const { transfers = [] } = real as { transfers?: object[] }
      return { ...(real as object), transfers: [...transfers, foundOffer] }
    },
  },
  contents: {
    async form({ page, step }) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer tickets')
      await expect(page.getByText(/^Your friends get a transfer notification by email/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Back' })).toBeEnabled()
      if (step.label === 'line.toggle') await expect(row(page, 1)).toBeHidden()
      if (step.label === 'recipient.add' && (await row(page, 2).isVisible()))
        await expect(row(page, 2).getByLabel('Full name')).toBeFocused()
      if (step.label !== 'transfer.send') return
      await expect(page.getByRole('alert')).toContainText('There is a problem')
      await expect(row(page, 1)).toBeVisible()
    },
    sending: ({ page }) =>
      expect(page.getByRole('button', { name: 'Send tickets' })).toHaveAttribute('aria-busy', 'true'),
    checking: ({ page }) =>
      expect(page.getByRole('button', { name: 'Send tickets' })).toHaveAttribute('aria-busy', 'true'),
    async sent({ page, step }) {
      if (step.label === 'done readOffers: found') {
        await expect(
          page.getByRole('main').getByText(/^Some of these tickets were sent already\./),
        ).toBeVisible()
        await expect(page.getByText(/^Offered to Cy Elsewhere/)).toBeVisible()
      }
      if (step.label === 'done setTransfers: offered')
        await expect(page.getByText('Your tickets have been transferred')).toBeFocused()
      if (step.label === 'done changeOffer: refused')
        await expect(page.getByRole('main').getByText('Too many today').first()).toBeVisible()
      if (step.label === 'done changeOffer: changed') await expect(offered(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Back' })).toBeEnabled()
    },
    async correcting({ page, step }) {
      await expect(page.getByLabel('Full name')).toBeVisible()
      await expect(page.getByLabel('Email')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Keep the offer' })).toBeEnabled()
      if (step.label === 'done changeOffer: refused')
        await expect(page.getByRole('main').getByText('Too many today').first()).toBeVisible()
    },
    changing: ({ page }) => expect(page.getByRole('button', { name: 'Back' })).toBeDisabled(),
    left: ({ page }) => expect(stepOn(page, 'order_completed')).toBeVisible(),
  },
}
