import { said } from '#e2e/buyer.ts'
import { expect, step } from '#e2e/test.ts'
import { changed } from './gate.ts'
import { lookAtTab } from './page-signals.ts'
import type { Walk } from './walk.ts'

const lastSeconds = 30

/** How the paths of `machines/countdown.ts` are walked in a browser. */
export const countdown: Walk = {
  starts: {
    async 'two minutes and a second'({ page, arrange }) {
      await arrange({ shape: 'paid', state: 'login', secondsRemaining: 145 })
      await expect(page.getByRole('timer')).toContainText('2m')
    },
    async 'one second'({ page, arrange }) {
      await arrange({ shape: 'paid', state: 'login', secondsRemaining: lastSeconds })
      await expect(page.getByRole('timer')).toContainText('s')
    },
    async ''({ page, gate, arrange }) {
      gate.plan('loadCheckout', (real) => ({ ...(real as object), seconds_remaining: null }))
      await arrange({ shape: 'paid', state: 'login' })
      await gate.release('loadCheckout')
      await expect(step(page, 'login')).toBeVisible()
      await expect(page.getByRole('timer')).toBeHidden()
    },
  },
  doings: {
    'after tick': ({ pass }) => pass(lastSeconds * 1_000),
    'countdown.corrected': lookAtTab,
    async 'countdown.corrected: longer'(doing) {
      doing.gate.planNext('refreshCheckout', changed({ seconds_remaining: 121 }))
      await lookAtTab(doing)
      await doing.gate.release('refreshCheckout')
    },
  },
  contents: {
    running: ({ page }) => expect(page.getByRole('timer')).toContainText(/\d+[ms]/),
    async over({ page }) {
      await expect(step(page, 'basket')).toBeVisible()
      await expect(page.getByRole('timer')).toBeHidden()
      await expect(said(page, 'Your checkout time expired.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
    },
  },
}
