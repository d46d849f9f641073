import type { AnyMachineSnapshot } from 'xstate'
import { accountMachine } from '#machines/account.ts'
import { bankPollingMachine } from '#machines/bank-polling.ts'
import { basketMachine, type QuantityDraft } from '#machines/basket.ts'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { connectionMachine } from '#machines/connection.ts'
import { consentMachine } from '#machines/consent.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { freeSeatsMachine } from '#machines/free-seats.ts'
import { holdExtensionMachine } from '#machines/hold-extension.ts'
import { orderCompletedMachine, type OrderOffers } from '#machines/order-completed.ts'
import { paymentMachine } from '#machines/payment.ts'
import { paymentAttemptMachine, type Attempt, type Payment } from '#machines/payment-attempt.ts'
import { reservationMachine } from '#machines/reservation.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import { seatSelectionMachine } from '#machines/seat-selection.ts'
import { siteScriptsMachine } from '#machines/site-scripts.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import {
  bankAnswer,
  chosenSeat,
  delivery,
  draft,
  expressDetails,
  guestDetails,
  noTransfers,
  planChoice,
  savedAddress,
  seatCategory,
  openOffer,
  transferLine,
} from '#machines/testing/samples.ts'
import { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import { ticketQuestionsMachine } from '#machines/ticket-questions.ts'
import { transfersMachine, type TransferLine } from '#machines/transfers.ts'
import type { TransferRow } from '#src/order/rules/transfers.ts'
import type { Offer } from '#src/order/schemas.ts'
import {
  casesFrom,
  checkoutCases,
  done,
  ended,
  event,
  guardFacts,
  isAt,
  shapes,
  type Case,
  type Cases,
  type ShapeName,
} from './cases.ts'
import { labelOf, type Model } from './model.ts'

const silent = () => {}

export const checkoutModel: Model = {
  chart: 'checkout',
  machine: checkoutMachine,
  cases: checkoutCases,
  facts: ({ context, value }) => {
    const { facts, isHoldExpired, isReleased } = context as CheckoutContext
    if (isAt(value, 'determining')) return [facts.state, facts.isPaymentComplete]
    if (isAt(value, 'paid')) return paidFacts.map((fact) => facts[fact])
    return [guardFacts.map((fact) => facts[fact]), isAt(value, 'holding') && [isHoldExpired, isReleased]]
  },
  caseFacts: ({ context: { facts, hold, isHoldExpired, isReleased } }) => [
    guardFacts.map((fact) => facts[fact]),
    [facts.state, facts.isPaymentComplete, facts.captchaSitekey],
    [hold, isHoldExpired, isReleased],
  ],
}

const paidFacts = ['hasQuestionsAfter', 'hasWaivers', 'hasMessages'] as const

const steps = [
  { id: 'adult', copies: [['name']], mandatoryKeys: ['name'] },
  { id: 'child', copies: [['age']], mandatoryKeys: [] },
]

const countdownModel: Model = {
  chart: 'countdown',
  machine: countdownMachine.provide({
    actions: { sendOver: silent, sendShown: silent, sendShortened: silent, sendLengthened: silent },
  }),
  cases: casesFrom(countdownMachine, {
    'countdown.corrected': [
      event('countdown.corrected', 'longer', {
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 121, asOf: 0 },
      }),
      event('countdown.corrected', 'two seconds', {
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 2, asOf: 0 },
      }),
      event('countdown.corrected', 'over', { hold: { deadline: 0, seconds: 0, asOf: 0 } }),
    ],
  }),
  // Between two minutes and the last two seconds, the chart goes on alike.
  facts: ({ context: { secondsRemaining } }) =>
    secondsRemaining > 2 && secondsRemaining <= 120 ? 'short' : secondsRemaining,
}

const voucher: QuantityDraft = { ...draft, kind: 'voucher', id: '21', value: 2_500 }

/** The unsent quantities of one kind. */
const sent = ({ context }: AnyMachineSnapshot, kind: QuantityDraft['kind']) => ({
  sent: (Object.values(context.drafts) as QuantityDraft[]).filter(
    (one) => one.kind === kind && one.isPending,
  ),
})

