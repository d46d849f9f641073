import type { EventObject } from 'xstate'
import type { CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { CallName, Replies } from '#machines/testing/fake-shop.ts'
import { bankAnswer, declaration, marketingChoices } from '#machines/testing/samples.ts'
import { checkoutStates, type CheckoutState } from '#src/api/schemas/checkout.ts'
import type { Facts } from '#src/rules/facts.ts'

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
  free: { isFree: true, preselectedMethod: null },
  free_express: { isFree: true, isExpress: true, hasEmail: false, preselectedMethod: null },
  several_methods: { preselectedMethod: null },
  cannot_be_paid: { isPaymentUnavailable: true, preselectedMethod: null },
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
  'hasEmail',
  'isPaymentUnavailable',
  'preselectedMethod',
  'isBankCancelled',
] as const satisfies (keyof Facts)[]

/** Whether a basket is plain. Interruptions run on the plain basket only, as their effect does not depend on the shape. */
export const isPlain = (facts: Facts) => guardFacts.every((fact) => facts[fact] === plain[fact])

/** Facts that only select the path. Failures run only on baskets without them. */
const pathFacts = [
  'hasMarketingPreferences',
  'needsDeliveryAddress',
  'hasQuestionsBefore',
  'hasQuestionsAfter',
  'hasWaivers',
  'hasMessages',
] as const

const hold = { deadline: Number.MAX_SAFE_INTEGER, seconds: 20 }
const noTime = { deadline: 0, seconds: 0 }

const read = (label: string, facts: Partial<Facts>, time: typeof hold | null = hold) =>
  done('loadCheckout', label, {
    facts: { ...plain, secondsRemaining: time?.seconds ?? null, ...facts },
    hold: time,
  })

const paidStates: CheckoutState[] = [
  'deliver_tickets',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
  'order_completed',
]

/** First loads of the checkout: each shape in the basket, and each state to resume at. */
const firstLoads: Case[] = [
  ...Object.entries(shapes).map(([name, facts]) => read(`basket ${name}`, facts, null)),
  ...checkoutStates.map((state) =>
    read(`at ${state}`, { state, captchaSitekey: 'key', isPaymentComplete: paidStates.includes(state) }),
  ),
  read('paid at payment', { state: 'payment', isPaymentComplete: true }),
  read('at captcha without its key', { state: 'captcha' }),
  read('cancelled at the bank', { state: 'awaiting_truelayer', isBankCancelled: true }),
  read('editing the basket', { state: 'payment', isEditing: true }),
  read('at payment, free', { state: 'payment', isFree: true }),
  read('hold gone', { state: 'payment' }, noTime),
]

/** Whether a state value is at, or inside, the state with this path. */
export const isAt = (value: unknown, ...path: string[]): boolean => {
  const [first, ...rest] = path
  if (first === undefined) return true
  if (typeof value === 'string') return value === first && rest.length === 0
  const inner = (value as Record<string, unknown>)[first]
  return inner !== undefined && isAt(inner, ...rest)
}

const interruptions = [
  'step.entered',
  'facts.changed',
  'page.shown',
  'page.restored',
  'checkout.refreshed',
  'hold.corrected',
  'countdown.expired',
  'sale.released',
  'basket.edit',
]

