import type { Page } from '@playwright/test'
import { claimInExpress, newEmail } from '#e2e/buyer.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { offerToTwo, offerTicket } from './transfers.ts'
import { noControl, press, type Do, type Doing, type Walk } from './walk.ts'

const arrived: Do = ({ arrange }) => arrange({ shape: 'paid', state: 'order_completed' })

/** An order of express checkout, whose email has not been proven, so that it can be corrected. */
const unproven: Do = async ({ page, pass, arrange }) => {
  await arrange({ shape: 'express_free', state: 'payment' })
  await claimInExpress(page)
  const afterMore = async () => {
    await pass(1_000)
    return stepOn(page, 'order_completed').isVisible()
  }
  await expect.poll(afterMore).toBe(true)
}

/** An order of which tickets were offered to one or two people before the page was loaded. */
const offeredTo = (people: number, order: Do, doing: Doing) =>
  doing.gate.whileOpen(async () => {
    await order(doing)
    await press('Transfer tickets')(doing)
    await (people === 1 ? offerTicket(doing.page) : offerToTwo(doing.page))
    await expect(doing.page.getByText(/^Offered to [A-Z]/)).toHaveCount(people)
    await doing.page.reload()
  })

const isLoaded = ({ path, step }: Doing) =>
  path.steps.slice(0, path.steps.indexOf(step)).some(({ label }) => label.startsWith('done loadOrder'))

/** Presses a control that is there once the page knows what the order allows; before that, there must be none. */
const pressIfLoaded =
  (name: string | RegExp): Do =>
  async (doing) => {
    if (isLoaded(doing)) return press(name)(doing)
    await expect(doing.page.getByRole('button', { name: 'How did we do?' })).toBeVisible()
    await expect(doing.page.getByRole('button', { name })).toBeHidden()
    return noControl
  }

const codeField = (page: Page) => page.getByLabel('One-time code')

const writeFeedback =
  (text: string): Do =>
  async ({ page }) => {
    await page.getByLabel('Feedback').fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
  }

/** Takes back what the first of the recipients was offered. */
const cancelAndReturn: Do = async (doing) => {
  const cancel = doing.page.getByRole('button', { name: /^Cancel the offer to / })
  const count = await cancel.count()
  await cancel.first().click()
  await expect(cancel).toHaveCount(count - 1)
  await press('Back')(doing)
}

const offerAndReturn: Do = async (doing) => {
  await offerTicket(doing.page)
  await expect(doing.page.getByText('Your tickets have been transferred')).toBeVisible()
  await press('Back')(doing)
}

const refused = (error: string) => ({ status: 400, json: { error } })

const dialog = (page: Page) => page.getByRole('dialog')

/** Expects a message in the dialog after this event. */
const inDialog = (page: Page, text: string) => expect(dialog(page).getByText(text).first()).toBeVisible()