const basketModel: Model = {
  chart: 'basket',
  machine: basketMachine.provide({ actions: { sendChanged: silent } }),
  input: { facts: plain, isFresh: true },
  cases: casesFrom(basketMachine, {
    'facts.changed': [event('facts.changed', '', { facts: plain })],
    'quantity.change': [
      event('quantity.change', 'ticket', { draft }),
      event('quantity.change', 'voucher', { draft: voucher }),
      event('quantity.change', 'below the minimum', { draft: { ...draft, flag: 'below', isPending: false } }),
    ],
    'ticket.remove': [event('ticket.remove', '', { ticketId: draft.id })],
    'voucher.remove': [event('voucher.remove', '', { voucherId: voucher.id, value: voucher.value })],
    // After a typed quantity they do the same: what is typed is sent with them, or after them.
    'ticket.add': ({ value }) => (isAt(value, 'open', 'ready') ? [event('ticket.add', '', { draft })] : []),
    'voucher.add': ({ value }) =>
      isAt(value, 'open', 'ready') ? [event('voucher.add', '', { draft: voucher })] : [],
    'protection.choose': [event('protection.choose', '', { isWanted: true })],
    'code.apply': [event('code.apply', '', { code: 'SPRING' })],
    updateTicketQuantity: (snapshot) => [done('updateTicketQuantity', 'sent', sent(snapshot, 'ticket'))],
    updateGiftVoucherQuantity: (snapshot) => [
      done('updateGiftVoucherQuantity', 'sent', sent(snapshot, 'voucher')),
    ],
    updateRefundProtection: [
      done('updateRefundProtection', 'saved', { isWanted: true }),
      done('updateRefundProtection', 'chosen again', { isWanted: false }),
    ],
    setCode: [
      done('setCode', 'applied', { isApplied: true }),
      done('setCode', 'invalid', { isApplied: false }),
    ],
    loadCheckout: [
      done('loadCheckout', 'read', { facts: plain, hold: null }),
      done('loadCheckout', 'paid', { facts: { ...plain, isPaymentComplete: true }, hold: null }),
    ],
  }),
  facts: ({ context }) =>
    (Object.values(context.drafts) as QuantityDraft[]).map(({ kind, flag, isPending }) => [
      kind,
      flag,
      isPending,
    ]),
}

const reservationModel: Model = {
  chart: 'reservation',
  machine: reservationMachine.provide({ actions: { sendDemanded: silent, sendReserved: silent } }),
  cases: casesFrom(reservationMachine, {
    reserveTickets: [
      done('reserveTickets', 'reserved', {
        outcome: 'reserved',
        facts: plain,
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 20, asOf: 0 },
        isSupportedBrowser: true,
      }),
      done('reserveTickets', 'unsupported browser', {
        outcome: 'reserved',
        facts: plain,
        hold: null,
        isSupportedBrowser: false,
      }),
      done('reserveTickets', 'captcha', { outcome: 'captcha', sitekey: 'key', error: '' }),
      done('reserveTickets', 'redirect', { outcome: 'redirect', url: '/queue/' }),
      done('reserveTickets', 'error', { outcome: 'error', error: 'Sold out' }),
      done('reserveTickets', 'unknown', { outcome: 'unknown' }),
    ],
    'captcha.pass': [event('captcha.pass', '', { token: 'proof' })],
    'captcha.fail': [event('captcha.fail', '', { text: 'It expired' })],
    // A successful navigation leaves the page
    openAddress: [],
  }),
  facts: ({ context }) => context.token !== '',
}

/** Square's form has failed while its payment begins, which cannot read the card then: that payment ends at once. */
const isFormLost = ({ context, value }: AnyMachineSnapshot) =>
  isAt(value, 'open', 'paying') && context.facts.preselectedMethod === 'square' && !context.isPrepared

const silentPayment = paymentMachine.provide({ actions: { sendOpened: silent, sendSettled: silent } })

