import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step } from '#e2e/test.ts'
import { editBasket } from './order.ts'
import type { Walk } from './walk.ts'

/** How the paths of `machines/sale-release.ts` are walked in a browser. */
export const saleRelease: Walk = {
  starts: { '': ({ arrange }) => arrange({ shape: 'paid', state: 'payment' }) },
  doings: {
    'release.request': editBasket,
  },
  contents: {
    // Released, or still held
    async idle({ page, step: { label } }) {
      if (label === 'done destroySale') return expectScreen(page, 'basket')
      await expect(step(page, 'payment')).toBeVisible()
      await expect(page.getByRole('timer')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
    },
    async destroying({ page }) {
      await expect(page.getByRole('timer')).toBeVisible()
    },
  },
}
