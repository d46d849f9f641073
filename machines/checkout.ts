import {
  and,
  assign,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
  type AnyActorRef,
  type CallbackActorLogic,
  type EventFromLogic,
  type PromiseActorLogic,
} from 'xstate'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import type { MarketingChoices } from '#src/account/requests.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type { accountMachine, AccountOutcome } from '#machines/account.ts'
import type { BankOutcome, bankPollingMachine } from '#machines/bank-polling.ts'
import type { basketMachine } from '#machines/basket.ts'
import type { checkoutRefreshMachine, Loaded } from '#machines/checkout-refresh.ts'
import type { countdownMachine, Hold } from '#machines/countdown.ts'
import type { deliveryAddressMachine } from '#machines/delivery-address.ts'
import type { holdExtensionMachine } from '#machines/hold-extension.ts'
import type { orderCompletedMachine } from '#machines/order-completed.ts'
import type { paymentMachine, PaymentOutput } from '#machines/payment.ts'
import type { Attempt } from '#machines/payment-attempt.ts'
import type { reservationMachine, ReservationOutput } from '#machines/reservation.ts'
import type { saleReleaseMachine } from '#machines/sale-release.ts'
import type { stateReportingMachine } from '#machines/state-reporting.ts'
import type { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import type { ticketQuestionsMachine } from '#machines/ticket-questions.ts'

export interface CheckoutContext {
  facts: Facts
  hold: Hold | null
  /** The hold has expired; an open payment still finishes first (OPEN-47). */
  isHoldExpired: boolean
  /** "Edit basket" has released the reservation. */
  isReleased: boolean
  /** The basket shows that the hold has expired [CONT-56]. */
  showsExpiryNotice: boolean
  /** Why the buyer was sent back to the basket; shown there once it has reloaded [CONT-58]. */
  reservingError: string
  /** Key of the captcha that was pending when the page was reloaded; '' for none. */
  captchaSitekey: string
  /** The buyer returns to the payment step after an unfinished payment. */
  isPaymentRetried: boolean
  /** The method that the buyer asked to try again; none if they asked for another one. A reload forgets it. */
  retriedMethod?: PaymentMethod | null
  /** Attempts to pay of which the end may be unknown. */
  attempts?: Attempt[] | null | undefined
  /** The basket has just been loaded; any other way to it reloads it. */
  isBasketFresh: boolean
  /** Error message of the last attempt on the current step. */
  message: string
  /** The method that has paid the order; null for none, or free tickets. */
  paidBy: PaymentMethod | null
  bank: BankOutcome | null
}

export type CheckoutEvent =
  | { type: 'checkout.retry' }
  | ({ type: 'checkout.refreshed' } & Loaded)
  | { type: 'facts.changed' }
  | { type: 'step.entered'; step: CheckoutState }
  | { type: 'page.shown' }
  | { type: 'page.restored' }
  | { type: 'step.back' }
  | { type: 'account.change' }
  | { type: 'address.change' }
  | { type: 'countdown.shortened' }
  | { type: 'countdown.lengthened' }
  | { type: 'countdown.over' }
  | { type: 'countdown.expired' }
  | { type: 'hold.corrected'; hold: Hold }
  | { type: 'sale.released' }
  | { type: 'basket.edit' }
  | { type: 'captcha.demanded' }
  | { type: 'basket.changed' }
  | { type: 'tickets.reserved' }
  | { type: 'donation.save'; amount: number; charityId: string }
  | { type: 'donation.skip'; charityId: string }
  | { type: 'declaration.save'; declaration: GiftAidDeclaration }
  | { type: 'preferences.save'; choices: MarketingChoices }
  | { type: 'payment.opened' }
  | { type: 'payment.settled'; attempts: Attempt[] }
  | { type: 'payment.continue' }
  | { type: 'method.switch' }
  | { type: 'bank.retry' }
  | { type: 'waiver.continue' }
  | { type: 'messages.continue' }

/**
 * The checkout: seventeen steps, the transitions between them, and the hold with its expiry. Independent flows inside a
 * step (editing the basket, reserving, paying, …) are child machines. Actors are declared here by type only;
 * `src/app/checkout-with.ts` provides them.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    tags: {} as 'busy' | 'holds_tickets' | 'payment_open' | 'error',
    /** For steps only: the documented screen title, and the ids of its requirements. */
    meta: {} as { title: string; requirements: string },
    children: {} as {
      stepObserver: 'stepObserver'
      stepHistory: 'stepHistory'
      stateReporting: 'stateReporting'
      checkoutRefresh: 'checkoutRefresh'
      countdown: 'countdown'
      holdExtension: 'holdExtension'
      saleRelease: 'saleRelease'
      basket: 'basket'
      reservation: 'reservation'
      account: 'account'
      deliveryAddress: 'deliveryAddress'
      ticketQuestions: 'ticketQuestions'
      payment: 'payment'
      bankPolling: 'bankPolling'
      ticketDelivery: 'ticketDelivery'
      orderCompleted: 'orderCompleted'
    },
  },
  actors: {
    loadUser: {} as PromiseActorLogic<{ facts: Facts | null }>,
    loadCheckout: {} as PromiseActorLogic<Loaded>,
    browserSignals: {} as CallbackActorLogic<CheckoutEvent>,
    stepObserver: {} as CallbackActorLogic<CheckoutEvent, { checkout: AnyActorRef }>,
    stepHistory: {} as CallbackActorLogic<CheckoutEvent, { checkout: AnyActorRef }>,
    stateReporting: {} as typeof stateReportingMachine,
    checkoutRefresh: {} as typeof checkoutRefreshMachine,
    countdown: {} as typeof countdownMachine,
    holdExtension: {} as typeof holdExtensionMachine,
    saleRelease: {} as typeof saleReleaseMachine,
    basket: {} as typeof basketMachine,
    reservation: {} as typeof reservationMachine,
    account: {} as typeof accountMachine,
    deliveryAddress: {} as typeof deliveryAddressMachine,
    ticketQuestions: {} as typeof ticketQuestionsMachine,
    payment: {} as typeof paymentMachine,
    bankPolling: {} as typeof bankPollingMachine,
    ticketDelivery: {} as typeof ticketDeliveryMachine,
    orderCompleted: {} as typeof orderCompletedMachine,
    saveDonation: {} as PromiseActorLogic<{ facts: Facts }, { amount: number; charityId: string }>,
    updateDonation: {} as PromiseActorLogic<{ facts: Facts }, { declaration: GiftAidDeclaration }>,
    setMarketingPreferences: {} as PromiseActorLogic<void, { choices: MarketingChoices }>,
    loadPaidOrder: {} as PromiseActorLogic<{ facts: Facts }, { method: PaymentMethod | null }>,
  },
  guards: {
    // Resuming
    isResumedAt: ({ context }, params: { state: CheckoutState }) => context.facts.state === params.state,
    isResumedAtCaptcha: ({ context }) =>
      context.facts.state === 'captcha' && context.facts.captchaSitekey !== '',
    isPaymentComplete: ({ context }) => context.facts.isPaymentComplete,
    isEditing: ({ context }) => context.facts.isEditing,
    isHoldGone: ({ context }) =>
      context.facts.secondsRemaining === 0 && holdStates.includes(context.facts.state),
    isPaidInReply: (_, params: { facts: Facts }) => params.facts.isPaymentComplete,
    isBeforePaymentInReply: (_, params: { facts: Facts }) => statesBeforePayment.includes(params.facts.state),
    /** Also by the loss of the session, after which there is no sale, no hold and no ticket: a reply may lack one of them by mistake. */
    isReleasedInReply: ({ context }, { facts }: { facts: Facts }) =>
      (facts.secondsRemaining === 0 && facts.isEditing) ||
      (context.facts.sale !== '' && !facts.sale && !facts.secondsRemaining && !facts.canReserve),
    hasHoldInReply: (_, params: Loaded) => params.hold !== null,
    // The hold
    canExtendHold: ({ context }) => context.facts.canExtendHold,
    isHoldExpired: ({ context }) => context.isHoldExpired,
    isReleased: ({ context }) => context.isReleased,
    isPaymentOpen: or([stateIn('#paying'), stateIn('#awaiting_truelayer')]),
    isPaymentSettled: not('isPaymentOpen'),
    isHoldLost: and(['isHoldExpired', 'isPaymentSettled']),
    isHoldReleased: and(['isReleased', 'isPaymentSettled']),
    // Child charts
    isReturned: (_, params: ReservationOutput) => params.outcome === 'returned',
    isLeft: (_, params: ReservationOutput) => params.outcome === 'left',
    isBasketPaid: (_, params: { isPaid: boolean }) => params.isPaid,
    isRejected: (_, params: AccountOutcome) => params.outcome === 'rejected',
    isPaid: (_, params: PaymentOutput) => params.outcome === 'paid',
    isBankCompleted: (_, params: BankOutcome) => params.status === 'completed',
    isBankTooLate: ({ context }, params: BankOutcome) =>
      params.status === 'failed' && (!params.hasTime || context.isHoldExpired),
    isBankCancelled: ({ context }) => context.facts.isBankCancelled,
    isClaimable: ({ context: { facts } }) => facts.isFree && facts.hasEmail && !facts.asksAddress,
    // The next-step tables
    isCharity: ({ context }) => context.facts.isCharity,
    isExpress: ({ context }) => context.facts.isExpress,
    hasDonation: ({ context }) => context.facts.hasDonation,
    hasMarketingPreferences: ({ context }) => context.facts.hasMarketingPreferences,
    needsDeliveryAddress: ({ context }) => context.facts.needsDeliveryAddress,
    hasQuestionsBefore: ({ context }) => context.facts.hasQuestionsBefore,
    hasQuestionsAfter: ({ context }) => context.facts.hasQuestionsAfter,
    hasWaivers: ({ context }) => context.facts.hasWaivers,
    hasMessages: ({ context }) => context.facts.hasMessages,
    // The way back: the tables read backwards
    isLong: ({ context: { facts } }) => facts.isCharity || !facts.isExpress,
    isBackToAddress: and(['isLong', 'needsDeliveryAddress']),
    isBackToPreferences: and(['isLong', 'hasMarketingPreferences']),
    isBackToQuestions: and(['isLong', 'hasQuestionsBefore']),
  },
  actions: {
    storeLoaded: assign(({ context }, params: Loaded) => ({
      facts: params.facts,
      attempts: context.attempts ?? params.attempts,
      hold: params.hold,
      isHoldExpired: false,
      isReleased: false,
    })),
    storeRefreshed: assign(({ context }, params: Loaded) => ({
      facts: params.facts,
      ...heldAs(context, params.hold),
    })),
    storeFacts: assign(({ context }, params: { facts: Facts | null }) => ({
      facts: params.facts ?? context.facts,
    })),
    storeConfirmed: assign(({ context }, params: AccountOutcome) => ({
      facts: params.outcome === 'confirmed' && params.facts ? params.facts : context.facts,
    })),
    storeReserved: assign((_, params: ReservationOutput) =>
      params.outcome === 'reserved'
        ? { facts: params.facts, hold: params.hold, isHoldExpired: false, isReleased: false }
        : {},
    ),
    storeReturned: assign((_, params: ReservationOutput) => ({
      reservingError: params.outcome === 'returned' ? params.message : '',
    })),
    storeRejected: assign((_, params: AccountOutcome) => ({
      reservingError: params.outcome === 'rejected' ? params.message : '',
    })),
    storeReservingError: assign((_, params: { text: string }) => ({ reservingError: params.text })),
    clearReservingError: assign({ reservingError: '' }),
    storeCaptchaSitekey: assign(({ context }) => ({ captchaSitekey: context.facts.captchaSitekey })),
    clearCaptchaSitekey: assign({ captchaSitekey: '' }),
    storeHold: assign(({ context }, params: { hold: Hold }) => heldAs(context, params.hold)),
    storeHoldExpired: assign({ isHoldExpired: true }),
    storeReleased: assign({ isReleased: true }),
    storeExpiryNotice: assign({ showsExpiryNotice: true }),
    clearHold: assign({ hold: null, isHoldExpired: false, isReleased: false }),
    clearWarnings: assign({ showsExpiryNotice: false, reservingError: '' }),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    clearMessage: assign({ message: '' }),
    storePaymentRetried: assign({ isPaymentRetried: true }),
    storeBankRetried: assign({ isPaymentRetried: true, retriedMethod: 'bank' }),
    clearPaymentRetried: assign({ isPaymentRetried: false, retriedMethod: null }),
    storeAttempts: assign((_, params: { attempts?: Attempt[] | undefined }) => ({
      attempts: params.attempts,
    })),
    storeBasketFresh: assign({ isBasketFresh: true }),
    clearBasketFresh: assign({ isBasketFresh: false }),
    storePaidBy: assign((_, params: PaymentOutput) =>
      params.outcome === 'paid' ? { paidBy: params.method } : {},
    ),
    storeBank: assign((_, params: BankOutcome) => ({ bank: params })),
    raiseFactsChanged: raise({ type: 'facts.changed' }),
    sendEntered: sendTo(
      'stateReporting',
      (_, params: { step: CheckoutState }) =>
        ({ type: 'state.entered', state: params.step }) satisfies EventFromLogic<
          typeof stateReportingMachine
        >,
    ),
    sendToHistory: sendTo('stepHistory', ({ event }) => event),
    sendKnown: sendTo(
      'stateReporting',
      ({ context }) =>
        ({ type: 'state.known', state: context.facts.state }) satisfies EventFromLogic<
          typeof stateReportingMachine
        >,
    ),
    sendRefresh: sendTo('checkoutRefresh', {
      type: 'refresh.request',
    } satisfies EventFromLogic<typeof checkoutRefreshMachine>),
    sendReserved: sendTo('checkoutRefresh', {
      type: 'tickets.reserved',
    } satisfies EventFromLogic<typeof checkoutRefreshMachine>),
    sendShortened: sendTo('holdExtension', {
      type: 'countdown.shortened',
    } satisfies EventFromLogic<typeof holdExtensionMachine>),
    sendLengthened: sendTo('holdExtension', {
      type: 'countdown.lengthened',
    } satisfies EventFromLogic<typeof holdExtensionMachine>),
    sendOver: sendTo('holdExtension', {
      type: 'countdown.over',
    } satisfies EventFromLogic<typeof holdExtensionMachine>),
    sendRelease: sendTo('saleRelease', {
      type: 'release.request',
    } satisfies EventFromLogic<typeof saleReleaseMachine>),
    sendHold: sendTo(
      'countdown',
      ({ context }) =>
        ({
          type: 'countdown.corrected',
          hold: context.hold ?? { deadline: 0, seconds: 0, asOf: 0 },
        }) satisfies EventFromLogic<typeof countdownMachine>,
    ),
    sendFactsToBasket: sendTo(
      'basket',
      ({ context }) =>
        ({ type: 'facts.changed', facts: context.facts }) satisfies EventFromLogic<typeof basketMachine>,
    ),
    sendFactsToPayment: sendTo(
      'payment',
      ({ context }) =>
        ({ type: 'facts.changed', facts: context.facts }) satisfies EventFromLogic<typeof paymentMachine>,
    ),
    sendEditToReservation: sendTo('reservation', {
      type: 'basket.edit',
    } satisfies EventFromLogic<typeof reservationMachine>),
    sendRestoredToReservation: sendTo('reservation', {
      type: 'page.restored',
    } satisfies EventFromLogic<typeof reservationMachine>),
    sendRestoredToPayment: sendTo('payment', {
      type: 'page.restored',
    } satisfies EventFromLogic<typeof paymentMachine>),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'checkout',
  description: 'From the basket to the completed order.',
  context: {
    facts: {
      state: 'basket',
      sale: '',
      secondsRemaining: null,
      canReserve: false,
      canExtendHold: false,
      canAddLines: false,
      isEditing: false,
      isCharity: false,
      isExpress: false,
      isFree: false,
      hasDonation: false,
      hasMarketingPreferences: false,
      needsDeliveryAddress: false,
      hasQuestionsBefore: false,
      hasQuestionsAfter: false,
      hasWaivers: false,
      hasMessages: false,
      isPaymentComplete: false,
      isBankCancelled: false,
      asksAddress: false,
      hasEmail: false,
      isPaymentUnavailable: false,
      methods: [],
      preselectedMethod: null,
      captchaSitekey: '',
    },
    hold: null,
    isHoldExpired: false,
    isReleased: false,
    showsExpiryNotice: false,
    reservingError: '',
    captchaSitekey: '',
    isPaymentRetried: false,
    isBasketFresh: false,
    message: '',
    paidBy: null,
    bank: null,
  },
  invoke: [
    { id: 'browserSignals', src: 'browserSignals' },
    { id: 'stepObserver', src: 'stepObserver', input: ({ self }) => ({ checkout: self }) },
    { id: 'stepHistory', src: 'stepHistory', input: ({ self }) => ({ checkout: self }) },
    { id: 'stateReporting', src: 'stateReporting' },
    { id: 'checkoutRefresh', src: 'checkoutRefresh' },
    {
      id: 'loadUser',
      src: 'loadUser',
      onDone: {
        actions: [{ type: 'storeFacts', params: ({ event }) => event.output }, 'raiseFactsChanged'],
      },
      onError: { actions: 'raiseFactsChanged' },
    },
  ],
  initial: 'determining',
  on: {
    'step.entered': { actions: [{ type: 'sendEntered', params: ({ event }) => event }, 'sendToHistory'] },
    'page.shown': { actions: 'sendRefresh' },
    'page.restored': { actions: 'sendRefresh' },
    'checkout.refreshed': {
      actions: { type: 'storeRefreshed', params: ({ event }) => event },
    },
  },
  states: {
    determining: {
      id: 'determining',
      description:
        'The page is opened, loaded again or come back to: where was the buyer? The first row that fits counts.',
      meta: { title: 'Determining checkout progress', requirements: 'CONT-08..10' },
      initial: 'loading',
      states: {
        loading: {
          description: 'Loading the checkout.',
          tags: ['busy'],
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: {
              target: 'resuming',
              actions: [{ type: 'storeLoaded', params: ({ event }) => event.output }, 'sendKnown'],
            },
            onError: {
              target: 'load_failed',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to get Checkout data. Please try again later' },
              },
            },
          },
        },
        load_failed: {
          id: 'load_failed',
          description: 'Loading the checkout failed, or a step broke off. The buyer can try again.',
          tags: ['error'],
          on: { 'checkout.retry': { target: 'loading' } },
        },
        resuming: {
          description:
            'Goes to the step saved by the server. A paid order goes on after payment; an expired hold goes back to the basket.',
          always: [
            {
              guard: { type: 'isResumedAt', params: { state: 'ticket_questions_after' } },
              target: '#ticket_questions_after',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'waiver' } },
              target: '#waiver',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'after_sale_messages' } },
              target: '#after_sale_messages',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'order_completed' } },
              target: '#order_completed',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'deliver_tickets' } },
              target: '#deliver_tickets',
            },
            { guard: 'isPaymentComplete', target: '#deliver_tickets' },
            { guard: 'isEditing', target: '#basket', actions: 'storeBasketFresh' },
            {
              guard: 'isHoldGone',
              target: '#basket',
              actions: ['clearHold', 'storeExpiryNotice', 'storeBasketFresh'],
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'reserve' } },
              target: '#reserve',
              actions: 'clearCaptchaSitekey',
            },
            { guard: 'isResumedAtCaptcha', target: '#captcha', actions: 'storeCaptchaSitekey' },
            {
              guard: { type: 'isResumedAt', params: { state: 'captcha' } },
              target: '#reserve',
              actions: 'clearCaptchaSitekey',
            },
            { guard: { type: 'isResumedAt', params: { state: 'donation' } }, target: '#donation' },
            { guard: { type: 'isResumedAt', params: { state: 'gift_aid' } }, target: '#gift_aid' },
            { guard: { type: 'isResumedAt', params: { state: 'login' } }, target: '#login' },
            {
              guard: { type: 'isResumedAt', params: { state: 'marketing_preferences' } },
              target: '#marketing_preferences',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'delivery_address' } },
              target: '#delivery_address',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'ticket_questions_before' } },
              target: '#ticket_questions_before',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'payment' } },
              target: '#payment',
              actions: 'storePaymentRetried',
            },
            {
              guard: { type: 'isResumedAt', params: { state: 'awaiting_truelayer' } },
              target: '#awaiting_truelayer',
            },
            { target: '#basket', actions: 'storeBasketFresh' },
          ],
        },
      },
    },
    basket: {
      id: 'basket',
      description: 'The buyer changes quantities, enters codes, and reserves: see the basket chart.',
      meta: { title: 'Basket', requirements: 'BASK-01..65' },
      exit: 'clearBasketFresh',
      on: {
        'facts.changed': { actions: 'sendFactsToBasket' },
        'basket.changed': { actions: 'clearReservingError' },
        'checkout.refreshed': [
          { guard: { type: 'isPaidInReply', params: ({ event }) => event }, target: '#determining' },
          { actions: [{ type: 'storeRefreshed', params: ({ event }) => event }, 'raiseFactsChanged'] },
        ],
      },
      invoke: {
        id: 'basket',
        src: 'basket',
        input: ({ context }) => ({ facts: context.facts, isFresh: context.isBasketFresh }),
        onDone: [
          { guard: { type: 'isBasketPaid', params: ({ event }) => event.output }, target: '#determining' },
          {
            target: '#reserve',
            actions: [
              { type: 'storeFacts', params: ({ event }) => event.output },
              'clearWarnings',
              'clearCaptchaSitekey',
            ],
          },
        ],
        onError: { target: '#load_failed' },
      },
    },
    reserving: {
      // Not a step but the parent of `reserve` and `captcha`
      description: 'The shop is asked for the tickets: see the reservation chart.',
      initial: 'reserve',
      on: {
        'basket.edit': { actions: 'sendEditToReservation' },
        'tickets.reserved': { actions: 'sendReserved' },
        'checkout.refreshed': [
          { guard: { type: 'isPaidInReply', params: ({ event }) => event }, target: '#determining' },
          { actions: { type: 'storeRefreshed', params: ({ event }) => event } },
        ],
        'page.restored': { actions: ['sendRefresh', 'sendRestoredToReservation'] },
      },
      invoke: {
        id: 'reservation',
        src: 'reservation',
        input: ({ context }) => ({ sitekey: context.captchaSitekey }),
        onDone: [
          {
            guard: { type: 'isReturned', params: ({ event }) => event.output },
            target: '#basket',
            actions: { type: 'storeReturned', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isLeft', params: ({ event }) => event.output },
            target: '#determining',
          },
          {
            guard: 'isCharity',
            target: '#donation',
            actions: { type: 'storeReserved', params: ({ event }) => event.output },
          },
          {
            guard: 'isExpress',
            target: '#payment',
            actions: { type: 'storeReserved', params: ({ event }) => event.output },
          },
          {
            target: '#login',
            actions: { type: 'storeReserved', params: ({ event }) => event.output },
          },
        ],
        onError: { target: '#load_failed' },
      },
      states: {
        reserve: {
          id: 'reserve',
          description: 'The shop reserves the tickets, or says why it cannot.',
          meta: { title: 'Checkout', requirements: 'RESV-01..14' },
          on: { 'captcha.demanded': { target: 'captcha' } },
        },
        captcha: {
          id: 'captcha',
          description:
            'The shop doubts that the buyer is human. Once the captcha is solved, it is asked again for the tickets.',
          meta: { title: 'Checkout', requirements: 'CAPT-01..13' },
        },
      },
    },
    holding: {
      // Not a step but the parent of all steps with a reservation
      description:
        'When the time runs out, the hold ends: the buyer is told, and is back in the basket; what was typed is kept. An open payment is waited for first, and its tickets are kept.',
      tags: ['holds_tickets'],
      initial: 'login',
      invoke: [
        { id: 'countdown', src: 'countdown', input: ({ context }) => ({ hold: context.hold }) },
        { id: 'holdExtension', src: 'holdExtension' },
        { id: 'saleRelease', src: 'saleRelease' },
      ],
      always: [
        { guard: 'isHoldReleased', target: '#basket', actions: 'clearHold' },
        { guard: 'isHoldLost', target: '#basket', actions: ['clearHold', 'storeExpiryNotice'] },
      ],
      on: {
        'countdown.shortened': { guard: 'canExtendHold', actions: 'sendShortened' },
        'countdown.lengthened': { actions: 'sendLengthened' },
        'countdown.over': { actions: 'sendOver' },
        'countdown.expired': { actions: 'storeHoldExpired' },
        'hold.corrected': {
          actions: [{ type: 'storeHold', params: ({ event }) => ({ hold: event.hold }) }, 'sendHold'],
        },
        'basket.edit': { guard: 'isPaymentSettled', actions: 'sendRelease' },
        'sale.released': { actions: 'storeReleased' },
        'checkout.refreshed': [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event },
            target: '#deliver_tickets',
            actions: { type: 'storeRefreshed', params: ({ event }) => event },
          },
          {
            guard: { type: 'isReleasedInReply', params: ({ event }) => event },
            actions: [{ type: 'storeRefreshed', params: ({ event }) => event }, 'storeReleased'],
          },
          {
            guard: { type: 'hasHoldInReply', params: ({ event }) => event },
            actions: [
              { type: 'storeRefreshed', params: ({ event }) => event },
              'sendHold',
              'raiseFactsChanged',
            ],
          },
          { actions: [{ type: 'storeRefreshed', params: ({ event }) => event }, 'raiseFactsChanged'] },
        ],
      },
      states: {
        donation: {
          id: 'donation',
          description: 'The charity asks for a donation, which can be skipped.',
          meta: { title: "The charity's donation_checkout_title", requirements: 'DONA-01..17' },
          entry: 'clearMessage',
          initial: 'choosing',
          states: {
            choosing: {
              description: 'The buyer chooses an amount or skips the donation.',
              on: {
                'donation.save': { target: 'saving', actions: 'clearMessage' },
                'donation.skip': [
                  { guard: 'hasDonation', target: 'saving', actions: 'clearMessage' },
                  { target: 'decided' },
                ],
              },
            },
            saving: {
              description: 'Saving the donation, or withdrawing an earlier one.',
              tags: ['busy'],
              invoke: {
                id: 'saveDonation',
                src: 'saveDonation',
                input: ({ event }) => ({
                  amount: event.type === 'donation.save' ? event.amount : 0,
                  charityId: 'charityId' in event ? event.charityId : '',
                }),
                onDone: {
                  target: 'decided',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'saving_failed',
                  actions: [
                    {
                      type: 'storeMessage',
                      params: { text: 'There was a problem setting your donation amount. Please try again.' },
                    },
                    {
                      type: 'notifyError',
                      params: { text: 'Unable to save Donation. Please try again later' },
                    },
                  ],
                },
              },
            },
            saving_failed: {
              description:
                'Saving failed, and the server may have saved the donation all the same. The buyer can try again; skipping withdraws it.',
              tags: ['error'],
              on: {
                'donation.save': { target: 'saving', actions: 'clearMessage' },
                'donation.skip': { target: 'saving', actions: 'clearMessage' },
              },
            },
            decided: { description: 'The donation is saved or skipped.', type: 'final' },
          },
          onDone: [{ guard: 'hasDonation', target: 'gift_aid' }, { target: 'login' }],
        },
        gift_aid: {
          id: 'gift_aid',
          description: 'The buyer lets the charity claim tax back on the donation, or declines.',
          meta: { title: 'Gift Aid', requirements: 'GIFT-01..15' },
          entry: 'clearMessage',
          initial: 'editing',
          on: { 'step.back': { target: 'donation' } },
          states: {
            editing: {
              description: 'The buyer fills in the declaration.',
              on: { 'declaration.save': { target: 'saving', actions: 'clearMessage' } },
            },
            saving: {
              description: 'Saving the declaration.',
              tags: ['busy'],
              invoke: {
                id: 'updateDonation',
                src: 'updateDonation',
                input: ({ event }) => ({ declaration: savedDeclaration(event) }),
                onDone: {
                  target: 'declared',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'editing',
                  actions: [
                    {
                      type: 'storeMessage',
                      params: { text: 'There was a problem setting your gift aid status. Please try again.' },
                    },
                    {
                      type: 'notifyError',
                      params: { text: 'Unable to update Donation. Please try again later' },
                    },
                  ],
                },
              },
            },
            declared: { description: 'The declaration is saved.', type: 'final' },
          },
          onDone: { target: 'login' },
        },
        login: {
          id: 'login',
          description:
            'The buyer gives an email address and proves it by a code, or continues as a guest: see the account chart.',
          meta: { title: 'Account', requirements: 'ACCT-01..25' },
          entry: 'clearMessage',
          initial: 'identifying',
          on: {
            'step.back': [
              { guard: 'hasDonation', target: 'gift_aid' },
              { guard: 'isCharity', target: 'donation' },
            ],
          },
          states: {
            identifying: {
              description: 'The account chart runs.',
              invoke: {
                id: 'account',
                src: 'account',
                input: ({ event }) => ({ isOtherEmail: event.type === 'account.change' }),
                onDone: [
                  {
                    guard: { type: 'isRejected', params: ({ event }) => event.output },
                    target: '#basket',
                    actions: [{ type: 'storeRejected', params: ({ event }) => event.output }, 'clearHold'],
                  },
                  {
                    target: 'identified',
                    actions: { type: 'storeConfirmed', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: '#load_failed' },
              },
            },
            identified: { description: 'The buyer is identified.', type: 'final' },
          },
          onDone: [
            { guard: 'hasMarketingPreferences', target: 'marketing_preferences' },
            { guard: 'needsDeliveryAddress', target: 'delivery_address' },
            { guard: 'hasQuestionsBefore', target: 'ticket_questions_before' },
            { target: 'payment' },
          ],
        },
        marketing_preferences: {
          id: 'marketing_preferences',
          description: 'The buyer chooses which emails to receive from organisers and from us.',
          meta: { title: 'Keep updated', requirements: 'MARK-01..07' },
          initial: 'editing',
          on: { 'step.back': { target: 'login' } },
          states: {
            editing: {
              description: 'The buyer ticks the emails to receive.',
              on: { 'preferences.save': { target: 'saving' } },
            },
            saving: {
              description: 'Saving the choices.',
              tags: ['busy'],
              invoke: {
                id: 'setMarketingPreferences',
                src: 'setMarketingPreferences',
                input: ({ event }) => ({ choices: savedChoices(event) }),
                onDone: { target: 'saved' },
                onError: {
                  target: 'editing',
                  actions: {
                    type: 'notifyError',
                    params: { text: 'Unable to set the marketing preferences. Please try again later' },
                  },
                },
              },
            },
            saved: { description: 'The choices are saved.', type: 'final' },
          },
          onDone: [
            { guard: 'needsDeliveryAddress', target: 'delivery_address' },
            { guard: 'hasQuestionsBefore', target: 'ticket_questions_before' },
            { target: 'payment' },
          ],
        },
        delivery_address: {
          id: 'delivery_address',
          description: 'The buyer chooses a delivery address: see the delivery address chart.',
          meta: { title: 'Delivery Address', requirements: 'ADDR-01..30' },
          initial: 'addressing',
          on: {
            'step.back': [
              { guard: 'hasMarketingPreferences', target: 'marketing_preferences' },
              { target: 'login' },
            ],
          },
          states: {
            addressing: {
              description: 'The delivery address chart runs.',
              invoke: {
                id: 'deliveryAddress',
                src: 'deliveryAddress',
                onDone: {
                  target: 'addressed',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: { target: '#load_failed' },
              },
            },
            addressed: { description: 'The delivery address is saved.', type: 'final' },
          },
          onDone: [{ guard: 'hasQuestionsBefore', target: 'ticket_questions_before' }, { target: 'payment' }],
        },
        ticket_questions_before: {
          id: 'ticket_questions_before',
          description:
            'The buyer answers what the organiser asks before payment: see the ticket questions chart.',
          meta: { title: 'Ticket Questions', requirements: 'QUES-01..25' },
          initial: 'answering',
          on: {
            'step.back': [
              { guard: 'needsDeliveryAddress', target: 'delivery_address' },
              { guard: 'hasMarketingPreferences', target: 'marketing_preferences' },
              { target: 'login' },
            ],
          },
          states: {
            answering: {
              description: 'The ticket questions chart runs.',
              invoke: {
                id: 'ticketQuestions',
                src: 'ticketQuestions',
                input: { set: 'before' },
                onDone: { target: 'answered' },
                onError: { target: '#load_failed' },
              },
            },
            answered: { description: 'The answers are saved.', type: 'final' },
          },
          onDone: { target: 'payment' },
        },
        payment: {
          id: 'payment',
          description:
            'The buyer pays, or claims free tickets. Who is declined stays here and is told. "Edit basket" gives the tickets up, going back keeps them: see the payment chart.',
          meta: { title: 'Payment', requirements: 'PAYM-01..63' },
          exit: 'clearPaymentRetried',
          initial: 'starting',
          on: {
            'facts.changed': { actions: 'sendFactsToPayment' },
            'page.restored': { actions: ['sendRefresh', 'sendRestoredToPayment'] },
          },
          invoke: {
            id: 'payment',
            src: 'payment',
            input: ({ context }) => ({
              facts: context.facts,
              isRetried: context.isPaymentRetried,
              method: context.retriedMethod,
              attempts: context.attempts,
            }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#loading_order',
                actions: { type: 'storePaidBy', params: ({ event }) => event.output },
              },
              {
                target: '#determining',
                actions: { type: 'storeAttempts', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#load_failed' },
          },
          states: {
            starting: {
              description: 'Free tickets are claimed at once, even if the hold expires now.',
              always: [{ guard: 'isClaimable', target: 'paying' }, { target: 'choosing' }],
            },
            choosing: {
              description: 'No payment is in flight.',
              on: {
                'payment.opened': { target: 'paying' },
                'step.back': [
                  { guard: 'isBackToQuestions', target: '#ticket_questions_before' },
                  { guard: 'isBackToAddress', target: '#delivery_address' },
                  { guard: 'isBackToPreferences', target: '#marketing_preferences' },
                  { guard: 'isLong', target: '#login' },
                ],
                'address.change': { guard: 'isBackToAddress', target: '#delivery_address' },
                'account.change': { guard: 'isLong', target: '#login' },
              },
            },
            paying: {
              id: 'paying',
              description: 'A payment is in flight: the end of the hold waits for it, "Edit basket" is off.',
              tags: ['payment_open'],
              on: {
                'payment.settled': {
                  target: 'choosing',
                  actions: { type: 'storeAttempts', params: ({ event }) => event },
                },
              },
            },
          },
        },
        awaiting_truelayer: {
          id: 'awaiting_truelayer',
          description: "The buyer's bank has yet to confirm or decline; the hold waits for it.",
          meta: { title: 'Payment', requirements: 'BANK-01..23' },
          tags: ['payment_open'],
          entry: 'clearMessage',
          initial: 'returning',
          on: {
            'checkout.refreshed': [
              {
                guard: { type: 'isPaidInReply', params: ({ event }) => event },
                target: '#bank_paid.completed',
                actions: { type: 'storeRefreshed', params: ({ event }) => event },
              },
              {
                guard: { type: 'hasHoldInReply', params: ({ event }) => event },
                actions: [{ type: 'storeRefreshed', params: ({ event }) => event }, 'sendHold'],
              },
              { actions: { type: 'storeRefreshed', params: ({ event }) => event } },
            ],
          },
          states: {
            returning: {
              description: 'The buyer is back from the bank.',
              always: [{ guard: 'isBankCancelled', target: 'cancelled' }, { target: 'polling' }],
            },
            polling: {
              description: 'Polling the payment status: see the bank polling chart.',
              on: { 'method.switch': { target: '#payment', actions: 'storePaymentRetried' } },
              invoke: {
                id: 'bankPolling',
                src: 'bankPolling',
                onDone: [
                  {
                    guard: { type: 'isBankCompleted', params: ({ event }) => event.output },
                    target: '#bank_paid',
                    actions: { type: 'storeBank', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isBankTooLate', params: ({ event }) => event.output },
                    target: '#basket',
                    actions: [
                      'clearHold',
                      'storeExpiryNotice',
                      {
                        type: 'storeReservingError',
                        params: {
                          text: 'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again.',
                        },
                      },
                    ],
                  },
                  {
                    target: 'failed',
                    actions: [
                      { type: 'storeBank', params: ({ event }) => event.output },
                      {
                        type: 'storeMessage',
                        params: ({ event }) => ({
                          text:
                            event.output.message || 'There was an error with your payment. Please try again.',
                        }),
                      },
                    ],
                  },
                ],
                onError: { target: '#load_failed' },
              },
            },
            cancelled: {
              description: 'The buyer came back without paying.',
              on: {
                'method.switch': { target: '#payment', actions: 'storePaymentRetried' },
                'bank.retry': { target: '#payment', actions: 'storeBankRetried' },
              },
            },
            failed: {
              tags: ['error'],
              description: 'The bank did not pay.',
              on: {
                'method.switch': { target: '#payment', actions: 'storePaymentRetried' },
                'bank.retry': { target: '#payment', actions: 'storeBankRetried' },
              },
            },
          },
        },
      },
    },
    paid: {
      // Not a step but the parent of all steps after payment
      description: 'No countdown runs any more, and nobody is asked to pay again.',
      entry: 'clearHold',
      initial: 'deliver_tickets',
      on: {
        'checkout.refreshed': [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event },
            actions: { type: 'storeRefreshed', params: ({ event }) => event },
          },
          {
            guard: { type: 'isBeforePaymentInReply', params: ({ event }) => event },
            target: '#determining',
          },
        ],
      },
      states: {
        awaiting_truelayer: {
          id: 'bank_paid',
          description: 'The bank has confirmed the payment.',
          initial: 'completing',
          states: {
            completing: {
              description: 'The page marks the order as paid.',
              tags: ['busy'],
              invoke: {
                id: 'loadPaidOrder',
                src: 'loadPaidOrder',
                input: { method: 'bank' },
                onDone: {
                  target: 'completed',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: { target: 'completed' },
              },
            },
            completed: {
              description: 'The page shows the paid amount and the reference until the buyer continues.',
              on: { 'payment.continue': { target: '#deliver_tickets' } },
            },
          },
        },
        deliver_tickets: {
          id: 'deliver_tickets',
          description:
            'The shop makes the tickets out. If that fails, the buyer can try again or go on without waiting: see the ticket delivery chart.',
          meta: { title: 'Payment', requirements: 'DELI-01..13' },
          initial: 'delivering',
          states: {
            loading: {
              id: 'loading_order',
              description: 'The payment step has taken the payment. Loads the paid order.',
              tags: ['busy'],
              invoke: {
                id: 'loadPaidOrder',
                src: 'loadPaidOrder',
                input: ({ context }) => ({ method: context.paidBy }),
                onDone: {
                  target: 'delivering',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: { target: '#determining' },
              },
            },
            delivering: {
              description: 'The ticket delivery chart runs.',
              invoke: {
                id: 'ticketDelivery',
                src: 'ticketDelivery',
                onDone: { target: 'delivered' },
                onError: { target: '#load_failed' },
              },
            },
            delivered: {
              description: 'The tickets are delivered, or delivery continues in the background.',
              type: 'final',
            },
          },
          onDone: [
            { guard: 'hasQuestionsAfter', target: 'ticket_questions_after' },
            { guard: 'hasWaivers', target: 'waiver' },
            { guard: 'hasMessages', target: 'after_sale_messages' },
            { target: 'order_completed' },
          ],
        },
        ticket_questions_after: {
          id: 'ticket_questions_after',
          description:
            'The buyer answers what the organiser asks after payment: see the ticket questions chart.',
          meta: { title: 'Ticket Questions', requirements: 'QUES-01..25' },
          initial: 'answering',
          states: {
            answering: {
              description: 'The ticket questions chart runs.',
              invoke: {
                id: 'ticketQuestions',
                src: 'ticketQuestions',
                input: { set: 'after' },
                onDone: { target: 'answered' },
                onError: { target: '#load_failed' },
              },
            },
            answered: { description: 'The answers are saved.', type: 'final' },
          },
          onDone: [
            { guard: 'hasWaivers', target: 'waiver' },
            { guard: 'hasMessages', target: 'after_sale_messages' },
            { target: 'order_completed' },
          ],
        },
        waiver: {
          id: 'waiver',
          description:
            'The buyer shares the activity terms and conditions that every participant must accept.',
          meta: { title: 'Activity Terms and Conditions', requirements: 'WAIV-01..08' },
          initial: 'reading',
          states: {
            reading: {
              description: 'The buyer reads, copies or shares the waiver link.',
              on: { 'waiver.continue': { target: 'read' } },
            },
            read: { description: 'The buyer has continued.', type: 'final' },
          },
          onDone: [{ guard: 'hasMessages', target: 'after_sale_messages' }, { target: 'order_completed' }],
        },
        after_sale_messages: {
          id: 'after_sale_messages',
          description: "The buyer reads the organisers' messages.",
          meta: { title: 'Before you go', requirements: 'MESG-01..04' },
          initial: 'reading',
          states: {
            reading: {
              description: 'The messages are shown until the buyer continues.',
              on: { 'messages.continue': { target: 'read' } },
            },
            read: { description: 'The buyer has continued.', type: 'final' },
          },
          onDone: { target: 'order_completed' },
        },
        order_completed: {
          id: 'order_completed',
          description:
            'The end: tickets, receipt, and passing tickets on. The page can be left, and come back to: see the order completed chart.',
          meta: { title: 'Order completed', requirements: 'DONE-01..28' },
          invoke: { id: 'orderCompleted', src: 'orderCompleted', onError: { target: '#load_failed' } },
        },
      },
    },
  },
})

const detailStates: readonly CheckoutState[] = [
  'donation',
  'gift_aid',
  'login',
  'marketing_preferences',
  'delivery_address',
  'ticket_questions_before',
]

const holdStates: readonly CheckoutState[] = [...detailStates, 'payment']

/**
 * States in which an unpaid reply means a different basket. From `payment` on, the server may merely not have recorded
 * the payment yet, and no buyer is asked to pay twice [CONT-60].
 */
const statesBeforePayment: readonly CheckoutState[] = ['basket', 'reserve', 'captcha', ...detailStates]

/** The hold as the shop tells it, unless more is known by now: a reply may come late. */
function heldAs(known: CheckoutContext, told: Hold | null): Partial<CheckoutContext> {
  const isLate = (known.hold?.asOf ?? 0) > (told?.asOf ?? 0)
  return told && !isLate ? { hold: told, isHoldExpired: told.seconds <= 0 } : {}
}

function savedDeclaration(event: CheckoutEvent): GiftAidDeclaration {
  if (event.type !== 'declaration.save') throw new Error(`${event.type} carries no declaration`)
  return event.declaration
}

function savedChoices(event: CheckoutEvent): MarketingChoices {
  if (event.type !== 'preferences.save') throw new Error(`${event.type} carries no choices`)
  return event.choices
}
