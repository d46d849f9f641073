import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  OutputFrom,
} from 'xstate'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { CallName, Replies } from '#machines/testing/fake-shop.ts'
import { bankAnswer, declaration, marketingChoices } from '#machines/testing/samples.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Complete } from '#src/app/complete.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { saleSteps } from '#src/checkout/rules/sale-steps.ts'

/** An event with its payload. `label` distinguishes the cases of one event: `reserved`, `captcha`, … */
export interface Case extends EventObject {
  label: string
  [field: string]: unknown
}

export const event = (type: string, label: string, fields: object = {}): Case => ({ ...fields, type, label })

/** A successful call. `id` differs from the name only where a chart makes the call in two places. */
export const done = <Name extends CallName>(
  name: Name,
  label: string,
  output: Replies[Name],
  id: string = name,
) => event(`xstate.done.actor.${id}`, label, { output })

export const failed = (id: string) => event(`xstate.error.actor.${id}`, 'failed', { error: new Error('no') })

/** A child chart that ended with this output. */
export const ended = (id: string, label: string, output: object) =>
  event(`xstate.done.actor.${id}`, label, { output })

/** Events that carry something besides their type. */
type EventWithPayload<Machine extends AnyStateMachine> =
  EventFromLogic<Machine> extends infer Event
    ? Event extends { type: infer Type extends string }
      ? keyof Event extends 'type'
        ? never
        : Type
      : never
    : never

/** Calls and child charts that end with an output. */
type ActorWithOutput<Machine extends AnyStateMachine> = {
  [Name in keyof Complete<Machine>]: unknown extends OutputFrom<Complete<Machine>[Name] & AnyActorLogic>
    ? never
    : [OutputFrom<Complete<Machine>[Name] & AnyActorLogic>] extends [void]
      ? never
      : Name
}[keyof Complete<Machine>] &
  string

export type Cases = Case[] | ((snapshot: AnyMachineSnapshot) => Case[])

/**
 * Builds the cases of a chart. Every event with a payload and every call with an output must be listed, by its name:
 * a missing one does not compile. Other events have one case, and every call may fail.
 */
export function casesFrom<Machine extends AnyStateMachine>(
  _: Machine,
  listed: Record<EventWithPayload<Machine> | ActorWithOutput<Machine>, Cases> &
    Partial<Record<string, Cases>>,
) {
  const byName: Partial<Record<string, Cases>> = listed
  return (type: string, snapshot: AnyMachineSnapshot): Case[] => {
    const cases = byName[type.replace('xstate.done.actor.', '')]
    if (typeof cases === 'function') return cases(snapshot)
    if (cases) return cases
    return [
      type.startsWith('xstate.error.') ? failed(type.replace('xstate.error.actor.', '')) : event(type, ''),
    ]
  }
}

const noMethod: Partial<Facts> = { methods: [], preselectedMethod: null }

/**
 * Baskets that differ in the facts of the next-step tables. Together they cover every row: each of the first seven
 * covers one path through the steps before payment and one through the steps after it.
 */
export const shapes = {
  plain: {},
  questions_only: { hasQuestionsBefore: true, hasQuestionsAfter: true },
  address_only: { needsDeliveryAddress: true, hasMessages: true },
  address_and_questions: { needsDeliveryAddress: true, hasQuestionsBefore: true, hasWaivers: true },
  marketing_only: { hasMarketingPreferences: true, hasQuestionsAfter: true, hasMessages: true },
  marketing_and_questions: {
    hasMarketingPreferences: true,
    hasQuestionsBefore: true,
    hasWaivers: true,
    hasMessages: true,
  },
  everything: {
    hasMarketingPreferences: true,
    needsDeliveryAddress: true,
    hasQuestionsBefore: true,
    hasQuestionsAfter: true,
    hasWaivers: true,
    hasMessages: true,
  },
  charity: { isCharity: true },
  express: { isExpress: true },
  free: { isFree: true, ...noMethod },
  free_express_posted: {
    isFree: true,
    isExpress: true,
    needsDeliveryAddress: true,
    asksAddress: true,
    ...noMethod,
  },
  free_express: { isFree: true, isExpress: true, hasEmail: false, ...noMethod },
  several_methods: { methods: ['bank', 'card', 'plan'], preselectedMethod: null },
  square: { methods: ['square'], preselectedMethod: 'square' },
  cannot_be_paid: { isPaymentUnavailable: true, ...noMethod },
} as const satisfies Record<string, Partial<Facts>>