/** The payment chart for a basket of this shape. */
const paymentModel = (shape: ShapeName, isRetried: boolean): Model => ({
  chart: 'payment',
  machine: silentPayment,
  start: isRetried ? `${shape}, again` : shape,
  input: { facts: { ...plain, ...shapes[shape] }, isRetried, attempts: [] },
  cases: casesFrom(paymentMachine, {
    'facts.changed': ({ context }) => [
      event('facts.changed', 'nothing new', { facts: context.facts }),
      // Only an express buyer has no email yet
      context.facts.isExpress
        ? event('facts.changed', 'free, no email', {
            facts: { ...context.facts, isFree: true, hasEmail: false },
          })
        : event('facts.changed', 'free', { facts: { ...context.facts, isFree: true } }),
      event('facts.changed', 'to pay', {
        facts: { ...context.facts, isFree: false, isPaymentUnavailable: false },
      }),
    ],
    'method.choose': ({ context }) =>
      context.facts.isExpress || context.facts.isFree ? [] : [event('method.choose', '', { method: 'card' })],
    'plan.change': [],
    'card.changed': ({ context }) =>
      context.isPrepared && !context.facts.isFree ? [event('card.changed', '', { card: 'card-2' })] : [],
    // The wallet's button waits until Pay works
    'wallet.opened': ({ context, value }) =>
      isAt(value, 'settled', 'choosing') && context.facts.methods.includes('card')
        ? [event('wallet.opened', '', { total: 2_000 })]
        : [],
    // Square's form tells that it cannot be drawn, once it was loaded
    'form.fail': ({ context, value }) =>
      context.facts.preselectedMethod === 'square' && context.isPrepared && !isAt(value, 'open', 'claiming')
        ? [event('form.fail', '')]
        : [],
    'payment.pay': ({ context }) =>
      context.facts.isExpress || context.facts.isFree
        ? [event('payment.pay', 'express', { method: 'card', details: expressDetails })]
        : [
            event('payment.pay', 'card', { method: 'card', details: guestDetails }),
            context.facts.methods.includes('bank')
              ? event('payment.pay', 'bank', { method: 'bank', details: guestDetails })
              : event('payment.pay', 'wallet', { method: 'wallet', details: guestDetails }),
            event('payment.pay', 'no method', { method: null, details: guestDetails }),
          ],
    getPaymentError: [
      done('getPaymentError', 'error', { text: 'The bank refused', isPending: false, isUncharged: false }),
      done('getPaymentError', 'pending', { text: '', isPending: true, isUncharged: false }),
    ],
    saveExpressAccount: [
      done('saveExpressAccount', 'saved', { error: '' }),
      done('saveExpressAccount', 'refused', { error: 'This email is blocked' }),
    ],
    claimFreeTickets: [
      done('claimFreeTickets', 'paid', { status: 'success' }),
      done('claimFreeTickets', 'rejected', {
        status: 'unsuccessful',
        message: 'Only two per customer',
        isDeclined: false,
      }),
    ],
    paymentAttempt: ({ context }) => [
      ended('paymentAttempt', 'left', { status: 'left', attempts: [] }),
      ...(context.isRecalled
        ? []
        : [
            ended('paymentAttempt', 'paid', { status: 'success', attempts: [] }),
            ended('paymentAttempt', 'declined', {
              status: 'unsuccessful',
              message: 'Declined',
              isDeclined: true,
              attempts: [],
            }),
          ]),
    ],
  }),
  includes: (snapshot) => !isFormLost(snapshot),
  facts: ({ context, value }) => [
    guardFacts.map((fact) => context.facts[fact]),
    context.method,
    context.isPrepared,
    isAt(value, 'open') && context.isRecalled,
  ],
})

const severalMethods = paymentModel('several_methods', false)

/** The payment chart for a buyer who pays by instalments, with a basket that does not change. */
const planModel: Model = {
  ...severalMethods,
  start: 'several_methods, by instalments',
  cases: (type, snapshot) => planCases[type] ?? severalMethods.cases(type, snapshot),
  facts: ({ context }) => [context.method, context.plan, context.isPrepared],
}

const planCases: Partial<Record<string, Case[]>> = {
  'facts.changed': [],
  'wallet.opened': [],
  'method.choose': [event('method.choose', 'plan', { method: 'plan' })],
  'plan.change': [
    event('plan.change', 'no number', { plan: { ...planChoice, mobile: '' } }),
    event('plan.change', 'new card', { plan: planChoice }),
    event('plan.change', 'saved card', { plan: { ...planChoice, card: '7' } }),
  ],
  'payment.pay': [event('payment.pay', 'plan', { method: 'plan', details: guestDetails })],
}

/** Attempts of which a chart may know at its start. */
const attempts = {
  /** The shop could not start it. */
  kept: (payment: Payment): Attempt => ({
    key: 'key-0',
    sale: plain.sale,
    method: payment.method,
    doubt: null,
    again: {
      choice: JSON.stringify([payment.method, payment.details, '']),
      request: { call: 'payWithCard', body: { payment_method_id: 'pm_0', attempt: 'key-0' } },
    },
  }),
  /** A reload of the page has cut it off. */
  remembered: { key: 'key-0', sale: plain.sale, method: 'card', doubt: 'sent', again: null } as Attempt,
}

const byCard: Payment = { method: 'card', details: guestDetails }
const byPlan: Payment = { method: 'plan', details: guestDetails, plan: { ...planChoice, card: '7' } }
const bySquare: Payment = { method: 'square', details: guestDetails }
const byBank: Payment = { method: 'bank', details: guestDetails }

/** What a chart that has checked a few times goes on with, so that its paths do not grow with each check. */
const checkingOn = ['after nextCheck', 'done sendPayment: pending', 'done getPaymentError: pending']
const failingOn = ['error lookUpPayment: failed', 'error reloadCheckout: failed']

