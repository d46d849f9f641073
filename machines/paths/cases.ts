import type { EventObject } from 'xstate'
import type { CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { CallName, Replies } from '#machines/testing/fake-shop.ts'
import { bankAnswer, declaration, marketingChoices } from '#machines/testing/samples.ts'
import { checkoutStates, type CheckoutState } from '#src/api/schemas/checkout.ts'
import type { Facts } from '#src/rules/facts.ts'

/** An event with everything it carries. `word` tells the cases of one event apart: `reserved`, `captcha`, … */
export interface Case extends EventObject {
  word: string
  [field: string]: unknown
}

export const event = (type: string, word: string, fields: object = {}): Case => ({ ...fields, type, word })

/** A call that is answered. `id` differs from the call only where a chart makes it in two places. */
export const done = <Name extends CallName>(
  name: Name,
  word: string,
  output: Replies[Name],
  id: string = name,
) => event(`xstate.done.actor.${id}`, word, { output })

export const failed = (id: string) => event(`xstate.error.actor.${id}`, 'failed', { error: new Error('no') })

/**
 * Baskets that differ in what the next-step tables look at. Together they take every row: each of the first seven is
 * one way through the steps before payment and one through the steps after it.
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

/** What the guards look at once a checkout has been resumed. */
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

/** Interruptions are walked on the plain basket alone: what they do does not depend on the shape. */
export const isPlain = (facts: Facts) => guardFacts.every((fact) => facts[fact] === plain[fact])

/** Baskets that differ by these only take different ways: their failures are walked on the plain one. */
const wayFacts = [
  'hasMarketingPreferences',
  'needsDeliveryAddress',
  'hasQuestionsBefore',
  'hasQuestionsAfter',
  'hasWaivers',
  'hasMessages',
] as const

const hold = { deadline: Number.MAX_SAFE_INTEGER, seconds: 20 }
const noTime = { deadline: 0, seconds: 0 }

const read = (word: string, facts: Partial<Facts>, time: typeof hold | null = hold) =>
  done('loadCheckout', word, {
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

/** What the first reading of the checkout may say: each shape in its basket, and each place to resume at. */
const firstReadings: Case[] = [
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
/** The ways in which an event of the checkout can happen where the buyer is. */
export function checkoutCases(type: string, context: CheckoutContext, value: unknown): Case[] {
  if (interruptions.includes(type) && !isPlain(context.facts) && !context.facts.isPaymentUnavailable)
    return []
  if (type.startsWith('xstate.error.') && wayFacts.some((fact) => context.facts[fact])) return []
  const { facts } = context

  switch (type) {
    case 'step.entered':
      return [event(type, '', { step: 'basket' })]
    case 'xstate.done.actor.loadCheckout':
      return isAt(value, 'determining')
        ? firstReadings
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
    // The reservation chart ends by it where a captcha is shown
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
      return context.hold && !context.isTimeOver ? [event(type, '')] : []
    case 'hold.corrected':
      return [event(type, 'longer', { hold }), event(type, 'over', { hold: noTime })]
    case 'checkout.refreshed':
      return refreshings(facts, value)
    default:
      return [
        type.startsWith('xstate.error.') ? failed(type.slice('xstate.error.actor.'.length)) : event(type, ''),
      ]
  }
}

/** What the shop may say when the buyer comes back to the page; surprises only where the chart speaks of them. */
function refreshings(facts: Facts, value: unknown): Case[] {
  const refreshed = (word: string, changed: Partial<Facts>, time: typeof hold | null) =>
    event('checkout.refreshed', word, {
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
