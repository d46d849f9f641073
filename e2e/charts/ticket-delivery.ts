import type { Page } from '@playwright/test'
import { said } from '#e2e/buyer.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { press, type Walk } from './walk.ts'

const notCompleted = { json: { delivery_completed: false } }

/** Expects that the buyer is offered both ways on after a failure. */
async function expectWaysOn(page: Page) {
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Continue without waiting' })).toBeEnabled()
}

const expectStages = (page: Page, ...stages: RegExp[]) =>
  expect(page.getByRole('main').getByRole('listitem')).toHaveText(stages)

const paid = /^Payment complete$/

/** How the paths of `machines/ticket-delivery.ts` are walked in a browser. */
export const ticketDelivery: Walk = {
  starts: {
    // The page reads the buyer when it loads; the path is about the next time
    '': ({ page, gate, arrange }) =>
      gate.whileOpen(async () => {
        await arrange({ shape: 'paid', state: 'deliver_tickets' })
        await expectStages(page, paid, /^Delivering/, /^Sending/)
      }),
  },
  doings: {
    'delivery.retry': press('Try again'),
    'delivery.continue': press('Continue without waiting'),
  },
  answers: {
    'done deliverToBitticket: not completed': notCompleted,
    'done deliverToWallet: not completed': notCompleted,
  },
  unanswered: ['deliverToBitticket', 'deliverToWallet'],
  contents: {
    delivering_to_ticket_wallet: ({ page }) => expectStages(page, paid, /^Delivering/, /^Sending/),
    async delivery_failed({ page }) {
      await expectStages(page, paid, /^Delivering .* failed$/, /^Sending/)
      await expect(
        said(page, 'Your payment is complete, and your order is safe. We will keep trying'),
      ).toBeVisible()
      await expect(
        said(page, 'Delivery failed. Please contact support, Error code: 2961').first(),
      ).toBeVisible()
      await expectWaysOn(page)
    },
    delivering_to_email: ({ page }) => expectStages(page, paid, /^Tickets delivered/, /^Sending/),
    async email_failed({ page }) {
      await expectStages(page, paid, /^Tickets delivered/, /^Sending .* failed$/)
      await expect(
        said(page, "Your tickets are in your wallet. We just haven't emailed you a copy yet."),
      ).toBeVisible()
      await expectWaysOn(page)
    },
    delivered: ({ page }) => expectStages(page, paid, /^Tickets delivered/, /^Ticket wallet sent/),
    done: ({ page }) => expect(stepOn(page, 'order_completed')).toBeVisible(),
  },
}