/** The chart of an attempt to pay by this method, which knows of these attempts. */
const attemptModel = (payment: Payment, known: Attempt[] = [], isRecalled = false): Model => ({
  chart: 'paymentAttempt',
  machine: paymentAttemptMachine,
  start: [payment.method, ...known.map(({ doubt }) => doubt ?? 'not started'), isRecalled ? 'recalled' : '']
    .filter(Boolean)
    .join(', '),
  input: { payment, card: '', sale: plain.sale, attempts: known, isRecalled },
  cases: casesFrom(paymentAttemptMachine, {
    confirmTotal: [
      done('confirmTotal', 'confirmed', { status: 'confirmed', sale: plain.sale }),
      done('confirmTotal', 'paid', { status: 'success' }),
      done('confirmTotal', 'changed', { status: 'failed', kind: 'changed', message: 'It is £31.00.' }),
      done('confirmTotal', 'not loaded', { status: 'failed', kind: 'unsent', message: '' }),
    ],
    preparePayment: ({ context }) => {
      const key = `key-${context.attempts.length + 1}`
      return [
        done('preparePayment', 'prepared', {
          status: 'prepared',
          key,
          request: { call: 'payWithCard', body: { payment_method_id: 'pm_1', attempt: key } },
        }),
        done('preparePayment', 'card refused', {
          status: 'failed',
          kind: 'card_refused',
          message: 'Your card has expired.',
          isUncharged: true,
        }),
      ]
    },
    sendPayment: [
      done('sendPayment', 'success', { status: 'success' }),
      done('sendPayment', 'elsewhere', { status: 'redirect_to_url', url: 'https://bank.example/3ds' }),
      done('sendPayment', 'pending', { status: 'pending' }),
      done('sendPayment', 'declined', {
        status: 'failed',
        kind: 'declined',
        message: 'Declined',
        isUncharged: true,
      }),
      done('sendPayment', 'refused', { status: 'failed', kind: 'refused', message: 'Too late' }),
      done('sendPayment', 'not started', { status: 'failed', kind: 'not_started', message: 'In a moment' }),
      done('sendPayment', 'lost', { status: 'failed', kind: 'lost', message: '' }),
    ],
    reloadCheckout: [
      done('reloadCheckout', 'paid', { isPaid: true }),
      done('reloadCheckout', 'unpaid', { isPaid: false }),
      done('reloadCheckout', 'none open', { isPaid: false, isNoneOpen: true }),
    ],
    lookUpPayment: [
      done('lookUpPayment', 'pending', { text: '', isPending: true }),
      done('lookUpPayment', 'none', { text: 'Declined', isPending: false }),
    ],
    getPaymentError: [
      done('getPaymentError', 'pending', { text: '', isPending: true, isUncharged: false }),
      done('getPaymentError', 'none', { text: '', isPending: false, isUncharged: false }),
    ],
    // A successful navigation leaves the page
    openAddress: [],
  }),
  includes: ({ context: { checks } }, one) =>
    // The shorter of the two delays comes first
    (labelOf(one) !== 'after bankCheck' || payment.method === 'square') &&
    (checks < 2 ||
      checks > 19 ||
      (checks === 3 && labelOf(one) === 'payment.switch') ||
      checkingOn.includes(labelOf(one)) ||
      (payment.method === 'plan' && failingOn.includes(labelOf(one)))),
  facts: ({ context }) => [
    context.isRecalled,
    context.checks,
    context.failure?.kind,
    (context.attempts as Attempt[]).map(({ sale, doubt, again }) => [
      sale === context.sale,
      doubt,
      again?.request.body,
    ]),
  ],
})

/** An offer of which the page did not know. */
const foundOffer: Offer = { ...openOffer, id: 'o2', name: 'Cy' }

const offerCases = {
  setTransfers: ({ context }: AnyMachineSnapshot) => [
    done('setTransfers', 'offered', { offers: [openOffer], lines: linesLeft(context), attempt: 'k2' }),
  ],
  readOffers: ({ context: { lines, offers } }: AnyMachineSnapshot) => [
    done('readOffers', 'found', { offers: [...offers, foundOffer], lines, attempt: 'k2' }),
    done('readOffers', 'none', { offers, lines, attempt: 'k2' }),
  ],
  'offer.cancel': [event('offer.cancel', '', { id: openOffer.id })],
  'offer.correct': [event('offer.correct', '', { id: openOffer.id })],
  'correction.send': [event('correction.send', '', { name: 'Bo Right', email: 'right@example.com' })],
  changeOffer: ({ context: { change, lines } }: AnyMachineSnapshot) => [
    done('changeOffer', 'changed', {
      message: '',
      offers: [],
      lines: change.recipient ? lines : [transferLine],
      attempt: 'k3',
    }),
    done('changeOffer', 'refused', { message: 'Too many today', offers: [openOffer], lines, attempt: 'k3' }),
  ],
}

/** What happens in the form before anything was sent; the form for what is left takes the same. */
const inFirstForm =
  (one: Case): Cases =>
  ({ context }) =>
    context.isSent || context.isChanged ? [] : [one]

/** The line with the tickets that no recipient in the form gets. */
function linesLeft({ lines, rows }: { lines: TransferLine[]; rows: TransferRow[] }): TransferLine[] {
  const sent = rows.filter(({ standing }) => standing === 'complete')
  const qty = (lines[0]?.qty ?? 0) - sent.reduce((sum, row) => sum + row.qty, 0)
  return qty > 0 ? [{ ...transferLine, qty }] : []
}

