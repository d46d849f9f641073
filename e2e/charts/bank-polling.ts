import { said } from '#e2e/buyer.ts'
import { expect, passShopTime, step } from '#e2e/test.ts'
import { press, type Do, type Walk } from './walk.ts'

/** Expects that the page waits for the bank, and offers nothing else. */
export const isWaiting: Do = async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Loading')
  await expect(page.getByRole('button', { name: 'Edit basket' })).toBeHidden()
}

/** How the paths of `machines/bank-polling.ts` are walked in a browser. */
export const bankPolling: Walk = {
  starts: {
    '': ({ arrange }) => arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' }),
  },
  doings: {
    async 'status.check'(doing) {
      doing.kept.set('by hand', 'true')
      await press('Check again')(doing)
    },
  },
  before: {
    // The bank takes 20 seconds
    'done getTruelayerStatus: completed': ({ page }) => passShopTime(page, 30),
  },
  answers: {
    // The shop slows down polls that come faster than a page sends them
    'done getTruelayerStatus: pending': {
      json: { truelayer_status: { payment_completed: 0, truelayer_status_error: '' } },
    },
  },
  held: { 'after answerWait': 'getTruelayerStatus' },
  contents: {
    starting: isWaiting,
    async asking(doing) {
      const byHand = doing.page.getByRole('button', { name: 'Check again' })
      if (doing.kept.has('by hand')) await expect(byHand).toHaveAttribute('aria-disabled', 'true')
      else await isWaiting(doing)
    },
    waiting: isWaiting,
    async given_up({ page }) {
      await expect(
        said(
          page,
          "We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed.",
        ),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
      await expect(page.getByRole('button', { name: 'Try a different payment method' })).toBeEnabled()
    },
    async answered({ page }) {
      await expect(step(page, 'awaiting_truelayer')).toBeVisible()
      await expect(said(page, 'We have received your payment of £30.00.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled()
    },
  },
}
