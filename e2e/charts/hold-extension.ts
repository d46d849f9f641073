import type { Page } from '@playwright/test'
import { said } from '#e2e/buyer.ts'
import { expect, step } from '#e2e/test.ts'
import type { Outline } from '#machines/paths/index.ts'
import { changed, type Gate } from './gate.ts'
import { lookAtTab } from './page-signals.ts'
import { press, type Doing, type Walk } from './walk.ts'

const getMore = (page: Page) => page.getByRole('button', { name: 'Add time' })

const isOffered = async ({ page }: { page: Page }) => {
  await expect(page.getByText('Need more time?').first()).toBeVisible()
  await expect(getMore(page)).toBeVisible()
}

const isAsking = ({ page }: { page: Page }) => expect(getMore(page)).toHaveAttribute('aria-busy', 'true')

const isNot = ({ page }: { page: Page }) => expect(page.locator('[data-more-time]')).toBeHidden()

/** Whether the shop has not answered when no time was left. */
const isOverdue = ({ path, step: one }: Doing) => path.steps[path.steps.indexOf(one) - 1]?.state === 'overdue'

/** The seconds that the shop gives when no time is left. */
const given = ({ path }: Doing) =>
  path.steps.findLastIndex(({ label }) => label === 'countdown.shortened') > 0 ? 100 : 400

/** Tells how long the hold lasts, and then answers what has been asked too late. */
async function tell(gate: Gate) {
  await gate.release('refreshCheckout')
  await gate.release('extendHold')
}

/** Has the page read again how many seconds are left. */
async function correct(doing: Doing, seconds: number) {
  doing.gate.planNext('refreshCheckout', changed({ seconds_remaining: seconds }))
  await lookAtTab(doing)
  await doing.gate.release('refreshCheckout')
}

/** Only while a payment is in flight does a step outlive its hold. */
const afterExpiry = (path: Outline, at: number) =>
  path.steps.slice(0, at).some(({ value }) => value === 'expired') ? 'the step has ended with the hold' : null

/** The countdown tells its end once, until it is corrected. */
const afterEnd = (path: Outline, at: number) =>
  path.steps[at - 1]?.value === 'overdue' ? 'the countdown has told its end' : afterExpiry(path, at)

/** How the paths of `machines/hold-extension.ts` are walked in a browser. */
export const holdExtension: Walk = {
  starts: {
    async ''({ page, arrange }) {
      await arrange({ shape: 'paid', state: 'login', secondsRemaining: 145 })
      await expect(step(page, 'login')).toBeVisible()
    },
  },
  doings: {
    // With more time, the last two minutes begin later
    'countdown.shortened': (doing) => {
      const { gate, pass, path, step: one } = doing
      if (isOverdue(doing)) return tell(gate)
      const at = path.steps.indexOf(one)
      // Little time was left already
      if (path.steps[at - 1]?.label === 'countdown.shortened') return correct(doing, 90)
      return pass(at === 0 ? 30_000 : 340_000)
    },
    'countdown.lengthened': (doing) => (isOverdue(doing) ? tell(doing.gate) : correct(doing, 400)),
    async 'countdown.over'(doing) {
      const { gate, pass, path, step: one } = doing
      const before = path.steps[path.steps.indexOf(one) - 1]
      if (before?.state !== 'extending') return pass(150_000)
      gate.planNext('refreshCheckout', changed({ seconds_remaining: given(doing) }))
      await pass(12_000)
    },
    async 'hold.extend'(doing) {
      const { gate, pass, path, step: one } = doing
      if (path.steps[path.steps.indexOf(one) + 1]?.label === 'countdown.over') {
        // In the last seconds: the page checks with the shop while a call takes long
        await pass(105_000)
        gate.plan('extendHold', { json: { extended: true, seconds_remaining: given(doing) } })
      }
      await press('Add time')(doing)
    },
  },
  answers: {
    'done extendHold: refused': {
      json: { extended: false, seconds_remaining: 110, message: 'Others are waiting' },
    },
  },
  before: {
    // The hold is as it was, although no time has passed at the shop
    async 'error extendHold'({ gate }) {
      gate.planNext('refreshCheckout', changed({ seconds_remaining: 110 }))
    },
  },
  impossible: {
    'countdown.over': afterEnd,
    'countdown.lengthened': afterExpiry,
  },
  unreachable: {
    'holdExtension.overdue countdown.over #1': 'the countdown tells its end once, until it is corrected',
    'holdExtension.expired countdown.lengthened #1': 'the step ends with the hold, and this chart with it',
  },
  contents: {
    idle: isNot,
    offered: isOffered,
    extending: isAsking,
    async extended({ page }) {
      await expect(page.getByText('You have more time now.').first()).toBeVisible()
      await expect(page.getByRole('timer')).toContainText(/[67]m/)
    },
    refused: ({ page }) => expect(page.getByText('Others are waiting').first()).toBeVisible(),
    overdue: ({ page }) =>
      expect(page.locator('[data-more-time]')).toHaveText('Checking whether there is more time'),
    async expired({ page }) {
      await expect(step(page, 'basket')).toBeVisible()
      await expect(said(page, 'Your checkout time expired.')).toBeVisible()
    },
  },
}
