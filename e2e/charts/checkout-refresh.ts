import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step } from '#e2e/test.ts'
import { reserve } from './order.ts'
import { lookAtTab } from './page-signals.ts'
import type { Do, Doing, Walk } from './walk.ts'

const heldAtLogin: Do = async ({ page, gate, path, arrange }) => {
  const isGone = path.steps.some(({ label }) => label === 'done loadCheckout: signed out')
  await gate.whileOpen(async () => {
    await arrange({ shape: 'deliverable', state: 'delivery_address', user: isGone ? 'member' : 'guest' })
    await expect(step(page, 'delivery_address')).toBeVisible()
  })
}

/** A buyer who reserves; the reply is late. */
const reserving: Do = async (doing) => {
  const { page, gate, arrange } = doing
  gate.plan('reserveTickets', 'shop')
  await arrange({ shape: 'paid' })
  await reserve(doing)
  await expect(step(page, 'reserve')).toBeVisible()
  gate.plan('loadCheckout', 'shop')
}

const isReserving = ({ path }: Doing) => path.steps.some(({ label }) => label === 'tickets.reserved')

/** How the paths of `machines/checkout-refresh.ts` are walked in a browser. */
export const checkoutRefresh: Walk = {
  starts: { '': (doing) => (isReserving(doing) ? reserving : heldAtLogin)(doing) },
  doings: {
    async 'refresh.request'(doing) {
      const { page, context, path } = doing
      if (path.steps.some(({ label }) => label === 'done loadCheckout: signed out')) {
        await page.getByRole('button', { name: 'Enter the address manually' }).click()
        await page.getByLabel('Town or city').fill('Whitby')
        const other = await context.newPage()
        await other.goto('/account/wallet/')
        await other.getByRole('button', { name: 'Sign out' }).click()
        await expect(other).toHaveURL(/\/all-events\/$/)
        await other.close()
      }
      await lookAtTab(doing)
    },
    'tickets.reserved': ({ gate }) => gate.release('reserveTickets'),
  },
  calls: { 'done loadCheckout: signed out': 'loadUser' },
  contents: {
    async idle({ page, step: { label } }) {
      await expect(step(page, 'delivery_address')).toBeVisible()
      if (label !== 'done loadCheckout: signed out') return expect(page.getByRole('timer')).toBeVisible()
      await page.getByRole('button', { name: 'Enter the address manually' }).click()
      await expect(page.getByLabel('Town or city')).toHaveValue('')
    },
    async refreshing({ page, step: { label } }) {
      // Reading again disturbs nobody
      if (label === 'tickets.reserved') await expectScreen(page, 'login')
      else await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    },
  },
}