/** The chart of transfers of an order of which tickets are offered to somebody, and others can be. */
const sentBefore = (start: string, lines: TransferLine[]): Model => ({
  chart: 'transfers',
  machine: transfersMachine,
  start,
  input: { lines, offers: [openOffer], attempt: 'k1' },
  cases: casesFrom(transfersMachine, {
    'line.toggle': [],
    'recipient.add': [],
    'recipient.change': [],
    'recipient.remove': [],
    ...offerCases,
  }),
  facts: ({ context }) => [context.offers, context.change.recipient, context.lines],
})

/** The chart of a completed order that allows this. */
function orderModel(offers: OrderOffers): Model {
  return {
    chart: 'orderCompleted',
    machine: orderCompletedMachine,
    start: offers.canResend ? 'everything is offered' : 'nothing is offered',
    cases: casesFrom(orderCompletedMachine, {
      loadOrder: [done('loadOrder', 'read', offers)],
      'feedback.send': [
        event('feedback.send', 'written', { message: 'Lovely evening' }),
        event('feedback.send', 'blank', { message: '  ' }),
      ],
      'email.submit': [event('email.submit', '', { email: 'ann@example.com' })],
      resendTickets: [
        done('resendTickets', 'sent', { message: '' }),
        done('resendTickets', 'refused', { message: 'Sent three times' }),
      ],
      sendEmailCode: [
        done('sendEmailCode', 'sent', { message: '' }),
        done('sendEmailCode', 'refused', { message: 'Too many codes' }),
      ],
      'code.verify': [event('code.verify', '', { code: '123456' })],
      changeEmail: [
        done('changeEmail', 'changed', { message: '' }),
        done('changeEmail', 'wrong', { message: 'Wrong code' }),
      ],
      // The chart tells it itself
      'order.changed': [],
      transfers: ({ context: { lines } }) => [
        ended('transfers', 'sent', { ...noTransfers, isSent: true, isChanged: false }),
        ended('transfers', 'changed', { ...noTransfers, lines, isSent: false, isChanged: true }),
        ended('transfers', 'left', { ...noTransfers, lines, isSent: false, isChanged: false }),
      ],
    }),
    // The overview has these controls, and no dialog over it
    includes: ({ value }, { type }) =>
      !['tickets.resend', 'updates.subscribe'].includes(type) || isAt(value, 'view', 'overview'),
    facts: ({ context }) => [
      context.lines.length > 0,
      context.hasStay,
      context.canResend,
      context.canCorrectEmail,
    ],
  }
}

/** The chart of consent, for a page that asks for it or not. */
const consentModel = (asks: boolean): Model => ({
  chart: 'consent',
  machine: consentMachine,
  start: asks ? 'asks' : 'does not ask',
  input: { asks },
  cases: casesFrom(consentMachine, {
    'consent.found': [
      event('consent.found', 'granted', { choice: 'granted' }),
      event('consent.found', 'refused', { choice: 'refused' }),
      event('consent.found', 'nothing', { choice: null }),
    ],
    saveConsent: [
      done('saveConsent', 'granted', { choice: 'granted' }),
      done('saveConsent', 'not stored', { choice: null }),
    ],
  }),
  facts: () => null,
})

/** The chart of the site's scripts, with a base script or without. */
const siteScriptsModel = (hasBase: boolean): Model => ({
  chart: 'siteScripts',
  machine: siteScriptsMachine,
  start: hasBase ? 'with a base script' : 'without a base script',
  input: { hasBase },
  cases: casesFrom(siteScriptsMachine, {
    readReadyFlag: [
      done('readReadyFlag', 'set', { isReady: true }),
      done('readReadyFlag', 'not set', { isReady: false }),
    ],
    loadSiteScripts: [
      done('loadSiteScripts', 'all', { failed: [] }),
      done('loadSiteScripts', 'not all', { failed: ['/menu.js'] }),
    ],
  }),
  facts: () => null,
})