/** The cases of an event of the checkout in the current state. */
export function checkoutCases(type: string, context: CheckoutContext, value: unknown): Case[] {
  if (interruptions.includes(type) && !isPlain(context.facts) && !context.facts.isPaymentUnavailable)
    return []
  if (type.startsWith('xstate.error.') && pathFacts.some((fact) => context.facts[fact])) return []
  const { facts } = context

  switch (type) {
    case 'step.entered':
      return [event(type, '', { step: 'basket' })]
    case 'xstate.done.actor.loadCheckout':
      return isAt(value, 'determining')
        ? firstLoads
        : [
            read('basket again', { ...facts, state: 'basket', isEditing: false, hasDonation: false }, null),
            read('paid', { ...facts, isPaymentComplete: true }, null),
          ]
    case 'xstate.done.actor.basket':
      return [
        event(type, 'chosen', { output: { isPaid: false, facts } }),
        event(type, 'paid', { output: { isPaid: true, facts: { ...facts, isPaymentComplete: true } } }),
      ]
    case 'xstate.done.actor.reservation':
      return [
        event(type, 'reserved', { output: { outcome: 'reserved', hold } }),
        event(type, 'returned', { output: { outcome: 'returned', message: 'Sold out' } }),
        event(type, 'left', { output: { outcome: 'left' } }),
      ]
    // In the captcha step this event ends the reservation chart, which is a case of its own
    case 'basket.edit':
      return isAt(value, 'reserving', 'captcha') ? [] : [event(type, '')]
    case 'xstate.done.actor.payment':
      if (!isAt(value, 'holding', 'payment', 'paying')) return []
      return [
        event(type, 'paid', { output: { outcome: 'paid', facts: { ...facts, isPaymentComplete: true } } }),
        ...(facts.isFree ? [] : [event(type, 'left', { output: { outcome: 'left' } })]),
      ]
    case 'payment.opened':
      return facts.isPaymentUnavailable ? [] : [event(type, '')]
    case 'xstate.done.actor.saveDonation':
      return [
        done('saveDonation', 'saved', { facts: { ...facts, hasDonation: true } }),
        done('saveDonation', 'withdrawn', { facts: { ...facts, hasDonation: false } }),
      ]
    case 'xstate.done.actor.updateDonation':
      return [done('updateDonation', 'saved', { facts })]
    case 'xstate.done.actor.account':
      return [
        event(type, 'confirmed', { output: { outcome: 'confirmed', facts: null } }),
        event(type, 'rejected', { output: { outcome: 'rejected', message: 'Only two per customer' } }),
      ]
    case 'xstate.done.actor.deliveryAddress':
      return [event(type, 'saved', { output: { facts } })]
    case 'xstate.done.actor.completePayment':
      return [event(type, 'paid', { output: { facts: { ...facts, isPaymentComplete: true } } })]
    case 'xstate.done.actor.bankPolling':
      return [
        event(type, 'completed', { output: { ...bankAnswer, status: 'completed' } }),
        event(type, 'failed', { output: { ...bankAnswer, status: 'failed' } }),
        event(type, 'failed and out of time', {
          output: { ...bankAnswer, status: 'failed', hasTime: false },
        }),
      ]
    case 'donation.save':
      return [event(type, '', { amount: 1_000, charityId: '7' })]
    case 'donation.skip':
      return [event(type, '', { charityId: '7' })]
    case 'declaration.save':
      return [event(type, '', { declaration })]
    case 'preferences.save':
      return [event(type, '', { choices: marketingChoices })]
    case 'countdown.expired':
      return context.hold && !context.isHoldExpired ? [event(type, '')] : []
    case 'hold.corrected':
      return [event(type, 'longer', { hold }), event(type, 'over', { hold: noTime })]
    case 'checkout.refreshed':
      return refreshCases(facts, value)
    default:
      return [
        type.startsWith('xstate.error.') ? failed(type.slice('xstate.error.actor.'.length)) : event(type, ''),
      ]
  }
}

/** Replies to a refresh. A state gets only those changes that its transitions handle. */
function refreshCases(facts: Facts, value: unknown): Case[] {
  const refreshed = (label: string, changed: Partial<Facts>, time: typeof hold | null) =>
    event('checkout.refreshed', label, {
      facts: { ...facts, secondsRemaining: time?.seconds ?? null, ...changed },
      hold: time,
    })
  const nothingNew = refreshed('nothing new', {}, null)
  const paid = refreshed('paid', { isPaymentComplete: true }, null)
  if (isAt(value, 'basket')) return [nothingNew, paid]
  if (isAt(value, 'paid')) return [nothingNew, refreshed('not paid', { isPaymentComplete: false }, null)]
  if (!isAt(value, 'holding')) return [nothingNew]
  return [
    nothingNew,
    refreshed('longer hold', {}, hold),
    refreshed('hold gone', {}, noTime),
    ...(isAt(value, 'holding', 'awaiting_truelayer')
      ? []
      : [paid, refreshed('released', { isEditing: true }, noTime)]),
  ]
}
