import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { editBasket } from './order.ts'
import { waits, type Do, type Walk } from './walk.ts'

const atBasket: Do = ({ arrange }) => arrange({ shape: 'paid' })
const atPayment: Do = ({ arrange }) => arrange({ shape: 'paid', state: 'payment' })
const atDonation: Do = ({ arrange }) => arrange({ shape: 'charity', state: 'donation' })

const starts: Record<string, Do> = { 'state.known': atBasket, 'state.entered: login': atDonation }

/** How the paths of `machines/state-reporting.ts` are walked in a browser. */
export const stateReporting: Walk = {
  starts: { '': (doing) => (starts[doing.path.steps[0]?.label ?? ''] ?? atPayment)(doing) },
  doings: {
    // The shop has named the basket, so that its step is not reported
    'state.known': waits,
    'state.entered: basket': (doing) =>
      (doing.path.steps[0]?.label === 'state.known' ? waits : editBasket)(doing),
    'state.entered: login': ({ page }) => page.getByRole('button', { name: 'Skip donation' }).click(),
  },
  contents: {
    idle: ({ page, path }) =>
      expectScreen(page, path.steps[0]?.label === 'state.entered: login' ? 'login' : 'basket'),
  },
}
