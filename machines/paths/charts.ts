import type { AnyMachineSnapshot } from 'xstate'
import { accountMachine } from '#machines/account.ts'
import { bankPollingMachine } from '#machines/bank-polling.ts'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import { bankAnswer, delivery, savedAddress } from '#machines/testing/samples.ts'
import { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import { ticketQuestionsMachine } from '#machines/ticket-questions.ts'
import { checkoutCases, done, event, failed, guardFacts, isAt, type Case } from './cases.ts'
import type { Model } from './model.ts'

const silent = () => {}

/** The cases of a child chart by event; an event that is not listed happens in one way, and a call may fail. */
const casesFrom =
  (listed: Record<string, Case[] | ((snapshot: AnyMachineSnapshot) => Case[])>) =>
  (type: string, snapshot: AnyMachineSnapshot): Case[] => {
    const cases = listed[type.replace('xstate.done.actor.', '')]
    if (typeof cases === 'function') return cases(snapshot)
    if (cases) return cases
    return [
      type.startsWith('xstate.error.') ? failed(type.replace('xstate.error.actor.', '')) : event(type, ''),
    ]
  }

export const checkoutModel: Model = {
  chart: 'checkout',
  machine: checkoutMachine,
  cases: (type, { context, value }) => checkoutCases(type, context as CheckoutContext, value),
  facts: ({ context, value }) => {
    const { facts, drafts, isTimeOver, method } = context as CheckoutContext
    if (isAt(value, 'determining')) return [facts.state, facts.isPaymentComplete]
    if (isAt(value, 'paid')) return paidFacts.map((fact) => facts[fact])
    return [
      guardFacts.map((fact) => facts[fact]),
      isAt(value, 'holding') && isTimeOver,
      isAt(value, 'holding', 'payment') && method,
      isAt(value, 'basket') &&
        Object.values(drafts).map(({ kind, flag, isPending }) => [kind, flag, isPending]),
    ]
  },
}

const paidFacts = ['hasQuestionsAfter', 'hasWaivers', 'hasMessages'] as const

const steps = [
  { id: 'adult', keys: ['name'], mandatoryKeys: ['name'] },
  { id: 'child', keys: ['age'], mandatoryKeys: [] },
]

const countdownModel: Model = {
  chart: 'countdown',
  machine: countdownMachine.provide({ actions: { sendExpired: silent } }),
  cases: casesFrom({
    'countdown.corrected': [
      event('countdown.corrected', 'two seconds', {
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 2 },
      }),
      event('countdown.corrected', 'over', { hold: { deadline: 0, seconds: 0 } }),
    ],
  }),
  facts: ({ context }) => context.secondsRemaining,
}

/** Every chart as the walks take it; a chart that starts in two ways stands twice. */
export const models: Model[] = [
  checkoutModel,
  {
    chart: 'account',
    machine: accountMachine,
    cases: casesFrom({
      fetchUser: [
        done('fetchUser', 'guest', { isSignedIn: false }),
        done('fetchUser', 'signed in', { isSignedIn: true }),
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
        done('saveGuestToSale', 'saved', { error: '', facts: plain }),
        done('saveGuestToSale', 'refused', { error: 'No', facts: null }),
      ],
    }),
    facts: () => null,
  },
  {
    chart: 'bankPolling',
    machine: bankPollingMachine,
    tellsOrigins: true,
    cases: casesFrom({
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
    cases: casesFrom({ loadCheckout: [done('loadCheckout', 'read', { facts: plain, hold: null })] }),
    facts: () => null,
  },
  {
    ...countdownModel,
    input: { hold: null },
  },
  {
    ...countdownModel,
    input: { hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 1 } },
  },
  {
    chart: 'deliveryAddress',
    machine: deliveryAddressMachine,
    cases: casesFrom({
      loadAddresses: [
        done('loadAddresses', 'saved', { savedAddresses: [savedAddress] }),
        done('loadAddresses', 'none', { savedAddresses: [] }),
      ],
      deleteAddress: [
        done('deleteAddress', 'saved', { savedAddresses: [savedAddress] }),
        done('deleteAddress', 'none', { savedAddresses: [] }),
      ],
      lookupAddress: [done('lookupAddress', 'found', [])],
      setDeliveryAddress: [done('setDeliveryAddress', 'saved', { facts: plain })],
      'address.select': [
        event('address.select', 'saved', { id: savedAddress.id }),
        event('address.select', 'new', { id: 'new' }),
      ],
      'address.delete': [event('address.delete', '', { id: savedAddress.id })],
      'address.find': [event('address.find', '', { text: 'AB1' })],
      'address.choose': [
        event('address.choose', '', {
          address: { formatted_address: '1', address_line_2: '', town: 'Bath', post_code: 'AB1' },
        }),
      ],
      'details.save': [event('details.save', '', { details: delivery })],
    }),
    facts: ({ context }) => context.selectedId,
  },
  {
    chart: 'saleRelease',
    machine: saleReleaseMachine.provide({ actions: { sendReleased: silent } }),
    cases: casesFrom({}),
    facts: () => null,
  },
  {
    chart: 'stateReporting',
    machine: stateReportingMachine.provide({ actions: { sendCorrection: silent } }),
    cases: casesFrom({
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
        done('updateBasketState', 'hold', { hold: { deadline: 0, seconds: 30 } }),
      ],
    }),
    facts: ({ context }) => context,
  },
  {
    chart: 'ticketDelivery',
    machine: ticketDeliveryMachine,
    cases: casesFrom({
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
    cases: casesFrom({
      loadQuestions: [done('loadQuestions', 'read', { steps, answers: {} })],
      'answer.change': [event('answer.change', 'answered', { key: 'name', value: 'Ann' })],
      'step.select': [event('step.select', 'second', { index: 1 })],
      saveQuestionAnswers: [
        done('saveQuestionAnswers', 'saved', { isSaved: true }),
        done('saveQuestionAnswers', 'not saved', { isSaved: false }),
      ],
    }),
    facts: ({ context }) => [context.answers, context.active, context.visited.length],
  },
]
