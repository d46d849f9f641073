import type { EventObject } from 'xstate'
import type { CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { CallName, Replies } from '#machines/testing/fake-shop.ts'
import {
  bankAnswer,
  declaration,
  draft,
  expressDetails,
  guestDetails,
  marketingChoices,
} from '#machines/testing/samples.ts'
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
  ...checkoutStates.map((state) => read(`at ${state}`, { state, captchaSitekey: 'key' })),
  ...paidStates.map((state) => read(`paid at ${state}`, { state, isPaymentComplete: true })),
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

const reserveOutcomes: Case[] = [
  done('reserveTickets', 'reserved', { outcome: 'reserved', hold, isSupportedBrowser: true }),
  done('reserveTickets', 'captcha', { outcome: 'captcha', sitekey: 'key', error: '' }),
  done('reserveTickets', 'redirect', { outcome: 'redirect', url: '/queue/' }),
  done('reserveTickets', 'error', { outcome: 'error', error: 'Sold out' }),
  done('reserveTickets', 'unknown', { outcome: 'unknown' }),
]

const voucher = { ...draft, kind: 'voucher' as const, id: '21', value: 2_500 }

const interruptions = [
  'page.shown',
  'page.restored',
  'checkout.refreshed',
  'hold.corrected',
  'countdown.expired',
  'sale.released',
  'basket.edit',
]
const basketChanges = [
  'quantity.change',
  'ticket.remove',
  'voucher.remove',
  'protection.choose',
  'code.apply',
]

/** The ways in which an event of the checkout can happen where the buyer is. */
export function checkoutCases(type: string, context: CheckoutContext, value: unknown): Case[] {
  const isDetour = [...interruptions, ...basketChanges].includes(type)
  if (isDetour && !isPlain(context.facts) && !context.facts.isPaymentUnavailable) return []
  if (type.startsWith('xstate.error.') && wayFacts.some((fact) => context.facts[fact])) return []
  const { facts } = context
  const sent = (kind: 'ticket' | 'voucher') => ({
    sent: Object.values(context.drafts).filter((one) => one.kind === kind && one.isPending),
  })

  switch (type) {
    case 'xstate.done.actor.loadCheckout':
      return isAt(value, 'determining')
        ? firstReadings
        : [read('basket again', { ...facts, state: 'basket', isEditing: false, hasDonation: false }, null)]
    case 'xstate.done.actor.reserveTickets':
      return isAt(value, 'reserve')
        ? [
            ...reserveOutcomes,
            done('reserveTickets', 'unsupported browser', {
              outcome: 'reserved',
              hold,
              isSupportedBrowser: false,
            }),
          ]
        : reserveOutcomes
    case 'xstate.done.actor.updateTicketQuantity':
      return [done('updateTicketQuantity', 'sent', sent('ticket'))]
    case 'xstate.done.actor.updateGiftVoucherQuantity':
      return [done('updateGiftVoucherQuantity', 'sent', sent('voucher'))]
    case 'xstate.done.actor.setCode':
      return [
        done('setCode', 'applied', { isApplied: true }),
        done('setCode', 'invalid', { isApplied: false }),
      ]
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
    case 'xstate.done.actor.claimFreeTickets':
    case 'xstate.done.actor.completePayment':
      return [event(type, 'paid', { output: { facts: { ...facts, isPaymentComplete: true } } })]
    case 'xstate.done.actor.saveExpressAccount':
      return [
        done('saveExpressAccount', 'saved', { error: '' }),
        done('saveExpressAccount', 'refused', { error: 'This email is blocked' }),
      ]
    case 'xstate.done.actor.payWithCard':
      return [
        done('payWithCard', 'paid', { status: 'success', facts: { ...facts, isPaymentComplete: true } }),
        done('payWithCard', 'check', { status: 'redirect_to_url', url: 'https://bank.example/3ds' }),
        done('payWithCard', 'declined', { status: 'unsuccessful', message: 'Declined' }),
      ]
    case 'xstate.done.actor.createTruelayerPayment':
      return [done('createTruelayerPayment', 'made', { url: 'https://bank.example/pay' })]
    case 'xstate.done.actor.getPaymentError':
      return [done('getPaymentError', 'told', { text: 'The bank refused' })]
    case 'xstate.done.actor.bankPolling':
      return [
        event(type, 'completed', { output: { ...bankAnswer, status: 'completed' } }),
        event(type, 'failed', { output: { ...bankAnswer, status: 'failed' } }),
        event(type, 'failed and out of time', {
          output: { ...bankAnswer, status: 'failed', hasTime: false },
        }),
      ]
    // A navigation that succeeds leaves the page
    case 'xstate.done.actor.openAddress':
      return []
    case 'quantity.change':
      return [
        event(type, 'ticket', { draft }),
        event(type, 'voucher', { draft: voucher }),
        event(type, 'below the minimum', { draft: { ...draft, flag: 'below', isPending: false } }),
      ]
    case 'ticket.remove':
      return [event(type, '', { ticketId: draft.id })]
    case 'voucher.remove':
      return [event(type, '', { voucherId: voucher.id, value: voucher.value })]
    case 'protection.choose':
      return [event(type, '', { isWanted: true })]
    case 'code.apply':
      return [event(type, '', { code: 'SPRING' })]
    case 'captcha.pass':
      return [event(type, '', { token: 'proof' })]
    case 'captcha.fail':
      return [event(type, '', { text: 'It expired' })]
    case 'donation.save':
      return [event(type, '', { amount: 1_000, charityId: '7' })]
    case 'donation.skip':
      return [event(type, '', { charityId: '7' })]
    case 'declaration.save':
      return [event(type, '', { declaration })]
    case 'preferences.save':
      return [event(type, '', { choices: marketingChoices })]
    case 'method.choose':
      return [event(type, 'card', { method: 'card' }), event(type, 'bank', { method: 'bank' })]
    case 'payment.pay':
      return [
        facts.isExpress
          ? event(type, 'express', { details: expressDetails })
          : event(type, 'guest', { details: guestDetails }),
      ]
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
