import type { Page } from '@playwright/test'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import { claimInExpress, goOn, payAtBank, typeAccount } from './buyer.ts'
import { leave } from './leave-step.ts'

/** What a step is done with. */
export interface Doing {
  page: Page
  step: TestStep
  path: TestPath
  /** The screen before the step. */
  from: TestStep['screen']
  codeFor: (email: string) => Promise<string>
}

type Do = (doing: Doing) => Promise<unknown>

/** What the shop or the page does by itself. */
const waits: Do = () => Promise.resolve()

const press =
  (name: string): Do =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).first().click()

const leaves: Do = ({ page, step, path, from, codeFor }) =>
  leave[from ?? 'basket'](page, {
    to: step.screen ?? undefined,
    facts: { isExpress: path.shape === 'express' || path.shape === 'express_free' },
    method: 'card',
    codeFor,
  })

const pays: Do = (doing) =>
  doing.path.steps.some(({ label }) => label === 'done payment: left')
    ? payAtBank(doing.page, 'Pay')
    : leaves(doing)

/** How a buyer does each event in the browser, by its label or by its name. What is not here cannot be done yet. */
const doings: Record<string, Do> = {
  'done basket: chosen': leaves,
  'captcha.demanded': waits,
  'done reservation: reserved': (doing) => (doing.from === 'captcha' ? leaves(doing) : waits(doing)),
  'donation.save': ({ page, codeFor }) =>
    leave.donation(page, { to: 'gift_aid', facts: {}, method: null, codeFor }),
  'donation.skip': press('Skip donation'),
  'declaration.save': leaves,
  'done account: confirmed': leaves,
  'preferences.save': leaves,
  'done deliveryAddress: saved': leaves,
  'done ticketQuestions': leaves,
  'payment.opened': pays,
  'payment.pay: express': ({ page, path }) =>
    path.shape === 'express_free' ? claimInExpress(page) : typeAccount(page),
  'claim.retry': press('Try again'),
  'checkout.retry': press('Try again'),
  'method.switch': press('Try a different payment method'),
  'bank.retry': press('Try your bank again'),
  'payment.continue': ({ page }) => goOn(page),
  'waiver.continue': leaves,
  'messages.continue': leaves,
  'done payment: paid': waits,
  'done payment: left': waits,
  'done loadCheckout: at awaiting_truelayer': waits,
  'done bankPolling: completed': waits,
  'done ticketDelivery': waits,
  'done saveDonation: saved': waits,
  'done saveDonation: withdrawn': waits,
  'done updateDonation: saved': waits,
  'done setMarketingPreferences': waits,
  'done loadPaidOrder: paid': waits,
  'done prepareCard': waits,
  'done saveExpressAccount: saved': waits,
}

/** The address of a call that can be made to fail, by the name of its actor. */
const addresses: Record<string, string> = {
  loadCheckout: 'checkout/checkout/get',
  saveDonation: 'save_donation',
  updateDonation: 'update_donation',
  setMarketingPreferences: 'set_marketing_preferences',
  claimFreeTickets: 'claim_free_tickets',
}

/** Returns the address of the call that fails in this step, if it is one that can be made to fail. */
export function failingAddress({ label }: TestStep): string | undefined {
  const [, call = ''] = /^error (\w+): failed$/.exec(label) ?? []
  return addresses[call]
}

const doingOf = (step: TestStep) =>
  doings[step.label] ?? doings[step.label.replace(/: .*$/, '')] ?? (failingAddress(step) ? waits : undefined)

export const doStep = (doing: Doing) => doingOf(doing.step)?.(doing)

/** The steps that no browser test can bring about yet; and the whole path, if it does not begin with a basket. */
export const impossibleSteps = ({ shape, steps }: TestPath, shapes: readonly string[]): string[] => [
  ...(shape === null || !shapes.includes(shape) ? ['no basket of the sandbox begins it'] : []),
  ...(shape === 'unconfigured' && steps.some(({ screen }) => screen === 'payment')
    ? ['what a payment step without a provider shows is not described yet']
    : []),
  ...steps.slice(1).flatMap((step) => (doingOf(step) ? [] : [`${step.chart}: ${step.label}`])),
]