/** The models of all charts, one for each way to start a chart. */
export const models: Model[] = [
  checkoutModel,
  basketModel,
  { ...basketModel, start: 'to be loaded', input: { facts: plain, isFresh: false } },
  {
    ...basketModel,
    start: 'of a shop that adds no line',
    input: { facts: { ...plain, canAddLines: false }, isFresh: true },
  },
  { ...reservationModel, input: { sitekey: '' } },
  { ...reservationModel, start: 'with a captcha', input: { sitekey: 'key' } },
  paymentModel('plain', false),
  paymentModel('plain', true),
  severalMethods,
  planModel,
  paymentModel('square', false),
  paymentModel('express', false),
  paymentModel('free', true),
  paymentModel('free_express', true),
  paymentModel('cannot_be_paid', false),
  attemptModel(byCard),
  attemptModel(byCard, [attempts.kept(byCard)]),
  attemptModel(byCard, [attempts.remembered]),
  attemptModel(byCard, [], true),
  attemptModel(bySquare),
  attemptModel(byPlan),
  attemptModel(byBank),
  {
    chart: 'account',
    machine: accountMachine,
    input: { isOtherEmail: false },
    cases: casesFrom(accountMachine, {
      fetchUser: [
        done('fetchUser', 'guest', { isSignedIn: false, codeSentTo: '', confirmed: null }),
        done('fetchUser', 'signed in', { isSignedIn: true, codeSentTo: '', confirmed: null }),
        done('fetchUser', 'guest with a code', {
          isSignedIn: false,
          codeSentTo: 'ann@example.com',
          confirmed: null,
        }),
        done('fetchUser', 'guest with a confirmed email', {
          isSignedIn: false,
          codeSentTo: '',
          confirmed: { email: 'ann@example.com', fullName: 'Ann Archer' },
        }),
      ],
      sendOneTimeCode: [
        done('sendOneTimeCode', 'sent', { outcome: 'sent' }),
        done('sendOneTimeCode', 'refused', { outcome: 'refused', message: 'Too many codes' }),
      ],
      'email.submit': [event('email.submit', '', { email: 'ann@example.com' })],
      'code.verify': [event('code.verify', '', { code: '123456' })],
      'name.submit': [event('name.submit', '', { fullName: 'Ann Archer' })],
      checkOneTimeCode: [
        done('checkOneTimeCode', 'account', { outcome: 'has_account', facts: plain }),
        done('checkOneTimeCode', 'new', { outcome: 'new' }),
        done('checkOneTimeCode', 'wrong', { outcome: 'one_time_code', message: 'Wrong' }),
        done('checkOneTimeCode', 'reserving', { outcome: 'reserving', message: 'Gone' }),
      ],
      saveGuestToSale: [
        done('saveGuestToSale', 'saved', { outcome: 'saved', facts: plain }),
        done('saveGuestToSale', 'rejected', { outcome: 'rejected', message: 'No' }),
        done('saveGuestToSale', 'refused', { outcome: 'refused', message: 'Busy' }),
      ],
    }),
    facts: () => null,
  },
  {
    chart: 'bankPolling',
    machine: bankPollingMachine,
    distinguishesOrigins: true,
    cases: casesFrom(bankPollingMachine, {
      getTruelayerStatus: [
        done('getTruelayerStatus', 'pending', bankAnswer),
        done('getTruelayerStatus', 'completed', { ...bankAnswer, status: 'completed' }),
      ],
    }),
    facts: ({ context }) => [Math.min(context.attempts, 61), context.hasNotified],
  },
  {
    chart: 'checkoutRefresh',
    machine: checkoutRefreshMachine.provide({ actions: { sendRefreshed: silent } }),
    cases: casesFrom(checkoutRefreshMachine, {
      loadCheckout: [
        done('loadCheckout', 'read', { facts: plain, hold: null }),
        done('refreshCheckout', 'signed out', { isBuyerGone: true }, 'loadCheckout'),
      ],
    }),
    facts: () => null,
  },
  {
    chart: 'connection',
    machine: connectionMachine,
    cases: casesFrom(connectionMachine, {
      'call.started': ({ context }) =>
        [1, 2]
          .filter((call) => !context.pending.includes(call))
          .map((call) => event('call.started', `${call}`, { call })),
      'call.ended': ({ context }) =>
        context.pending.flatMap((call: number) => [
          // The second call is a read, which needs no session
          event('call.ended', `${call}`, { call, ...(call === 1 && { session: 'accepted' as const }) }),
          ...(call === 1 ? [event('call.ended', '1 refused', { call, session: 'refused' as const })] : []),
        ]),
    }),
    // From the third recheck on, whether the read is replaced depends on their number alone.
    facts: ({ context }) => [context.pending, Math.min(context.rechecks, 3)],
  },
  {
    ...countdownModel,
    input: { hold: null },
  },
  {
    ...countdownModel,
    start: 'two minutes and a second',
    input: { hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 121, asOf: 0 } },
  },
  {
    ...countdownModel,
    start: 'one second',
    input: { hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 1, asOf: 0 } },
  },
  {
    chart: 'deliveryAddress',
    machine: deliveryAddressMachine,
    cases: casesFrom(deliveryAddressMachine, {
      loadAddresses: [
        done('loadAddresses', 'saved', { savedAddresses: [savedAddress], isTyped: false }),
        done('loadAddresses', 'none', { savedAddresses: [], isTyped: false }),
        done('loadAddresses', 'typed', { savedAddresses: [savedAddress], isTyped: true }),
      ],
      deleteAddress: [
        done('deleteAddress', 'saved', { savedAddresses: [savedAddress] }),
        done('deleteAddress', 'none', { savedAddresses: [] }),
      ],
      lookupAddress: [done('lookupAddress', 'found', [])],
      setDeliveryAddress: [done('setDeliveryAddress', 'saved', { facts: plain })],
      // A buyer selects one of several, and not the one that is selected
      'address.select': ({ context: { savedAddresses, selectedId } }) =>
        savedAddresses.length > 0
          ? [
              selectedId === 'new'
                ? event('address.select', 'saved', { id: savedAddress.id })
                : event('address.select', 'new', { id: 'new' }),
            ]
          : [],
      'address.delete': [event('address.delete', '', { id: savedAddress.id })],
      'address.find': [event('address.find', '', { text: 'AB1' })],
      'address.choose': [
        event('address.choose', '', {
          address: { formatted_address: '1', address_line_2: '', town: 'Bath', post_code: 'AB1' },
        }),
      ],
      'details.save': [event('details.save', '', { details: delivery })],
    }),
    facts: ({ context }) => [context.selectedId, context.savedAddresses.length],
  },
  orderModel({
    lines: [transferLine],
    attempt: 'k1',
    offers: [],
    isSent: false,
    hasStay: true,
    canResend: true,
    canCorrectEmail: true,
  }),
  orderModel({
    lines: [],
    attempt: '',
    offers: [],
    isSent: false,
    hasStay: false,
    canResend: false,
    canCorrectEmail: false,
  }),
  {
    chart: 'holdExtension',
    machine: holdExtensionMachine.provide({
      actions: { sendCorrection: silent, sendExpired: silent, sendShown: silent },
    }),
    cases: casesFrom(holdExtensionMachine, {
      extendHold: [
        done('extendHold', 'extended', {
          isExtended: true,
          message: '',
          hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 400, asOf: 0 },
        }),
        done('extendHold', 'refused', {
          isExtended: false,
          message: 'Others are waiting',
          hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 100, asOf: 0 },
        }),
      ],
    }),
    facts: ({ context }) => context.isAnswered,
  },
  {
    chart: 'saleRelease',
    machine: saleReleaseMachine.provide({ actions: { sendReleased: silent } }),
    cases: casesFrom(saleReleaseMachine, {}),
    facts: () => null,
  },
  siteScriptsModel(true),
  siteScriptsModel(false),
  consentModel(true),
  consentModel(false),
  {
    chart: 'stateReporting',
    machine: stateReportingMachine.provide({ actions: { sendCorrection: silent } }),
    cases: casesFrom(stateReportingMachine, {
      'state.entered': ({ context }) =>
        context.queue.length < 2
          ? [
              event('state.entered', 'basket', { state: 'basket' }),
              event('state.entered', 'login', { state: 'login' }),
            ]
          : [],
      'state.known': [event('state.known', '', { state: 'basket' })],
      updateBasketState: [
        done('updateBasketState', 'no hold', { hold: null }),
        done('updateBasketState', 'hold', { hold: { deadline: 0, seconds: 30, asOf: 0 } }),
      ],
    }),
    facts: ({ context }) => context,
  },
  {
    chart: 'freeSeats',
    machine: freeSeatsMachine,
    input: { eventDateId: 'the-tempest-friday' },
    cases: casesFrom(freeSeatsMachine, {
      loadFreeSeats: [
        done('loadFreeSeats', 'listed', { isListed: true }),
        done('loadFreeSeats', 'no list', { isListed: false }),
      ],
      'seats.released': [event('seats.released', '', { seats: [chosenSeat] })],
    }),
    // However many are released, the chart goes on alike.
    facts: ({ context: { released } }) => released.length > 0,
  },
  {
    chart: 'seatSelection',
    machine: seatSelectionMachine,
    input: { eventDateId: 'the-tempest-friday' },
    cases: casesFrom(seatSelectionMachine, {
      loadSeating: [
        done('loadSeating', 'offered', { isOffered: true }),
        done('loadSeating', 'not offered', { isOffered: false }),
      ],
      'xstate.error.actor.loadSeating': [
        event('xstate.error.actor.loadSeating', 'failed with a message', { error: new Error('It is over') }),
        event('xstate.error.actor.loadSeating', 'failed without one', { error: new Error('') }),
      ],
      readPlan: [
        done('readPlan', 'nothing chosen', {
          seats: [],
          message: '',
          categories: [seatCategory],
          isTogether: true,
        }),
        done('readPlan', 'no prices', { seats: [], message: '', categories: [], isTogether: true }),
        done('readPlan', 'chosen before', {
          seats: [chosenSeat],
          message: '',
          categories: [seatCategory],
          isTogether: true,
        }),
      ],
      changeSeats: [
        done('changeSeats', 'chosen', { seats: [chosenSeat], message: '' }),
        done('changeSeats', 'released', { seats: [], message: '' }),
      ],
      holdBestSeats: [done('holdBestSeats', 'found', { seats: [chosenSeat], message: '' })],
      renewSession: ({ context: { seats } }) => [done('renewSession', 'renewed', { seats, message: '' })],
      addSeats: [
        done('addSeats', 'added', { outcome: 'added' }),
        done('addSeats', 'refused', { outcome: 'refused', message: 'Sold' }),
        done('addSeats', 'session over', { outcome: 'expired' }),
        done('addSeats', 'unclear', { outcome: 'unclear', message: '' }),
      ],
      removeSeat: [
        done('removeSeat', 'removed', { isRemoved: true, message: '', inBasket: [] }),
        done('removeSeat', 'refused', { isRemoved: false, message: 'It is paid', inBasket: [] }),
        done('removeSeat', 'failed', { isRemoved: false, message: '', inBasket: [] }),
      ],
      listBasketSeats: [done('listBasketSeats', '', { inBasket: [] })],
      'session.started': [event('session.started', '', { hold: { deadline: 9e15, seconds: 20, asOf: 0 } })],
      'countdown.over': ({ context }) =>
        context.hold && !context.isExpired ? [event('countdown.over', '')] : [],
      'hold.failed': [
        event('hold.failed', '', { labels: [chosenSeat.label], message: 'Seat 12 has just been taken' }),
      ],
      'selection.validated': [
        event('selection.validated', 'valid', { violations: [] }),
        event('selection.validated', 'invalid', { violations: ['noOrphanSeats'] }),
      ],
      'seat.selected': [event('seat.selected', '', { seat: chosenSeat })],
      'seat.deselected': [event('seat.deselected', '', { label: chosenSeat.label })],
      'seat.choose': [event('seat.choose', '', { seat: { label: chosenSeat.label, ticketType: '31' } })],
      'seat.remove': [event('seat.remove', '', { label: chosenSeat.label })],
      'basket.remove': [event('basket.remove', '', { label: chosenSeat.label })],
      'seat.find': [event('seat.find', '', { wanted: { number: 2, category: '', isTogether: true } })],
    }),
    // What the seating plan reports changes the context alike in every state of `open`. Nobody can ask twice.
    includes: ({ value, context }, { type }) =>
      type === 'seat.find'
        ? !context.isAsked
        : !['selection.validated', 'seat.selected', 'hold.started'].includes(type) ||
          isAt(value, 'open', 'choosing'),
    facts: ({ context: { seats, violations, isHolding, isExpired, isAsked, hold, lost } }) => [
      seats.length,
      lost.length > 0,
      violations.length,
      isHolding,
      isExpired,
      isAsked,
      !!hold,
    ],
  },
  {
    chart: 'ticketDelivery',
    machine: ticketDeliveryMachine,
    cases: casesFrom(ticketDeliveryMachine, {
      deliverToBitticket: [
        done('deliverToBitticket', 'completed', { isCompleted: true }),
        done('deliverToBitticket', 'not completed', { isCompleted: false }),
      ],
      deliverToWallet: [
        done('deliverToWallet', 'completed', { isCompleted: true }),
        done('deliverToWallet', 'not completed', { isCompleted: false }),
      ],
    }),
    facts: () => null,
  },
  {
    chart: 'ticketQuestions',
    machine: ticketQuestionsMachine,
    input: { set: 'before' },
    cases: casesFrom(ticketQuestionsMachine, {
      loadQuestions: [done('loadQuestions', 'read', { steps, answers: {} })],
      'answer.change': [event('answer.change', 'answered', { key: 'name', value: 'Ann', problem: '' })],
      'step.select': [event('step.select', 'second', { index: 1 })],
      saveQuestionAnswers: [
        done('saveQuestionAnswers', 'saved', { outcome: 'saved' }),
        done('saveQuestionAnswers', 'not saved', { outcome: 'refused', message: '' }),
      ],
    }),
    facts: ({ context }) => [context.answers, context.active, context.visited.length],
  },
  {
    chart: 'transfers',
    machine: transfersMachine,
    input: { lines: [transferLine], offers: [], attempt: 'k1' },
    cases: casesFrom(transfersMachine, {
      'line.toggle': inFirstForm(event('line.toggle', '', { ticketId: transferLine.ticketId })),
      'recipient.add': inFirstForm(event('recipient.add', '', { ticketId: transferLine.ticketId })),
      'recipient.change': ({ context }) =>
        context.isSent || context.isChanged
          ? []
          : [
              event('recipient.change', 'complete', {
                row: { ...context.rows[0], qty: 1, standing: 'complete' },
              }),
              event('recipient.change', 'all tickets', {
                row: { ...context.rows[0], qty: 2, standing: 'complete' },
              }),
              event('recipient.change', 'too many', { row: { ...context.rows[0], qty: 3 } }),
            ],
      'recipient.remove': inFirstForm(event('recipient.remove', '', { id: 1 })),
      ...offerCases,
    }),
    facts: ({ context }) => [
      context.open,
      context.rows.map(({ qty, standing }: TransferRow) => [qty, standing]),
      context.offers,
      context.lines,
      context.isSent || context.isChanged,
      context.change.recipient,
    ],
  },
  sentBefore('sent before', []),
  sentBefore('sent before, and some came back', [transferLine]),
]