/** How the paths of `machines/order-completed.ts` are walked in a browser. */
export const orderCompleted: Walk = {
  starts: {
    '*': (doing) => {
      const { path, gate } = doing
      // A path on which the details do not arrive; a change of the email reads them again
      if (!path.steps.some(({ label }) => /^(done|error) loadOrder/.test(label)))
        gate.plan('loadOrder', 'shop')
      const order = path.steps.some(({ label }) => label === 'email.correct') ? unproven : arrived
      const changes = path.steps.filter(({ label }) => label === 'done transfers: changed').length
      if (changes === 0) return order(doing)
      // Each is followed by another reading
      for (let at = 0; at < changes; at++) gate.plan('loadOrder', 'shop')
      return offeredTo(changes, order, doing)
    },
  },
  doings: {
    'updates.subscribe': press('Subscribe to important updates'),
    'feedback.open': press('How did we do?'),
    'feedback.send: written': writeFeedback('Lovely evening'),
    async 'feedback.send: blank'(doing) {
      await writeFeedback('  ')(doing)
      await expect(dialog(doing.page).getByLabel('Feedback')).toBeEditable()
      return noControl
    },
    'tickets.resend': pressIfLoaded('Send it again'),
    async 'email.correct'(doing) {
      if (await codeField(doing.page).isVisible())
        return press('Check or change email address, or re-send code')(doing)
      return pressIfLoaded('Wrong email?')(doing)
    },
    async 'email.submit'({ page, kept }) {
      const email = newEmail()
      kept.set('email', email)
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send code' }).click()
    },
    async 'code.verify'({ page, kept, codeFor }) {
      await codeField(page).fill(await codeFor(kept.get('email') ?? ''))
      await page.getByRole('button', { name: 'Verify' }).click()
    },
    'transfer.open': pressIfLoaded(/^(Transfer|Offered) tickets$/),
    'stay.open': pressIfLoaded('Find a place to stay'),
    async 'overview.return'(doing) {
      if (await dialog(doing.page).isVisible()) await doing.page.keyboard.press('Escape')
      else await press('Back')(doing)
    },
    'done transfers: sent': offerAndReturn,
    'done transfers: changed': cancelAndReturn,
    'done transfers: left': press('Back'),
  },
  answers: {
    'done resendTickets: refused': refused('Sent three times'),
    'done sendEmailCode: refused': refused('Too many codes'),
    'done changeEmail: wrong': refused('Wrong code'),
  },
  unanswered: ['sendFeedback', 'subscribeToEvents', 'resendTickets', 'sendEmailCode', 'changeEmail'],
  contents: {
    async 'view.overview'(doing) {
      const { page, step } = doing
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order complete!/)
      if (isLoaded(doing)) await expect(page.getByText(/^Your reference is [A-Z0-9]+$/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'How did we do?' })).toBeVisible()
      await expect(dialog(page)).toBeHidden()
      if (step.label === 'done changeEmail: changed')
        await expect(page.getByRole('button', { name: 'Wrong email?' })).toBeHidden()
      if (step.label === 'done transfers: sent')
        await expect(page.getByRole('button', { name: 'Offered tickets' })).toBeVisible()
    },
    async 'view.writing_feedback'({ page }) {
      await expect(dialog(page)).toBeVisible()
      await expect(page.getByLabel('Feedback')).toBeEditable()
    },
    'view.sending_feedback': ({ page }) =>
      expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-busy', 'true'),
    async 'view.correcting_email.entering'({ page, step }) {
      await expect(dialog(page).getByLabel('Email address')).toBeVisible()
      if (step.label === 'done sendEmailCode: refused') await inDialog(page, 'Too many codes')
      if (step.label.startsWith('error'))
        await inDialog(page, 'Unable to send the code. Please try again later')
    },
    'view.correcting_email.sending_code': ({ page }) =>
      expect(page.getByRole('button', { name: 'Send code' })).toHaveAttribute('aria-busy', 'true'),
    async 'view.correcting_email.confirming'({ page, step }) {
      await expect(codeField(page)).toBeVisible()
      if (step.label === 'done changeEmail: wrong') await inDialog(page, 'Wrong code')
      if (step.label.startsWith('error'))
        await inDialog(page, 'Unable to check the code. Please try again later')
    },
    'view.correcting_email.changing_email': ({ page }) =>
      expect(page.getByRole('button', { name: 'Verify' })).toHaveAttribute('aria-busy', 'true'),
    'view.transfer_tickets': ({ page }) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer tickets'),
    async 'view.find_a_place'({ page }) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a place to stay')
      await expect(page.locator('iframe')).toBeVisible()
    },
    async 'details.loaded'({ page, step }) {
      const name = /^(Transfer|Offered) tickets$/
      if (step.label.startsWith('done')) await expect(page.getByRole('button', { name })).toBeVisible()
      if (step.label.startsWith('error')) await expect(page.getByText(/Your reference is/)).toBeVisible()
    },
    'resend.resending': ({ page }) =>
      expect(page.getByRole('button', { name: 'Send it again' })).toBeDisabled(),
    'resend.idle': ({ page }) => expect(page.getByRole('button', { name: 'Send it again' })).toBeEnabled(),
    'updates.subscribing': ({ page }) =>
      expect(page.getByRole('button', { name: 'Subscribe to important updates' })).toBeDisabled(),
    'updates.idle': ({ page, step }) =>
      expect(page.getByRole('button', { name: 'Subscribe to important updates' })).toBeVisible({
        visible: step.label.startsWith('error'),
      }),
  },
  impossible: {
    'error transfers': 'no invoked chart fails by itself',
    'error loadOrder': 'without a reply the order allows nothing more, and the page shows what it knew',
  },
}
