import { expectSeatingPlan, find, friday, said, seats } from '#e2e/seat-buyer.ts'
import { expect } from '#e2e/test.ts'
import { answerPlan, holdAnswers, holdSeat } from './seating-plan.ts'
import type { Do, Walk } from './walk.ts'

const list: Do = ({ page }) => page.getByText('Choose from a list').click()

/** How the paths of `machines/free-seats.ts` are walked in a browser. */
export const freeSeats: Walk = {
  starts: {
    async ''({ page, gate, path }) {
      if (path.steps.some(({ label }) => label === 'seats.released')) await holdSeat(page)
      // Choosing the best seats fails, which leaves the chosen ones alone
      await holdAnswers(page, ['holdBestAvailable'])
      gate.plan('loadFreeSeats', 'shop')
      await page.goto(friday)
      await expectSeatingPlan(page)
    },
  },
  doings: {
    'list.open': list,
    'list.close': list,
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    async 'seats.changed'({ page }) {
      await find(page).click()
      await answerPlan(page, 'holdBestAvailable', 'fails')
      await expect(said(page, /^We could not find that many free seats\./)).toBeVisible()
    },
    'seats.released': ({ page }) =>
      seats(page)
        .getByRole('button', { name: /^Remove/ })
        .click(),
  },
  answers: {
    'done loadFreeSeats: no list': { status: 404, body: '' },
  },
  contents: {
    async closed({ page }) {
      await expect(page.getByLabel('Section')).toBeHidden()
    },
    async 'open.loading'({ page, step }) {
      if (step.label === 'list.open') await expect(page.getByText('Loading').first()).toBeVisible()
    },
    'open.listed': ({ page }) => expect(page.getByLabel('Section')).toBeVisible(),
    async 'open.failed'({ page }) {
      await expect(said(page, /^We could not load the free seats\.$/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    unlisted: ({ page }) => expect(page.getByText(/^This shop has no list of free seats\./)).toBeVisible(),
  },
}