export type ShapeName = keyof typeof shapes

/** Facts that guards read after the checkout has resumed. */
export const guardFacts = [
  'isCharity',
  'isExpress',
  'isFree',
  'hasDonation',
  'hasMarketingPreferences',
  'needsDeliveryAddress',
  'hasQuestionsBefore',
  'hasQuestionsAfter',
  'hasWaivers',
  'hasMessages',
  'asksAddress',
  'hasEmail',
  'isPaymentUnavailable',
  'methods',
  'preselectedMethod',
  'isBankCancelled',
  'canExtendHold',
] as const satisfies (keyof Facts)[]

/** Returns whether a basket is plain. Interruptions run only on the plain basket: their effect is the same on all. */
export const isPlain = (facts: Facts) =>
  guardFacts.every((fact) => JSON.stringify(facts[fact]) === JSON.stringify(plain[fact]))

/** Facts that only select the path. Failures run only on baskets without them. */
const pathFacts = [
  'hasMarketingPreferences',
  'needsDeliveryAddress',
  'hasQuestionsBefore',
  'hasQuestionsAfter',
  'hasWaivers',
  'hasMessages',
] as const

const hold = { deadline: Number.MAX_SAFE_INTEGER, seconds: 20, asOf: 0 }
const noTime = { deadline: 0, seconds: 0, asOf: 0 }

const read = (label: string, facts: Partial<Facts>, time: typeof hold | null = hold) =>
  done('loadCheckout', label, {
    facts: { ...plain, secondsRemaining: time?.seconds ?? null, ...facts },
    hold: time,
  })

const isAfterPayment = (state: CheckoutState) => state !== 'determining' && saleSteps[state].phase === 'paid'

/** First loads of the checkout: each shape in the basket, and each state to resume at. */
const firstLoads: Case[] = [
  ...Object.entries(shapes).map(([name, facts]) => read(`basket ${name}`, facts, null)),
  ...checkoutStates.map((state) =>
    read(`at ${state}`, {
      state,
      captchaSitekey: 'key',
      isPaymentComplete: isAfterPayment(state),
    }),
  ),
  read('paid at payment', { state: 'payment', isPaymentComplete: true }),
  read('at captcha without its key', { state: 'captcha' }),
  read('cancelled at the bank', { state: 'awaiting_truelayer', isBankCancelled: true }),
  read('editing the basket', { state: 'payment', isEditing: true }),
  read('at payment, free', { state: 'payment', isFree: true }),
  read('at payment, no more time', { state: 'payment', canExtendHold: false }),
  read('hold gone', { state: 'payment' }, noTime),
]

/** Returns whether a state value is at, or inside, the state with this path. */
export const isAt = (value: unknown, ...path: string[]): boolean => {
  const [first, ...rest] = path
  if (first === undefined) return true
  if (typeof value === 'string') return value === first && rest.length === 0
  const inner = (value as Record<string, unknown>)[first]
  return inner !== undefined && isAt(inner, ...rest)
}

const interruptions = [
  'xstate.done.actor.loadUser',
  'step.entered',
  'facts.changed',
  'page.shown',
  'page.restored',
  'checkout.refreshed',
  'hold.corrected',
  'countdown.lengthened',
  'countdown.over',
  'countdown.expired',
  'sale.released',
  'basket.edit',
]

/** The cases of an event of the checkout in the current state. */
export function checkoutCases(type: string, snapshot: AnyMachineSnapshot): Case[] {
  const { facts } = snapshot.context as CheckoutContext
  if (interruptions.includes(type) && !isPlain(facts) && !facts.isPaymentUnavailable) return []
  if (type.startsWith('xstate.error.') && pathFacts.some((fact) => facts[fact])) return []
  return casesOfCheckout(type, snapshot)
}

