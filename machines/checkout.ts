import {
  and,
  assign,
  not,
  or,
  sendTo,
  setup,
  stateIn,
  type CallbackActorLogic,
  type PromiseActorLogic,
} from 'xstate'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import type { DeliveryAddress } from '#src/api/schemas/address.ts'
import type { Facts } from '#src/rules/facts.ts'
import type { PaymentMethod } from '#src/rules/payment-methods.ts'
import type { accountMachine, AccountOutcome } from '#machines/account.ts'
import type { BankOutcome, bankPollingMachine } from '#machines/bank-polling.ts'
import type { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import type { countdownMachine, Hold } from '#machines/countdown.ts'
import type { deliveryAddressMachine } from '#machines/delivery-address.ts'
import type { saleReleaseMachine } from '#machines/sale-release.ts'
import type { stateReportingMachine } from '#machines/state-reporting.ts'
import type { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import type { ticketQuestionsMachine } from '#machines/ticket-questions.ts'

/** A checkout that has been read: the facts the chart decides by, and the hold if the server named one. */
export interface Loaded {
  facts: Facts
  hold: Hold | null
}

/** A quantity as the buyer typed it, after the rules (BASK-47..50). `value` is a gift voucher's worth in pence, 0 for tickets. */
export interface QuantityDraft {
  kind: 'ticket' | 'voucher'
  id: string
  value: number
  quantity: number
  flag: 'none' | 'exceeded' | 'below'
  /** Not yet with the server. */
  isPending: boolean
}

/** What came of asking for the reservation (S1 §4). */
export type ReserveOutcome =
  | { outcome: 'reserved'; hold: Hold | null; isSupportedBrowser: boolean }
  | { outcome: 'captcha'; sitekey: string; error: string }
  | { outcome: 'redirect'; url: string }
  | { outcome: 'error'; error: string }
  | { outcome: 'unknown' }

/** What came of a card payment. */
export type PayOutcome =
  | { status: 'success'; facts: Facts }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'unsuccessful'; message: string }

/** Who an express buyer is: the account is made from it before paying (OPEN-16, OPEN-77). */
export interface ExpressAccount {
  email: string
  fullName: string
  preferences: MarketingChoices
  address: DeliveryAddress
}

/** What the buyer typed on the payment step; `account` only for express checkout. */
export interface PaymentDetails {
  contactNumber: string
  account: ExpressAccount | null
}

export interface CheckoutContext {
  facts: Facts
  hold: Hold | null
  /** The hold has run out; what follows is decided by where the buyer is (OPEN-47). */
  isTimeOver: boolean
  /** The basket says that time ran out [CONT-56]. */
  isExpired: boolean
  /** Why the buyer was sent back to the basket; shown there, after the reload [CONT-58]. */
  reservingError: string
  drafts: Record<string, QuantityDraft>
  /** The choice on its way to the server; null when there is none and the checkout's own choice shows (OPEN-59). */
  protection: boolean | null
  codeStatus: 'none' | 'applied' | 'invalid'
  captcha: { sitekey: string; error: string; token: string; round: number }
  /** What the current step has to say about its last try. */
  message: string
  /** Where the browser is about to go. */
  address: string
  method: PaymentMethod | null
  isBankRemoved: boolean
  /** The buyer has just subscribed to event updates [DONE-14]. */
  isSubscribed: boolean
  details: PaymentDetails
  bank: BankOutcome | null
}

export type CheckoutEvent =
  | { type: 'checkout.retry' }
  | ({ type: 'checkout.refreshed' } & Loaded)
  | { type: 'page.shown' }
  | { type: 'page.restored' }
  | { type: 'countdown.expired' }
  | { type: 'hold.corrected'; hold: Hold }
  | { type: 'sale.released' }
  | { type: 'basket.edit' }
  | { type: 'basket.reserve' }
  | { type: 'quantity.change'; draft: QuantityDraft }
  | { type: 'ticket.remove'; ticketId: string }
  | { type: 'voucher.remove'; voucherId: string; value: number }
  | { type: 'protection.choose'; isWanted: boolean }
  | { type: 'code.apply'; code: string }
  | { type: 'captcha.pass'; token: string }
  | { type: 'captcha.fail'; text: string }
  | { type: 'captcha.continue' }
  | { type: 'donation.save'; amount: number; charityId: string }
  | { type: 'donation.skip'; charityId: string }
  | { type: 'declaration.save'; declaration: GiftAidDeclaration }
  | { type: 'preferences.save'; choices: MarketingChoices }
  | { type: 'method.choose'; method: PaymentMethod }
  | { type: 'method.switch' }
  | { type: 'payment.pay'; details: PaymentDetails }
  | { type: 'payment.retry' }
  | { type: 'payment.continue' }
  | { type: 'claim.retry' }
  | { type: 'waiver.continue' }
  | { type: 'messages.continue' }
  | { type: 'updates.subscribe' }

/**
 * The checkout: seventeen steps, what moves the buyer between them, and what runs meanwhile.
 * Actors are typed blanks here and provided once, in `src/app/checkout-actor.ts`.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    tags: {} as 'busy',
    children: {} as {
      stateReporting: 'stateReporting'
      checkoutRefresh: 'checkoutRefresh'
      countdown: 'countdown'
      saleRelease: 'saleRelease'
      account: 'account'
      deliveryAddress: 'deliveryAddress'
      ticketQuestions: 'ticketQuestions'
      bankPolling: 'bankPolling'
      ticketDelivery: 'ticketDelivery'
    },
  },
  actors: {
    loadCheckout: {} as PromiseActorLogic<Loaded>,
    browserSignals: {} as CallbackActorLogic<CheckoutEvent>,
    stateReporting: {} as typeof stateReportingMachine,
    checkoutRefresh: {} as typeof checkoutRefreshMachine,
    countdown: {} as typeof countdownMachine,
    saleRelease: {} as typeof saleReleaseMachine,
    account: {} as typeof accountMachine,
    deliveryAddress: {} as typeof deliveryAddressMachine,
    ticketQuestions: {} as typeof ticketQuestionsMachine,
    bankPolling: {} as typeof bankPollingMachine,
    ticketDelivery: {} as typeof ticketDeliveryMachine,
    updateTicketQuantity: {} as PromiseActorLogic<{ sent: QuantityDraft[] }, { drafts: QuantityDraft[] }>,
    updateGiftVoucherQuantity: {} as PromiseActorLogic<
      { sent: QuantityDraft[] },
      { drafts: QuantityDraft[] }
    >,
    removeFromBasket: {} as PromiseActorLogic<void, { ticketId: string }>,
    removeGiftVoucherFromBasket: {} as PromiseActorLogic<void, { voucherId: string; value: number }>,
    updateRefundProtection: {} as PromiseActorLogic<void, { isWanted: boolean }>,
    setCode: {} as PromiseActorLogic<{ isApplied: boolean }, { code: string }>,
    reserveTickets: {} as PromiseActorLogic<ReserveOutcome, { token: string }>,
    openAddress: {} as PromiseActorLogic<void, { address: string }>,
    saveDonation: {} as PromiseActorLogic<{ facts: Facts }, { amount: number; charityId: string }>,
    updateDonation: {} as PromiseActorLogic<{ facts: Facts }, { declaration: GiftAidDeclaration }>,
    setMarketingPreferences: {} as PromiseActorLogic<void, { choices: MarketingChoices }>,
    prepareCard: {} as PromiseActorLogic<void>,
    claimFreeTickets: {} as PromiseActorLogic<{ facts: Facts }>,
    saveExpressAccount: {} as PromiseActorLogic<{ error: string }, { details: PaymentDetails }>,
    payWithCard: {} as PromiseActorLogic<PayOutcome, { details: PaymentDetails }>,
    createTruelayerPayment: {} as PromiseActorLogic<{ url: string }>,
    getPaymentError: {} as PromiseActorLogic<{ text: string }>,
    completePayment: {} as PromiseActorLogic<{ facts: Facts }>,
    loadOrder: {} as PromiseActorLogic<void>,
    subscribeToEvents: {} as PromiseActorLogic<void>,
  },
  delays: {
    reserveTransition: 300,
    quantityPause: 2_000,
    departure: 30_000,
  },
  guards: {
    // Where a read checkout puts the buyer
    isResumedAt: ({ context }, params: { state: CheckoutState }) => context.facts.state === params.state,
    isResumedAtCaptcha: ({ context }) =>
      context.facts.state === 'captcha' && context.facts.captchaSitekey !== '',
    isResumedAfterPayment: ({ context }, params: { state: CheckoutState }) =>
      context.facts.isPaymentComplete && context.facts.state === params.state,
    isPaymentComplete: ({ context }) => context.facts.isPaymentComplete,
    isEditing: ({ context }) => context.facts.isEditing,
    isHoldGone: ({ context }) =>
      context.facts.secondsRemaining === 0 && holdStates.includes(context.facts.state),
    isPaidInReply: (_, params: { facts: Facts }) => params.facts.isPaymentComplete,
    isBeforePaymentInReply: (_, params: { facts: Facts }) => statesBeforePayment.includes(params.facts.state),
    isReleasedInReply: (_, params: { facts: Facts }) =>
      params.facts.secondsRemaining === 0 && params.facts.isEditing,
    hasHoldInReply: (_, params: Loaded) => params.hold !== null,
    // The hold
    isTimeOver: ({ context }) => context.isTimeOver,
    isPaymentOpen: or([
      stateIn('#saving_account'),
      stateIn('#claiming'),
      stateIn('#paying'),
      stateIn('#redirecting'),
      stateIn('#creating_bank_payment'),
      stateIn('#awaiting_truelayer'),
      stateIn('#payment_made'),
    ]),
    isHoldLost: and(['isTimeOver', not('isPaymentOpen')]),
    isPaymentSettled: not('isPaymentOpen'),
    // Basket
    canReserve: ({ context }) =>
      context.facts.canReserve && !Object.values(context.drafts).some((draft) => draft.flag === 'below'),
    hasPendingTickets: ({ context }) => pendingDrafts(context, 'ticket').length > 0,
    hasPendingVouchers: ({ context }) => pendingDrafts(context, 'voucher').length > 0,
    hasPending: or(['hasPendingTickets', 'hasPendingVouchers']),
    isBelowMinimum: (_, params: { draft: QuantityDraft }) => params.draft.flag === 'below',
    isCodeApplied: (_, params: { isApplied: boolean }) => params.isApplied,
    // Reserving
    isReserved: (_, params: ReserveOutcome) => params.outcome === 'reserved',
    isUnsupportedBrowser: (_, params: ReserveOutcome) =>
      params.outcome === 'reserved' && !params.isSupportedBrowser,
    isCaptchaDemanded: (_, params: ReserveOutcome) => params.outcome === 'captcha',
    isRedirected: (_, params: ReserveOutcome) => params.outcome === 'redirect',
    isRefused: (_, params: ReserveOutcome) => params.outcome === 'error',
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
    // Account
    isRejected: (_, params: AccountOutcome) => params.outcome === 'rejected',
    // Payment
    isFree: ({ context }) => context.facts.isFree,
    isClaimable: ({ context }) => context.facts.isFree && context.facts.hasEmail,
    isPaymentUnavailable: ({ context }) => context.facts.isPaymentUnavailable,
    isBank: (_, params: { method: PaymentMethod }) => params.method === 'bank',
    needsAccount: (_, params: { details: PaymentDetails }) => params.details.account !== null,
    isCardChosen: ({ context }) => context.method === 'card',
    hasError: (_, params: { error: string }) => params.error !== '',
    isPaid: (_, params: PayOutcome) => params.status === 'success',
    isRedirectedToPay: (_, params: PayOutcome) => params.status === 'redirect_to_url',
    isBankCancelled: ({ context }) => context.facts.isBankCancelled,
    isBankCompleted: (_, params: BankOutcome) => params.status === 'completed',
    hasBankTimeRunOut: ({ context }, params: BankOutcome) =>
      params.status === 'failed' && (!params.hasTime || context.isTimeOver),
  },
  actions: {
    storeLoaded: assign((_, params: Loaded) => ({
      facts: params.facts,
      hold: params.hold,
      isTimeOver: false,
    })),
    storeRefreshed: assign(({ context }, params: Loaded) => ({
      facts: params.facts,
      hold: params.hold ?? context.hold,
      isTimeOver: params.hold ? params.hold.seconds <= 0 : context.isTimeOver,
    })),
    storeFacts: assign((_, params: { facts: Facts }) => ({ facts: params.facts })),
    storeAccountFacts: assign(({ context }, params: AccountOutcome) => ({
      facts: params.outcome === 'confirmed' && params.facts ? params.facts : context.facts,
    })),
    storeAddressFacts: assign(({ context }, params: { facts: Facts | null }) => ({
      facts: params.facts ?? context.facts,
    })),
    storePaidFacts: assign(({ context }, params: PayOutcome) => ({
      facts: params.status === 'success' ? params.facts : context.facts,
    })),
    storeHold: assign((_, params: { hold: Hold }) => ({
      hold: params.hold,
      isTimeOver: params.hold.seconds <= 0,
    })),
    storeTimeOver: assign({ isTimeOver: true }),
    storeExpired: assign({ isExpired: true }),
    clearHold: assign({ hold: null, isTimeOver: false }),
    clearWarnings: assign({ isExpired: false, reservingError: '', message: '', codeStatus: 'none' as const }),
    storeReservingError: assign((_, params: { text: string }) => ({ reservingError: params.text })),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    clearMessage: assign({ message: '' }),
    storeDraft: assign(({ context }, params: { draft: QuantityDraft }) => ({
      drafts: { ...context.drafts, [draftKey(params.draft)]: params.draft },
    })),
    storeSent: assign(({ context }, params: { sent: QuantityDraft[] }) => ({
      drafts: afterSending(context.drafts, params.sent),
    })),
    storeProtection: assign((_, params: { isWanted: boolean }) => ({ protection: params.isWanted })),
    clearProtection: assign({ protection: null }),
    clearDrafts: assign(({ context }, params: { kind: QuantityDraft['kind'] }) => ({
      drafts: Object.fromEntries(
        Object.entries(context.drafts).filter(([, draft]) => draft.kind !== params.kind),
      ),
    })),
    clearDraft: assign(({ context }, params: Pick<QuantityDraft, 'kind' | 'id' | 'value'>) => ({
      drafts: Object.fromEntries(Object.entries(context.drafts).filter(([key]) => key !== draftKey(params))),
    })),
    storeCodeStatus: assign((_, params: { status: CheckoutContext['codeStatus'] }) => ({
      codeStatus: params.status,
    })),
    storeCaptcha: assign(({ context }, params: ReserveOutcome) => ({
      captcha: {
        sitekey: params.outcome === 'captcha' ? params.sitekey : context.captcha.sitekey,
        error: params.outcome === 'captcha' ? params.error : '',
        token: '',
        round: context.captcha.round + 1,
      },
    })),
    storeCaptchaSitekey: assign(({ context }) => ({
      captcha: { ...context.captcha, sitekey: context.facts.captchaSitekey, token: '', error: '' },
    })),
    storeCaptchaToken: assign(({ context }, params: { token: string }) => ({
      captcha: { ...context.captcha, token: params.token, error: '' },
    })),
    storeCaptchaError: assign(({ context }, params: { text: string }) => ({
      captcha: { ...context.captcha, token: '', error: params.text },
    })),
    storeReservation: assign((_, params: ReserveOutcome) =>
      params.outcome === 'reserved' ? { hold: params.hold, isTimeOver: false, drafts: {} } : {},
    ),
    storeAddress: assign((_, params: { address: string }) => ({ address: params.address })),
    storeMethod: assign((_, params: { method: PaymentMethod }) => ({ method: params.method })),
    storePreselectedMethod: assign(({ context }) => ({ method: context.facts.preselectedMethod })),
    storeBankRemoved: assign({ isBankRemoved: true }),
    storeSubscribed: assign({ isSubscribed: true }),
    storeDetails: assign((_, params: { details: PaymentDetails }) => ({ details: params.details })),
    clearDetails: assign({ details: { contactNumber: '', account: null } }),
    storeBank: assign((_, params: BankOutcome) => ({ bank: params })),
    sendEntered: sendTo('stateReporting', (_, params: { state: CheckoutState }) => ({
      type: 'state.entered' as const,
      state: params.state,
    })),
    sendKnown: sendTo('stateReporting', ({ context }) => ({
      type: 'state.known' as const,
      state: context.facts.state,
    })),
    sendRefresh: sendTo('checkoutRefresh', { type: 'refresh.request' }),
    sendRelease: sendTo('saleRelease', { type: 'release.request' }),
    sendCorrection: sendTo('countdown', (_, params: { hold: Hold }) => ({
      type: 'countdown.corrected' as const,
      hold: params.hold,
    })),
    sendRefreshedHold: sendTo('countdown', ({ context }, params: Loaded) => ({
      type: 'countdown.corrected' as const,
      hold: params.hold ?? context.hold ?? { deadline: 0, seconds: 0 },
    })),
    notifyError: (_, _params: { text: string }) => {},
    notifySuccess: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'checkout',
  description: 'From the basket to the completed order.',
  context: {
    facts: {
      state: 'basket',
      secondsRemaining: null,
      canReserve: false,
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
      hasEmail: false,
      isPaymentUnavailable: false,
      preselectedMethod: null,
      captchaSitekey: '',
    },
    hold: null,
    isTimeOver: false,
    isExpired: false,
    reservingError: '',
    drafts: {},
    protection: null,
    codeStatus: 'none',
    captcha: { sitekey: '', error: '', token: '', round: 0 },
    message: '',
    address: '',
    method: null,
    isBankRemoved: false,
    isSubscribed: false,
    details: { contactNumber: '', account: null },
    bank: null,
  },
  invoke: [
    { id: 'browserSignals', src: 'browserSignals' },
    { id: 'stateReporting', src: 'stateReporting' },
    { id: 'checkoutRefresh', src: 'checkoutRefresh' },
  ],
  initial: 'determining',
  on: {
    'page.shown': { actions: 'sendRefresh' },
    'page.restored': { actions: 'sendRefresh' },
    'checkout.refreshed': {
      actions: { type: 'storeRefreshed', params: ({ event }) => event },
    },
  },
  states: {
    determining: {
      id: 'determining',
      description: 'Finding out where the buyer stands.',
      initial: 'loading',
      states: {
        loading: {
          description: 'Reading the checkout and the current user.',
          tags: ['busy'],
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: {
              target: 'resuming',
              actions: [
                { type: 'storeLoaded', params: ({ event }) => event.output },
                'storeCaptchaSitekey',
                'sendKnown',
              ],
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
          description: 'The checkout could not be read; the buyer can try again.',
          on: { 'checkout.retry': { target: 'loading' } },
        },
        resuming: {
          description:
            'Going to the step that the server names. Payment complete and a lost hold decide first.',
          always: [
            {
              guard: { type: 'isResumedAfterPayment', params: { state: 'ticket_questions_after' } },
              target: '#ticket_questions_after',
            },
            {
              guard: { type: 'isResumedAfterPayment', params: { state: 'waiver' } },
              target: '#waiver',
            },
            {
              guard: { type: 'isResumedAfterPayment', params: { state: 'after_sale_messages' } },
              target: '#after_sale_messages',
            },
            {
              guard: { type: 'isResumedAfterPayment', params: { state: 'order_completed' } },
              target: '#order_completed',
            },
            { guard: 'isPaymentComplete', target: '#deliver_tickets' },
            { guard: 'isEditing', target: '#basket' },
            {
              guard: 'isHoldGone',
              target: '#basket',
              actions: ['clearHold', 'storeExpired'],
            },
            { guard: { type: 'isResumedAt', params: { state: 'reserve' } }, target: '#reserve' },
            { guard: 'isResumedAtCaptcha', target: '#captcha' },
            { guard: { type: 'isResumedAt', params: { state: 'captcha' } }, target: '#reserve' },
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
            { guard: { type: 'isResumedAt', params: { state: 'payment' } }, target: '#payment.recalling' },
            {
              guard: { type: 'isResumedAt', params: { state: 'awaiting_truelayer' } },
              target: '#awaiting_truelayer',
            },
            { target: '#basket' },
          ],
        },
      },
    },
    basket: {
      id: 'basket',
      description: 'What the buyer wants, before it is reserved.',
      entry: { type: 'sendEntered', params: { state: 'basket' } },
      initial: 'open',
      on: {
        'quantity.change': {
          actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'checkout.refreshed': [
          { guard: { type: 'isPaidInReply', params: ({ event }) => event }, target: '#determining' },
          { actions: { type: 'storeRefreshed', params: ({ event }) => event } },
        ],
      },
      states: {
        open: {
          description: 'The buyer looks the basket over and changes it.',
          initial: 'ready',
          on: {
            'quantity.change': [
              {
                guard: { type: 'isBelowMinimum', params: ({ event }) => ({ draft: event.draft }) },
                actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
              {
                target: '.pausing',
                reenter: true,
                actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            ],
            'ticket.remove': {
              target: 'removing_ticket',
              actions: {
                type: 'clearDraft',
                params: ({ event }) => ({ kind: 'ticket' as const, id: event.ticketId, value: 0 }),
              },
            },
            'voucher.remove': {
              target: 'removing_voucher',
              actions: {
                type: 'clearDraft',
                params: ({ event }) => ({
                  kind: 'voucher' as const,
                  id: event.voucherId,
                  value: event.value,
                }),
              },
            },
            'protection.choose': {
              target: 'updating_protection',
              actions: { type: 'storeProtection', params: ({ event }) => ({ isWanted: event.isWanted }) },
            },
            'code.apply': { target: 'applying_code' },
          },
          states: {
            ready: {
              description: 'Nothing is on its way; the basket can be reserved if it is in order.',
              always: { guard: 'hasPending', target: 'pausing' },
              on: {
                'basket.reserve': {
                  guard: 'canReserve',
                  target: '#basket.leaving',
                  actions: 'clearWarnings',
                },
              },
            },
            pausing: {
              description: 'A quantity was typed; it is sent after a pause of two seconds.',
              after: {
                quantityPause: [
                  { guard: 'hasPendingTickets', target: '#basket.updating_ticket_quantity' },
                  { guard: 'hasPendingVouchers', target: '#basket.updating_voucher_quantity' },
                  { target: '#basket.reloading' },
                ],
              },
            },
          },
        },
        updating_ticket_quantity: {
          description: 'Sending the new ticket quantities.',
          tags: ['busy'],
          invoke: {
            id: 'updateTicketQuantity',
            src: 'updateTicketQuantity',
            input: ({ context }) => ({ drafts: pendingDrafts(context, 'ticket') }),
            onDone: [
              {
                guard: 'hasPendingVouchers',
                target: 'updating_voucher_quantity',
                actions: { type: 'storeSent', params: ({ event }) => event.output },
              },
              { target: 'reloading', actions: { type: 'storeSent', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'reloading',
              actions: [
                { type: 'clearDrafts', params: { kind: 'ticket' } },
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Ticket quantity. Please try again later' },
                },
              ],
            },
          },
        },
        updating_voucher_quantity: {
          description: 'Sending the new gift voucher quantities.',
          tags: ['busy'],
          invoke: {
            id: 'updateGiftVoucherQuantity',
            src: 'updateGiftVoucherQuantity',
            input: ({ context }) => ({ drafts: pendingDrafts(context, 'voucher') }),
            onDone: {
              target: 'reloading',
              actions: { type: 'storeSent', params: ({ event }) => event.output },
            },
            onError: {
              target: 'reloading',
              actions: [
                { type: 'clearDrafts', params: { kind: 'voucher' } },
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Gift Voucher quantity. Please try again later' },
                },
              ],
            },
          },
        },
        removing_ticket: {
          description: 'Taking a ticket line out of the basket.',
          tags: ['busy'],
          invoke: {
            id: 'removeFromBasket',
            src: 'removeFromBasket',
            input: ({ event }) => ({ ticketId: event.type === 'ticket.remove' ? event.ticketId : '' }),
            onDone: { target: 'reloading' },
            onError: {
              target: 'open',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to remove the Ticket from the basket. Please try again later' },
              },
            },
          },
        },
        removing_voucher: {
          description: 'Taking a gift voucher out of the basket.',
          tags: ['busy'],
          invoke: {
            id: 'removeGiftVoucherFromBasket',
            src: 'removeGiftVoucherFromBasket',
            input: ({ event }) => ({
              voucherId: event.type === 'voucher.remove' ? event.voucherId : '',
              value: event.type === 'voucher.remove' ? event.value : 0,
            }),
            onDone: { target: 'reloading' },
            onError: {
              target: 'open',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to remove the Gift Voucher from the basket. Please try again later' },
              },
            },
          },
        },
        updating_protection: {
          description: 'Saving the choice of refund protection; the last choice stands.',
          tags: ['busy'],
          on: {
            'protection.choose': {
              target: 'updating_protection',
              reenter: true,
              actions: { type: 'storeProtection', params: ({ event }) => ({ isWanted: event.isWanted }) },
            },
          },
          invoke: {
            id: 'updateRefundProtection',
            src: 'updateRefundProtection',
            input: ({ context }) => ({ isWanted: context.protection === true }),
            onDone: { target: 'reloading' },
            onError: {
              target: 'open',
              actions: [
                'clearProtection',
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Refund protection. Please try again later' },
                },
              ],
            },
          },
        },
        applying_code: {
          description: 'Trying a discount or voucher code.',
          tags: ['busy'],
          invoke: {
            id: 'setCode',
            src: 'setCode',
            input: ({ event }) => ({ code: event.type === 'code.apply' ? event.code : '' }),
            onDone: [
              {
                guard: { type: 'isCodeApplied', params: ({ event }) => event.output },
                target: 'reloading',
                actions: { type: 'storeCodeStatus', params: { status: 'applied' } },
              },
              { target: 'open', actions: { type: 'storeCodeStatus', params: { status: 'invalid' } } },
            ],
            onError: {
              target: 'open',
              actions: [
                { type: 'storeCodeStatus', params: { status: 'none' } },
                { type: 'notifyError', params: { text: 'Unable to set the Code. Please try again later' } },
              ],
            },
          },
        },
        reloading: {
          description: 'Reading the basket again after a change.',
          tags: ['busy'],
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: {
              target: 'open',
              actions: [{ type: 'storeLoaded', params: ({ event }) => event.output }, 'clearProtection'],
            },
            onError: {
              target: 'open',
              actions: [
                'clearProtection',
                {
                  type: 'notifyError',
                  params: { text: 'Unable to get Checkout data. Please try again later' },
                },
              ],
            },
          },
        },
        leaving: {
          description: 'A short moment of loading before the reservation.',
          tags: ['busy'],
          after: { reserveTransition: { target: 'left' } },
        },
        left: { description: 'The basket is as the buyer wants it.', type: 'final' },
      },
      onDone: { target: 'reserve' },
    },
    reserve: {
      id: 'reserve',
      description: 'The shop sets the tickets aside.',
      entry: { type: 'sendEntered', params: { state: 'reserve' } },
      initial: 'reserving',
      states: {
        reserving: {
          description: 'Asking for the tickets.',
          tags: ['busy'],
          invoke: {
            id: 'reserveTickets',
            src: 'reserveTickets',
            input: { token: '' },
            onDone: [
              {
                guard: { type: 'isUnsupportedBrowser', params: ({ event }) => event.output },
                target: 'unsupported_browser',
                actions: { type: 'storeReservation', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isReserved', params: ({ event }) => event.output },
                target: 'reserved',
                actions: { type: 'storeReservation', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isCaptchaDemanded', params: ({ event }) => event.output },
                target: '#captcha',
                actions: { type: 'storeCaptcha', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isRedirected', params: ({ event }) => event.output },
                target: 'redirecting',
                actions: {
                  type: 'storeAddress',
                  params: ({ event }) => ({ address: reserveText(event.output) }),
                },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: '#basket.reloading',
                actions: {
                  type: 'storeReservingError',
                  params: ({ event }) => ({ text: reserveText(event.output) }),
                },
              },
              {
                target: '#basket.reloading',
                actions: {
                  type: 'storeReservingError',
                  params: { text: 'An unknown error occured. Please try again, or contact support.' },
                },
              },
            ],
            onError: {
              target: '#basket.reloading',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to reserve tickets. Please try again later' },
              },
            },
          },
        },
        redirecting: {
          description:
            'The shop sends the buyer to another page; one that does not open in half a minute is given up.',
          tags: ['busy'],
          on: { 'page.restored': { target: '#determining' } },
          after: { departure: { target: '#determining' } },
          invoke: {
            id: 'openAddress',
            src: 'openAddress',
            input: ({ context }) => ({ address: context.address }),
            onError: {
              target: '#basket.reloading',
              actions: {
                type: 'storeReservingError',
                params: { text: 'An unknown error occured. Please try again, or contact support.' },
              },
            },
          },
        },
        unsupported_browser: {
          description: 'This in-app browser cannot finish a checkout; the link opens it elsewhere.',
          on: { 'basket.edit': { target: '#basket.reloading' } },
        },
        reserved: { description: 'The tickets are held.', type: 'final' },
      },
      onDone: [
        { guard: 'isCharity', target: '#donation' },
        { guard: 'isExpress', target: '#payment' },
        { target: '#login' },
      ],
    },
    captcha: {
      id: 'captcha',
      description: 'A human check before the tickets are set aside.',
      entry: { type: 'sendEntered', params: { state: 'captcha' } },
      initial: 'challenge',
      on: {
        'captcha.pass': {
          target: '.passed',
          actions: { type: 'storeCaptchaToken', params: ({ event }) => ({ token: event.token }) },
        },
        'captcha.fail': {
          target: '.challenge',
          actions: { type: 'storeCaptchaError', params: ({ event }) => ({ text: event.text }) },
        },
        'basket.edit': { target: '#basket.reloading' },
      },
      states: {
        challenge: { description: 'The challenge is not passed; Continue is disabled.' },
        passed: {
          description: 'The challenge is passed.',
          on: { 'captcha.continue': { target: 'reserving' } },
        },
        reserving: {
          description: 'Asking for the tickets with the proof of the challenge.',
          tags: ['busy'],
          on: { 'captcha.pass': {}, 'captcha.fail': {}, 'basket.edit': {} },
          invoke: {
            id: 'reserveTickets',
            src: 'reserveTickets',
            input: ({ context }) => ({ token: context.captcha.token }),
            onDone: [
              {
                guard: { type: 'isReserved', params: ({ event }) => event.output },
                target: 'reserved',
                actions: { type: 'storeReservation', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isCaptchaDemanded', params: ({ event }) => event.output },
                target: 'challenge',
                actions: { type: 'storeCaptcha', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isRedirected', params: ({ event }) => event.output },
                target: 'redirecting',
                actions: {
                  type: 'storeAddress',
                  params: ({ event }) => ({ address: reserveText(event.output) }),
                },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: '#basket.reloading',
                actions: {
                  type: 'storeReservingError',
                  params: ({ event }) => ({ text: reserveText(event.output) }),
                },
              },
              {
                target: '#basket.reloading',
                actions: {
                  type: 'storeReservingError',
                  params: { text: 'An unknown error occured. Please try again, or contact support.' },
                },
              },
            ],
            onError: {
              target: '#basket.reloading',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to reserve ticket(s). Please try again later' },
              },
            },
          },
        },
        redirecting: {
          description:
            'The shop sends the buyer to another page; one that does not open in half a minute is given up.',
          tags: ['busy'],
          on: { 'page.restored': { target: '#determining' }, 'captcha.pass': {}, 'captcha.fail': {} },
          after: { departure: { target: '#determining' } },
          invoke: {
            id: 'openAddress',
            src: 'openAddress',
            input: ({ context }) => ({ address: context.address }),
            onError: {
              target: '#basket.reloading',
              actions: {
                type: 'storeReservingError',
                params: { text: 'An unknown error occured. Please try again, or contact support.' },
              },
            },
          },
        },
        reserved: { description: 'The tickets are held.', type: 'final' },
      },
      onDone: [
        { guard: 'isCharity', target: '#donation' },
        { guard: 'isExpress', target: '#payment' },
        { target: '#login' },
      ],
    },
    holding: {
      description:
        'The tickets are held and the time runs. Not a step: the parent of the steps that hold a reservation.',
      initial: 'login',
      invoke: [
        { id: 'countdown', src: 'countdown', input: ({ context }) => ({ hold: context.hold }) },
        { id: 'saleRelease', src: 'saleRelease' },
      ],
      always: {
        guard: 'isHoldLost',
        target: '#basket.reloading',
        actions: ['clearHold', 'storeExpired'],
      },
      on: {
        'countdown.expired': { actions: 'storeTimeOver' },
        'hold.corrected': {
          actions: [
            { type: 'storeHold', params: ({ event }) => ({ hold: event.hold }) },
            { type: 'sendCorrection', params: ({ event }) => ({ hold: event.hold }) },
          ],
        },
        'basket.edit': { guard: 'isPaymentSettled', actions: 'sendRelease' },
        'sale.released': { target: '#basket.reloading', actions: 'clearHold' },
        'checkout.refreshed': [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event },
            target: '#deliver_tickets',
            actions: { type: 'storeRefreshed', params: ({ event }) => event },
          },
          {
            guard: { type: 'isReleasedInReply', params: ({ event }) => event },
            target: '#basket',
            actions: [{ type: 'storeRefreshed', params: ({ event }) => event }, 'clearHold'],
          },
          {
            guard: { type: 'hasHoldInReply', params: ({ event }) => event },
            actions: [
              { type: 'storeRefreshed', params: ({ event }) => event },
              { type: 'sendRefreshedHold', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'storeRefreshed', params: ({ event }) => event } },
        ],
      },
      states: {
        donation: {
          id: 'donation',
          description: 'The charity asks for a donation, which may be skipped.',
          entry: [{ type: 'sendEntered', params: { state: 'donation' } }, 'clearMessage'],
          initial: 'choosing',
          states: {
            choosing: {
              description: 'The buyer chooses an amount or skips.',
              on: {
                'donation.save': { target: 'saving', actions: 'clearMessage' },
                'donation.skip': [
                  { guard: 'hasDonation', target: 'saving', actions: 'clearMessage' },
                  { target: 'decided' },
                ],
              },
            },
            saving: {
              description: 'Saving the donation, or that one saved before is taken back.',
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
                  target: 'choosing',
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
            decided: { description: 'Given or skipped.', type: 'final' },
          },
          onDone: [{ guard: 'hasDonation', target: 'gift_aid' }, { target: 'login' }],
        },
        gift_aid: {
          id: 'gift_aid',
          description: 'The charity may claim Gift Aid on the donation.',
          entry: [{ type: 'sendEntered', params: { state: 'gift_aid' } }, 'clearMessage'],
          initial: 'editing',
          states: {
            editing: {
              description: 'The buyer declares Gift Aid or declines.',
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
            declared: { description: 'Declared or declined.', type: 'final' },
          },
          onDone: { target: 'login' },
        },
        login: {
          id: 'login',
          description: 'Who is buying: see the account chart.',
          entry: [{ type: 'sendEntered', params: { state: 'login' } }, 'clearMessage'],
          initial: 'identifying',
          states: {
            identifying: {
              description: 'The account chart finds out who is buying.',
              invoke: {
                id: 'account',
                src: 'account',
                onDone: [
                  {
                    guard: { type: 'isRejected', params: ({ event }) => event.output },
                    target: '#basket.reloading',
                    actions: [
                      {
                        type: 'storeReservingError',
                        params: ({ event }) => ({ text: rejectionText(event.output) }),
                      },
                      'clearHold',
                    ],
                  },
                  {
                    target: 'identified',
                    actions: { type: 'storeAccountFacts', params: ({ event }) => event.output },
                  },
                ],
              },
            },
            identified: { description: 'We know who is buying.', type: 'final' },
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
          description: 'What the buyer wants to hear from organisers and from us.',
          entry: { type: 'sendEntered', params: { state: 'marketing_preferences' } },
          initial: 'editing',
          states: {
            editing: {
              description: 'The buyer ticks what is wanted.',
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
          description: 'Where the order goes: see the delivery address chart.',
          entry: { type: 'sendEntered', params: { state: 'delivery_address' } },
          initial: 'addressing',
          states: {
            addressing: {
              description: 'The delivery address chart finds out where the order goes.',
              invoke: {
                id: 'deliveryAddress',
                src: 'deliveryAddress',
                onDone: {
                  target: 'addressed',
                  actions: { type: 'storeAddressFacts', params: ({ event }) => event.output },
                },
              },
            },
            addressed: { description: 'We know where the order goes.', type: 'final' },
          },
          onDone: [{ guard: 'hasQuestionsBefore', target: 'ticket_questions_before' }, { target: 'payment' }],
        },
        ticket_questions_before: {
          id: 'ticket_questions_before',
          description: 'Questions that must be answered before paying: see the ticket questions chart.',
          entry: { type: 'sendEntered', params: { state: 'ticket_questions_before' } },
          initial: 'answering',
          states: {
            answering: {
              description: 'The ticket questions chart asks.',
              invoke: {
                id: 'ticketQuestions',
                src: 'ticketQuestions',
                input: { set: 'before' },
                onDone: { target: 'answered' },
              },
            },
            answered: { description: 'All answers are with the shop.', type: 'final' },
          },
          onDone: { target: 'payment' },
        },
        payment: {
          id: 'payment',
          description: 'The buyer pays, or claims free tickets.',
          entry: [
            { type: 'sendEntered', params: { state: 'payment' } },
            'storePreselectedMethod',
            'clearDetails',
          ],
          initial: 'deciding',
          states: {
            recalling: {
              description:
                'Back on this step, perhaps from a card check: asking what became of the last try.',
              tags: ['busy'],
              always: { guard: 'isFree', target: 'deciding' },
              invoke: {
                id: 'getPaymentError',
                src: 'getPaymentError',
                onDone: {
                  target: 'deciding',
                  actions: { type: 'storeMessage', params: ({ event }) => ({ text: event.output.text }) },
                },
                onError: { target: 'deciding' },
              },
            },
            deciding: {
              description:
                'Free baskets are claimed at once; an organiser without a provider cannot be paid.',
              always: [
                { guard: 'isClaimable', target: 'claiming' },
                { guard: 'isFree', target: 'choosing' },
                { guard: 'isPaymentUnavailable', target: 'unavailable' },
                { target: 'preparing' },
              ],
            },
            preparing: {
              description: 'Setting the card fields up.',
              tags: ['busy'],
              invoke: {
                id: 'prepareCard',
                src: 'prepareCard',
                onDone: { target: 'choosing' },
                onError: {
                  target: 'preparation_failed',
                  actions: {
                    type: 'storeMessage',
                    params: { text: 'We could not set the card payment up. Please try again.' },
                  },
                },
              },
            },
            preparation_failed: {
              description: 'The card fields could not be set up; the buyer can try again or pay by bank.',
              on: {
                'payment.retry': { target: 'preparing', actions: 'clearMessage' },
                'method.choose': {
                  guard: { type: 'isBank', params: ({ event }) => ({ method: event.method }) },
                  target: 'creating_bank_payment',
                  actions: [
                    'clearMessage',
                    { type: 'storeMethod', params: ({ event }) => ({ method: event.method }) },
                  ],
                },
              },
            },
            choosing: {
              description: 'The buyer chooses how to pay and pays.',
              on: {
                'method.choose': [
                  {
                    guard: { type: 'isBank', params: ({ event }) => ({ method: event.method }) },
                    target: 'creating_bank_payment',
                    actions: [
                      'clearMessage',
                      { type: 'storeMethod', params: ({ event }) => ({ method: event.method }) },
                    ],
                  },
                  { actions: { type: 'storeMethod', params: ({ event }) => ({ method: event.method }) } },
                ],
                'payment.pay': [
                  {
                    guard: { type: 'needsAccount', params: ({ event }) => ({ details: event.details }) },
                    target: 'saving_account',
                    actions: [
                      'clearMessage',
                      { type: 'storeDetails', params: ({ event }) => ({ details: event.details }) },
                    ],
                  },
                  {
                    guard: 'isCardChosen',
                    target: 'paying',
                    actions: [
                      'clearMessage',
                      { type: 'storeDetails', params: ({ event }) => ({ details: event.details }) },
                    ],
                  },
                ],
              },
            },
            saving_account: {
              id: 'saving_account',
              description: "Making the express buyer's account before paying.",
              tags: ['busy'],
              invoke: {
                id: 'saveExpressAccount',
                src: 'saveExpressAccount',
                input: ({ context }) => ({ details: context.details }),
                onDone: [
                  {
                    guard: { type: 'hasError', params: ({ event }) => event.output },
                    target: 'choosing',
                    actions: { type: 'storeMessage', params: ({ event }) => ({ text: event.output.error }) },
                  },
                  { guard: 'isFree', target: 'claiming' },
                  { target: 'paying' },
                ],
                onError: {
                  target: 'choosing',
                  actions: {
                    type: 'storeMessage',
                    params: ({ event }) => ({
                      text: serverMessage(event.error) || 'We could not save your details. Please try again.',
                    }),
                  },
                },
              },
            },
            claiming: {
              id: 'claiming',
              description: 'Claiming the free tickets.',
              tags: ['busy'],
              invoke: {
                id: 'claimFreeTickets',
                src: 'claimFreeTickets',
                onDone: {
                  target: 'paid',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'claim_failed',
                  actions: {
                    type: 'notifyError',
                    params: { text: 'Unable to claim free tickets. Please try again later' },
                  },
                },
              },
            },
            claim_failed: {
              description: 'The free tickets could not be claimed; the buyer can try again.',
              on: { 'claim.retry': { target: 'claiming' } },
            },
            paying: {
              id: 'paying',
              description: 'The card payment is on its way. The end of the hold waits for its result.',
              tags: ['busy'],
              invoke: {
                id: 'payWithCard',
                src: 'payWithCard',
                input: ({ context }) => ({ details: context.details }),
                onDone: [
                  {
                    guard: { type: 'isPaid', params: ({ event }) => event.output },
                    target: 'paid',
                    actions: { type: 'storePaidFacts', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isRedirectedToPay', params: ({ event }) => event.output },
                    target: 'redirecting',
                    actions: {
                      type: 'storeAddress',
                      params: ({ event }) => ({ address: payText(event.output) }),
                    },
                  },
                  {
                    target: 'choosing',
                    actions: [
                      'storePreselectedMethod',
                      { type: 'storeMessage', params: ({ event }) => ({ text: payText(event.output) }) },
                    ],
                  },
                ],
                onError: {
                  target: 'choosing',
                  actions: [
                    'storePreselectedMethod',
                    {
                      type: 'storeMessage',
                      params: ({ event }) => ({
                        text:
                          serverMessage(event.error) ||
                          'There was an error with your payment. Please try again.',
                      }),
                    },
                  ],
                },
              },
            },
            creating_bank_payment: {
              id: 'creating_bank_payment',
              description: 'Setting the bank transfer up.',
              tags: ['busy'],
              invoke: {
                id: 'createTruelayerPayment',
                src: 'createTruelayerPayment',
                onDone: {
                  target: 'redirecting',
                  actions: {
                    type: 'storeAddress',
                    params: ({ event }) => ({ address: event.output.url }),
                  },
                },
                onError: {
                  target: 'deciding',
                  actions: [
                    'storeBankRemoved',
                    'storePreselectedMethod',
                    {
                      type: 'storeMessage',
                      params: { text: 'Instant Bank Transfer is not available at the moment.' },
                    },
                  ],
                },
              },
            },
            redirecting: {
              id: 'redirecting',
              description:
                'The browser goes to the bank or to the card check; a page that does not open is given up.',
              tags: ['busy'],
              on: { 'page.restored': { target: '#determining' } },
              after: { departure: { target: '#determining' } },
              invoke: {
                id: 'openAddress',
                src: 'openAddress',
                input: ({ context }) => ({ address: context.address }),
                onError: {
                  target: 'choosing',
                  actions: [
                    'storePreselectedMethod',
                    {
                      type: 'storeMessage',
                      params: { text: 'There was an error with your payment. Please try again.' },
                    },
                  ],
                },
              },
            },
            unavailable: {
              description: 'The organiser has not set payments up.',
            },
            paid: { id: 'payment_made', description: 'Payment is complete.', type: 'final' },
          },
          onDone: { target: '#deliver_tickets' },
        },
        awaiting_truelayer: {
          id: 'awaiting_truelayer',
          description: "Waiting for the bank's word. The end of the hold waits for it too.",
          entry: [{ type: 'sendEntered', params: { state: 'awaiting_truelayer' } }, 'clearMessage'],
          initial: 'returning',
          on: {
            'checkout.refreshed': [
              {
                guard: { type: 'isPaidInReply', params: ({ event }) => event },
                target: '.completed',
                actions: { type: 'storeRefreshed', params: ({ event }) => event },
              },
              {
                guard: { type: 'hasHoldInReply', params: ({ event }) => event },
                actions: [
                  { type: 'storeRefreshed', params: ({ event }) => event },
                  { type: 'sendRefreshedHold', params: ({ event }) => event },
                ],
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
              description: 'Asking the bank for its answer: see the bank polling chart.',
              on: { 'method.switch': { target: 'switching' } },
              invoke: {
                id: 'bankPolling',
                src: 'bankPolling',
                onDone: [
                  {
                    guard: { type: 'isBankCompleted', params: ({ event }) => event.output },
                    target: 'completing',
                    actions: { type: 'storeBank', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'hasBankTimeRunOut', params: ({ event }) => event.output },
                    target: '#basket.reloading',
                    actions: [
                      'clearHold',
                      'storeExpired',
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
              },
            },
            completing: {
              description: 'The bank has paid; the page marks the payment complete.',
              tags: ['busy'],
              invoke: {
                id: 'completePayment',
                src: 'completePayment',
                onDone: {
                  target: 'completed',
                  actions: { type: 'storeFacts', params: ({ event }) => event.output },
                },
                onError: { target: 'completed' },
              },
            },
            completed: {
              description: 'The bank has paid: amount and reference, and Continue.',
              on: { 'payment.continue': { target: 'paid' } },
            },
            cancelled: {
              description: 'The buyer cancelled at the bank and can pay in another way.',
              on: { 'method.switch': { target: 'switching' } },
            },
            failed: {
              description: 'The bank did not pay; the buyer can pay in another way.',
              on: { 'method.switch': { target: 'switching' } },
            },
            switching: {
              description: 'Fetching what the provider said, then choosing another method.',
              tags: ['busy'],
              invoke: {
                id: 'getPaymentError',
                src: 'getPaymentError',
                onDone: {
                  target: '#payment',
                  actions: { type: 'storeMessage', params: ({ event }) => ({ text: event.output.text }) },
                },
                onError: { target: '#payment' },
              },
            },
            paid: { description: 'Payment is complete.', type: 'final' },
          },
          onDone: { target: '#deliver_tickets' },
        },
      },
    },
    paid: {
      description: 'Payment is complete and no time runs. Not a step: the parent of the steps that follow.',
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
        deliver_tickets: {
          id: 'deliver_tickets',
          description: 'The tickets go to the buyer: see the ticket delivery chart.',
          entry: [{ type: 'sendEntered', params: { state: 'deliver_tickets' } }, 'clearHold'],
          initial: 'delivering',
          states: {
            delivering: {
              description: 'The ticket delivery chart delivers.',
              invoke: {
                id: 'ticketDelivery',
                src: 'ticketDelivery',
                onDone: { target: 'delivered' },
              },
            },
            delivered: { description: 'Delivery is done or goes on without the buyer.', type: 'final' },
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
          description: 'Questions that can wait until after paying: see the ticket questions chart.',
          entry: { type: 'sendEntered', params: { state: 'ticket_questions_after' } },
          initial: 'answering',
          states: {
            answering: {
              description: 'The ticket questions chart asks.',
              invoke: {
                id: 'ticketQuestions',
                src: 'ticketQuestions',
                input: { set: 'after' },
                onDone: { target: 'answered' },
              },
            },
            answered: { description: 'All answers are with the shop.', type: 'final' },
          },
          onDone: [
            { guard: 'hasWaivers', target: 'waiver' },
            { guard: 'hasMessages', target: 'after_sale_messages' },
            { target: 'order_completed' },
          ],
        },
        waiver: {
          id: 'waiver',
          description: 'Activity terms and conditions that every participant accepts.',
          entry: { type: 'sendEntered', params: { state: 'waiver' } },
          initial: 'reading',
          states: {
            reading: {
              description: 'The buyer reads, copies or shares the waiver link.',
              on: { 'waiver.continue': { target: 'read' } },
            },
            read: { description: 'The buyer goes on.', type: 'final' },
          },
          onDone: [{ guard: 'hasMessages', target: 'after_sale_messages' }, { target: 'order_completed' }],
        },
        after_sale_messages: {
          id: 'after_sale_messages',
          description: 'What organisers want the buyer to know.',
          entry: { type: 'sendEntered', params: { state: 'after_sale_messages' } },
          initial: 'reading',
          states: {
            reading: {
              description: 'The buyer reads.',
              on: { 'messages.continue': { target: 'read' } },
            },
            read: { description: 'The buyer goes on.', type: 'final' },
          },
          onDone: { target: 'order_completed' },
        },
        order_completed: {
          id: 'order_completed',
          description: 'The order is complete.',
          entry: { type: 'sendEntered', params: { state: 'order_completed' } },
          initial: 'loading',
          states: {
            loading: {
              description: 'Reading where the tickets were sent. A failure is silent.',
              tags: ['busy'],
              invoke: {
                id: 'loadOrder',
                src: 'loadOrder',
                onDone: { target: 'overview' },
                onError: { target: 'overview' },
              },
            },
            overview: {
              description: 'The reference, and what can be done next.',
              on: { 'updates.subscribe': { target: 'subscribing' } },
            },
            subscribing: {
              description: 'Subscribing to important event updates.',
              tags: ['busy'],
              invoke: {
                id: 'subscribeToEvents',
                src: 'subscribeToEvents',
                onDone: {
                  target: 'overview',
                  actions: [
                    'storeSubscribed',
                    {
                      type: 'notifySuccess',
                      params: { text: 'You have been subscribed to important event updates' },
                    },
                  ],
                },
                onError: {
                  target: 'overview',
                  actions: {
                    type: 'notifyError',
                    params: { text: 'Unable to add to subscription. Please try again later' },
                  },
                },
              },
            },
          },
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
 * Where an order that is not paid cannot be the one that was. From `payment` on, the shop may only have failed to note
 * the payment, and nobody is asked to pay twice [CONT-60].
 */
const statesBeforePayment: readonly CheckoutState[] = ['basket', 'reserve', 'captcha', ...detailStates]

/** One key for each line of the basket. */
export function draftKey(draft: Pick<QuantityDraft, 'kind' | 'id' | 'value'>) {
  return `${draft.kind} ${draft.id} ${draft.value}`
}

function pendingDrafts(context: CheckoutContext, kind: QuantityDraft['kind']) {
  return Object.values(context.drafts).filter((draft) => draft.kind === kind && draft.isPending)
}

/** A draft typed again while it was being sent stays pending; one that was clamped keeps its message. */
function afterSending(drafts: CheckoutContext['drafts'], sent: QuantityDraft[]) {
  const sentQuantities = new Map(sent.map((draft) => [draftKey(draft), draft.quantity]))
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([key, draft]) => {
      if (sentQuantities.get(key) !== draft.quantity) return [[key, draft]]
      return draft.flag === 'exceeded' ? [[key, { ...draft, isPending: false }]] : []
    }),
  )
}

function reserveText(outcome: ReserveOutcome) {
  if (outcome.outcome === 'redirect') return outcome.url
  return outcome.outcome === 'error' ? outcome.error : ''
}

function payText(outcome: PayOutcome) {
  if (outcome.status === 'redirect_to_url') return outcome.url
  return outcome.status === 'unsuccessful' ? outcome.message : ''
}

const rejectionText = (outcome: AccountOutcome) => (outcome.outcome === 'rejected' ? outcome.message : '')

/** What the server itself said; the words of other errors are not for buyers. */
function serverMessage(error: unknown) {
  return error instanceof Error && 'status' in error ? error.message : ''
}

function savedDeclaration(event: CheckoutEvent): GiftAidDeclaration {
  if (event.type !== 'declaration.save') throw new Error(`${event.type} carries no declaration`)
  return event.declaration
}

function savedChoices(event: CheckoutEvent): MarketingChoices {
  if (event.type !== 'preferences.save') throw new Error(`${event.type} carries no choices`)
  return event.choices
}
