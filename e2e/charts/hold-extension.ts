import type { Page } from '@playwright/test'
import { said } from '#e2e/buyer.ts'
import { expect, step } from '#e2e/test.ts'
import type { Outline } from '#machines/paths/index.ts'
import { changed } from './gate.ts'
import { lookAtTab } from './page-signals.ts'
import { has, press, type Walk } from './walk.ts'

const getMore = (page: Page) => page.getByRole('button', { name: 'Add time' })

const isOffered = async ({ page }: { page: Page }) => {
  await expect(page.getByText('Need more time?').first()).toBeVisible()
  await expect(getMore(page)).toBeVisible()
}

const isNot = ({ page }: { page: Page }) => expect(page.locator('[data-more-time]')).toBeHidden()

/** Only while a payment is in flight does a step outlive its hold. */
const afterExpiry = (path: Outline, at: number) =>
  path.steps.slice(0, at).some(({ value }) => value === 'expired') ? 'the step has ended with the hold' : null

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
    'countdown.shortened': ({ pass, path, step: one }) =>
      pass(path.steps.indexOf(one) === 0 ? 30_000 : 340_000),
    async 'countdown.lengthened'(doing) {
      doing.gate.planNext('refreshCheckout', changed({ seconds_remaining: 400 }))
      await lookAtTab(doing)
      await doing.gate.release('refreshCheckout')
    },
    'countdown.over': ({ pass }) => pass(150_000),
    'hold.extend': press('Add time'),
  },
  answers: {
    'done extendHold: refused': {
      json: { extended: false, seconds_remaining: 110, message: 'Others are waiting' },
    },
  },
  before: {
    // The hold is as it was, although no time has passed at the shop
    async 'error extendHold'(doing) {
      if (!has(doing, 'countdown.over'))
        doing.gate.planNext('refreshCheckout', changed({ seconds_remaining: 110 }))
    },
  },
  impossible: {
    'countdown.over': afterExpiry,
    'countdown.lengthened': afterExpiry,
  },
  unreachable: {
    'holdExtension.expired countdown.lengthened #1': 'the step ends with the hold, and this chart with it',
  },
  contents: {
    idle: isNot,
    offered: isOffered,
    extending: ({ page }) => expect(getMore(page)).toHaveAttribute('aria-busy', 'true'),
    async extended({ page }) {
      await expect(page.getByText('You have more time now.').first()).toBeVisible()
      await expect(page.getByRole('timer')).toContainText(/[67]m/)
    },
    refused: ({ page }) => expect(page.getByText('Others are waiting').first()).toBeVisible(),
    async expired({ page }) {
      await expect(step(page, 'basket')).toBeVisible()
      await expect(said(page, 'Your checkout time expired.')).toBeVisible()
    },
  },
}