/** The cases of an event of the checkout, with any basket. */
export const casesOfCheckout = casesFrom(checkoutMachine, {
  'step.entered': [event('step.entered', '', { step: 'basket' })],
  loadUser: ({ context: { facts } }) => [done('loadUser', 'signed in', { facts })],
  loadCheckout: firstLoads,
  basket: ({ context: { facts } }) => [
    ended('basket', 'chosen', { isPaid: false, facts }),
    ended('basket', 'paid', { isPaid: true, facts: { ...facts, isPaymentComplete: true } }),
  ],
  reservation: ({ context: { facts } }) => [
    ended('reservation', 'reserved', { outcome: 'reserved', facts, hold }),
    ended('reservation', 'returned', { outcome: 'returned', message: 'Sold out' }),
    ended('reservation', 'left', { outcome: 'left' }),
  ],
  // In the captcha step this event ends the reservation chart, which is a case of its own
  'basket.edit': ({ value }) => (isAt(value, 'reserving', 'captcha') ? [] : [event('basket.edit', '')]),
  payment: ({ context: { facts }, value }) => {
    if (!isAt(value, 'holding', 'payment', 'paying')) return []
    return [
      ended('payment', 'paid', { outcome: 'paid', method: facts.isFree ? null : 'card' }),
      ...(facts.isFree ? [] : [ended('payment', 'left', { outcome: 'left' })]),
    ]
  },
  'payment.opened': ({ context: { facts } }) =>
    facts.isPaymentUnavailable ? [] : [event('payment.opened', '')],
  'payment.settled': [event('payment.settled', '', { attempts: [] })],
  saveDonation: ({ context: { facts } }) => [
    done('saveDonation', 'saved', { facts: { ...facts, hasDonation: true } }),
    done('saveDonation', 'withdrawn', { facts: { ...facts, hasDonation: false } }),
  ],
  updateDonation: ({ context: { facts } }) => [done('updateDonation', 'saved', { facts })],
  account: [
    ended('account', 'confirmed', { outcome: 'confirmed', facts: null }),
    ended('account', 'rejected', { outcome: 'rejected', message: 'Only two per customer' }),
  ],
  deliveryAddress: ({ context: { facts } }) => [ended('deliveryAddress', 'saved', { facts })],
  loadPaidOrder: ({ context: { facts } }) => [
    done('loadPaidOrder', 'paid', { facts: { ...facts, isPaymentComplete: true } }),
  ],
  bankPolling: [
    ended('bankPolling', 'completed', { ...bankAnswer, status: 'completed' }),
    ended('bankPolling', 'failed', { ...bankAnswer, status: 'failed' }),
    ended('bankPolling', 'failed and out of time', { ...bankAnswer, status: 'failed', hasTime: false }),
  ],
  'donation.save': [event('donation.save', '', { amount: 1_000, charityId: '7' })],
  'donation.skip': [event('donation.skip', '', { charityId: '7' })],
  'declaration.save': [event('declaration.save', '', { declaration })],
  'preferences.save': [event('preferences.save', '', { choices: marketingChoices })],
  'countdown.shortened': ({ context: { facts } }) =>
    isPlain(facts) || !facts.canExtendHold ? [event('countdown.shortened', '')] : [],
  'countdown.expired': ({ context }) =>
    context.hold && !context.isHoldExpired ? [event('countdown.expired', '')] : [],
  'hold.corrected': [
    event('hold.corrected', 'longer', { hold }),
    event('hold.corrected', 'over', { hold: noTime }),
  ],
  'checkout.refreshed': ({ context: { facts }, value }) => refreshCases(facts, value),
})

/** Replies to a refresh. A state gets only those changes that its transitions handle. */
function refreshCases(facts: Facts, value: unknown): Case[] {
  const refreshed = (label: string, changed: Partial<Facts>, time: typeof hold | null) =>
    event('checkout.refreshed', label, {
      facts: { ...facts, secondsRemaining: time?.seconds ?? null, ...changed },
      hold: time,
    })
  const nothingNew = refreshed('nothing new', {}, null)
  const paid = refreshed('paid', { isPaymentComplete: true }, null)
  if (isAt(value, 'basket') || isAt(value, 'reserving')) return [nothingNew, paid]
  if (isAt(value, 'paid')) return [nothingNew, refreshed('not paid', { isPaymentComplete: false }, null)]
  if (!isAt(value, 'holding')) return [nothingNew]
  return [
    nothingNew,
    refreshed('longer hold', {}, hold),
    refreshed('hold gone', {}, noTime),
    paid,
    ...(isAt(value, 'holding', 'awaiting_truelayer')
      ? []
      : [refreshed('released', { isEditing: true }, noTime)]),
  ]
}
