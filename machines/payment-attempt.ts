import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { DeliveryAddress } from '#src/address/requests.ts'
import type { MarketingChoices } from '#src/account/requests.ts'
import type { PaymentRequest } from '#src/payment/requests.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'

/** Details of an express buyer, whose account is created just before paying (OPEN-16, OPEN-77). */
export interface ExpressAccount {
  email: string
  fullName: string
  preferences: MarketingChoices
  address: DeliveryAddress
  /** Names on gift vouchers, '' if there are none. */
  voucherFrom: string
  voucherTo: string
}

/** Details typed on the payment step; `account` is set only in express checkout. */
export interface PaymentDetails {
  contactNumber: string
  account: ExpressAccount | null
}

/** The buyer's choice of a payment plan [INST-02, INST-08, INST-10, INST-13]. */
export interface PlanChoice {
  /** Number of months, '' before one is chosen. */
  months: string
  /** Mobile number, '' unless it is valid. */
  mobile: string
  /** Id of a saved card, '' for a new card. */
  card: string
  /** Whether a new card becomes the default. */
  makesDefault: boolean
}

/** What the buyer pays by and with; `plan` counts only for the method of that name. */
export interface Payment {
  method: PaymentMethod | null
  details: PaymentDetails
  plan?: PlanChoice | null
  /** Total in the wallet's sheet, in pence; missing if the buyer agrees to the one on screen. */
  walletTotal?: number | undefined
}

/** Result of a payment by any method, or of a claim of free tickets. */
export type PayOutcome =
  | { status: 'success' }
  /** `isDeclined` if nothing was charged for certain; `isBankRemoved` if the shop takes no bank transfer for this basket. */
  | { status: 'unsuccessful'; message: string; isDeclined: boolean; isBankRemoved?: boolean }

/** An attempt to pay: a request that was sent, whose end may be unknown. */
export interface Attempt {
  /** The idempotency key. */
  key: string
  sale: string
  method: PaymentMethod | null
  /**
   * Why its end is not known: it was `sent` and has no reply yet, its reply is `lost`, or the provider has not told
   * (`pending`). Null if the shop was asked since, or could not start the payment.
   */
  doubt: 'sent' | 'lost' | 'pending' | null
  /** What is needed to send it again; null once the page was reloaded or the buyer has chosen otherwise. */
  again: { choice: string; request: PaymentRequest } | null
}

/** Why an attempt did not succeed; `message` is the shop's or the provider's, '' for none. */
export interface Failure {
  kind:
    | 'changed' // the buyer must look at the total or the payments first
    | 'unsent' // the order or the card could not be read
    | 'card_refused' // the provider takes no such card
    | 'declined' // the shop's reply
    | 'refused' // the shop's HTTP error
    | 'not_started' // the shop says that it could not start the payment
    | 'lost' // no reply, or an unreadable one
    | 'looked_up' // the shop knows of no open payment
    | 'unknown' // nobody could tell whether an earlier one was taken
    | 'unopened' // the browser could not go to the bank's page or the card check
  message: string
  /** Nothing was charged, as far as this attempt is concerned. */
  isUncharged?: boolean
}

/** Whether the total and terms on screen may be charged. */
export type Confirmation =
  { status: 'confirmed'; sale: string } | { status: 'success' } | ({ status: 'failed' } & Failure)

/** A prepared request with the idempotency key in it. */
export type Preparation =
  { status: 'prepared'; key: string; request: PaymentRequest } | ({ status: 'failed' } & Failure)

/** What came of sending a request. */
export type Sending =
  | { status: 'success' }
  | { status: 'pending' }
  | { status: 'redirect_to_url'; url: string }
  | ({ status: 'failed' } & Failure)

type Replied = Confirmation | Preparation | Sending

export interface AttemptInput {
  payment: Payment
  /** What the form calls the card that is typed into it: another one with each change. */
  card: string
  /** The sale as last loaded, '' before; afterwards the one whose total was confirmed, as a reservation names it later. */
  sale: string
  /** Attempts of this page, and those that it remembers from before a reload; perhaps on another sale. */
  attempts: Attempt[]
  /** The shop says that a payment that began before a reload is still open. */
  isRecalled: boolean
}

interface AttemptContext extends AttemptInput {
  failure: Failure | null
  /** How often it was not known yet how the payment ended. */
  checks: number
  /** Address that the browser is about to open. */
  address: string
  isPaid: boolean
}

/** `left` if the browser opened another page, or the checkout must be reloaded. */
export type AttemptOutput = (PayOutcome | { status: 'left' }) & { attempts: Attempt[] }

/**
 * One attempt to pay, from pressing Pay until the shop has told how it ended
 * [INST-15..23, PAYM-43..49, PAYM-58..62, OPEN-47]. A request is sent again only with the same idempotency key.
 */
export const paymentAttemptMachine = setup({
  types: {
    context: {} as AttemptContext,
    events: {} as { type: 'page.restored' } | { type: 'payment.check' } | { type: 'payment.switch' },
    input: {} as AttemptInput,
    output: {} as AttemptOutput,
    tags: {} as 'busy',
  },
  actors: {
    confirmTotal: {} as PromiseActorLogic<Confirmation, Payment>,
    preparePayment: {} as PromiseActorLogic<Preparation, Payment>,
    sendPayment: {} as PromiseActorLogic<Sending, { request: PaymentRequest }>,
    /** `isNoneOpen` if the checkout itself says that no payment is open. */
    reloadCheckout: {} as PromiseActorLogic<{ isPaid: boolean; isNoneOpen?: boolean }>,
    lookUpPayment: {} as PromiseActorLogic<{ text: string; isPending: boolean }>,
    getPaymentError: {} as PromiseActorLogic<{ text: string; isPending: boolean; isUncharged: boolean }>,
    openAddress: {} as PromiseActorLogic<void, { address: string }>,
  },
  delays: { departure: 30_000, nextCheck: 3_000, providerWait: 30_000, bankCheck: 300_000 },
  guards: {
    isRecalled: ({ context }) => context.isRecalled,
    isRemembered: ({ context: { attempts, sale } }) =>
      attempts.some((attempt) => attempt.doubt && attempt.sale === sale),
    isPaid: (_, params: Replied) => params.status === 'success',
    hasFailed: (_, params: Replied) => params.status === 'failed',
    hasChanged: (_, params: Replied) => params.status === 'failed' && params.kind === 'changed',
    isBankUnconfirmed: ({ context }, params: Replied) => params.status === 'failed' && isByBank(context),
    isSameAttempt: ({ context }, params: Replied) => {
      const attempt = currentOf(context)
      const isSameSale = params.status === 'confirmed' && params.sale === attempt?.sale
      return isSameSale && attempt?.again?.choice === choiceOf(context)
    },
    isPrepared: (_, params: Replied) => params.status === 'prepared',
    isWithoutBankCheck: ({ context }) => context.payment.method !== 'square',
    isOtherUnsettled: ({ context }) => isUnsettledOn(context),
    isRedirected: (_, params: Replied) => params.status === 'redirect_to_url',
    isPending: (_, params: Replied) => params.status === 'pending',
    isDeclined: (_, params: Replied) => params.status === 'failed' && params.kind === 'declined',
    isPaidInReply: (_, params: { isPaid: boolean }) => params.isPaid,
    isNoneOpenInReply: (_, params: { isNoneOpen?: boolean }) => params.isNoneOpen === true,
    isStillPending: (_, params: { isPending: boolean }) => params.isPending,
    isSameStillPending: ({ context }, params: { isPending: boolean }) =>
      params.isPending && currentOf(context)?.doubt === 'lost',
    isReplyLost: ({ context }) => currentOf(context)?.doubt === 'lost',
    isPendingAtProvider: ({ context }) => currentOf(context)?.doubt === 'pending',
    isRefused: ({ context }) =>
      !!currentOf(context)?.doubt && (context.failure?.kind === 'refused' || isByBank(context)),
    isNotStarted: ({ context }) =>
      currentOf(context)?.doubt === 'sent' && context.failure?.kind === 'not_started',
    isInDoubt: ({ context }) => !!currentOf(context)?.doubt,
    // Another back-end may not read the key of a plan, so only the buyer may send it again.
    mustLookUp: ({ context }) => currentOf(context)?.doubt === 'lost' && context.payment.method === 'plan',
    // Not one that the shop has called pending: another back-end may not say so again.
    canSwitch: ({ context }) => context.checks >= 3 && currentOf(context)?.doubt === 'lost',
    isUnsettled: ({ context }) => context.checks >= 20,
  },
  actions: {
    storeSale: assign((_, params: Replied) => (params.status === 'confirmed' ? { sale: params.sale } : {})),
    storeAttempt: assign(({ context }, params: Replied) =>
      params.status === 'prepared' ? { attempts: withAttempt(context, params) } : {},
    ),
    storeSent: assign(({ context }) => ({
      attempts: withChanged(context, ({ doubt }) => ({ doubt: doubt ?? 'sent' })),
    })),
    storeDoubt: assign(({ context }, params: { doubt: Attempt['doubt'] }) => ({
      attempts: withChanged(context, () => params),
    })),
    clearDoubts: assign(({ context }) => ({
      attempts: context.attempts.map((attempt) =>
        attempt.sale === context.sale ? { ...attempt, doubt: null } : attempt,
      ),
    })),
    storeEnded: assign(({ context }) => ({
      attempts: context.attempts.filter((attempt) => attempt !== currentOf(context)),
    })),
    storeFailure: assign((_, params: Replied | Failure) => ('kind' in params ? { failure: params } : {})),
    clearFailure: assign({ failure: null }),
    storeLookedUp: assign((_, params: { text: string }) => ({
      failure: { kind: 'looked_up' as const, message: params.text },
    })),
    storeCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    clearChecks: assign({ checks: 0 }),
    storeRecalled: assign({ isRecalled: true }),
    storePaid: assign({ isPaid: true }),
    storeAddress: assign((_, params: Replied) =>
      params.status === 'redirect_to_url' ? { address: params.url } : {},
    ),
    rememberAttempts: (_, _params: { attempts: Attempt[] }) => {},
  },
}).createMachine({
  id: 'paymentAttempt',
  description: 'One attempt to pay, from pressing Pay until it is known how it ended.',
  context: ({ input }) => ({
    payment: input.payment,
    card: input.card,
    sale: input.sale,
    attempts: input.attempts,
    isRecalled: input.isRecalled,
    failure: null,
    checks: 0,
    address: '',
    isPaid: false,
  }),
  output: ({ context }) => outputOf(context),
  initial: 'starting',
  states: {
    starting: {
      description:
        'A payment that began before a reload is asked about first, so that no other one is sent beside it.',
      always: [
        { guard: 'isRecalled', target: 'checking' },
        { guard: 'isRemembered', target: 'looking_up' },
        { target: 'confirming' },
      ],
    },
    confirming: {
      description: 'Confirms that the total and terms on screen are current, and reloads a stale checkout.',
      tags: ['busy'],
      invoke: {
        id: 'confirmTotal',
        src: 'confirmTotal',
        input: ({ context }) => context.payment,
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
          },
          {
            guard: { type: 'hasChanged', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'storeFailure', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isBankUnconfirmed', params: ({ event }) => event.output },
            target: 'failed',
            actions: {
              type: 'storeFailure',
              params: { kind: 'changed', message: "We couldn't check your basket. Please try again." },
            },
          },
          {
            guard: { type: 'hasFailed', params: ({ event }) => event.output },
            target: 'reloading',
            actions: { type: 'storeFailure', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSameAttempt', params: ({ event }) => event.output },
            target: 'sending',
            actions: { type: 'storeSale', params: ({ event }) => event.output },
          },
          {
            target: 'preparing',
            actions: { type: 'storeSale', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'reloading',
          actions: { type: 'storeFailure', params: { kind: 'unsent', message: '' } },
        },
      },
    },
    preparing: {
      description:
        "Creates the provider's payment method from the typed card or the confirmed wallet, if one is needed, and the request. Gives up after 30 seconds; with Square, whose form may ask the buyer's bank, after five minutes.",
      tags: ['busy'],
      invoke: {
        id: 'preparePayment',
        src: 'preparePayment',
        input: ({ context }) => context.payment,
        onDone: [
          {
            guard: { type: 'isPrepared', params: ({ event }) => event.output },
            target: 'sending',
            actions: { type: 'storeAttempt', params: ({ event }) => event.output },
          },
          {
            guard: 'isOtherUnsettled',
            target: 'reloading',
            actions: { type: 'storeFailure', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'reloading',
          actions: { type: 'storeFailure', params: { kind: 'unsent', message: '' } },
        },
      },
      after: {
        providerWait: {
          guard: 'isWithoutBankCheck',
          target: 'reloading',
          actions: { type: 'storeFailure', params: { kind: 'unsent', message: '' } },
        },
        bankCheck: {
          target: 'reloading',
          actions: { type: 'storeFailure', params: { kind: 'unsent', message: '' } },
        },
      },
    },
    sending: {
      description:
        'The request is on its way: the buyer may be charged. Whenever it is sent again, it is the same with the same key.',
      tags: ['busy'],
      entry: [
        'storeSent',
        { type: 'rememberAttempts', params: ({ context }) => ({ attempts: context.attempts }) },
      ],
      invoke: {
        id: 'sendPayment',
        src: 'sendPayment',
        input: ({ context }) => ({ request: requestOf(context) }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
            actions: 'storeEnded',
          },
          {
            guard: { type: 'isRedirected', params: ({ event }) => event.output },
            target: 'redirecting',
            actions: ['storeEnded', { type: 'storeAddress', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'checking',
            actions: { type: 'storeDoubt', params: { doubt: 'pending' } },
          },
          {
            guard: { type: 'isDeclined', params: ({ event }) => event.output },
            target: 'failed',
            actions: ['storeEnded', { type: 'storeFailure', params: ({ event }) => event.output }],
          },
          { target: 'reloading', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'reloading',
          actions: { type: 'storeFailure', params: { kind: 'lost', message: '' } },
        },
      },
    },
    reloading: {
      description: 'After an error: the order may be paid nevertheless, for example in another tab.',
      tags: ['busy'],
      invoke: {
        id: 'reloadCheckout',
        src: 'reloadCheckout',
        onDone: [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event.output },
            target: 'paid',
          },
          { target: 'concluding' },
        ],
        onError: { target: 'concluding' },
      },
    },
    concluding: {
      description:
        'Decides what an error means. Once the provider has the payment, only its reply about the payment ends it.',
      always: [
        { guard: 'isPendingAtProvider', target: 'checking' },
        { guard: 'isRefused', target: 'failed', actions: 'storeEnded' },
        {
          guard: 'isNotStarted',
          target: 'failed',
          actions: { type: 'storeDoubt', params: { doubt: null } },
        },
        {
          guard: 'isInDoubt',
          target: 'checking',
          actions: { type: 'storeDoubt', params: { doubt: 'lost' } },
        },
        { target: 'failed' },
      ],
    },
    checking: {
      description:
        'It is not known yet how the payment ended: the provider has not told, or the reply was lost. Asks again after 3 seconds.',
      tags: ['busy'],
      entry: [
        'storeCheck',
        'clearFailure',
        { type: 'rememberAttempts', params: ({ context }) => ({ attempts: context.attempts }) },
      ],
      always: { guard: 'isUnsettled', target: 'unsettled' },
      on: { 'payment.switch': { guard: 'canSwitch', target: 'looking_up' } },
      after: {
        nextCheck: [
          { guard: 'isRecalled', target: 'recalling' },
          { guard: 'mustLookUp', target: 'looking_up' },
          { target: 'sending' },
        ],
      },
    },
    looking_up: {
      description:
        'Asks the shop about a payment without sending it again: one whose reply was lost, that a reload has cut off, or instead of which the buyer wants to pay another way.',
      tags: ['busy'],
      invoke: {
        id: 'lookUpPayment',
        src: 'lookUpPayment',
        onDone: [
          {
            guard: { type: 'isSameStillPending', params: ({ event }) => event.output },
            target: 'checking',
            actions: { type: 'storeDoubt', params: { doubt: 'pending' } },
          },
          {
            guard: { type: 'isStillPending', params: ({ event }) => event.output },
            target: 'checking',
            actions: 'storeRecalled',
          },
          {
            target: 'comparing',
            actions: { type: 'storeLookedUp', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: 'isReplyLost',
            target: 'reading',
            actions: { type: 'storeFailure', params: { kind: 'looked_up', message: '' } },
          },
          {
            target: 'reading',
            actions: { type: 'storeFailure', params: { kind: 'unknown', message: '' } },
          },
        ],
      },
    },
    reading: {
      description:
        'The look-up has failed. The order tells whether it was paid and, at shops that say so, that no payment is open.',
      tags: ['busy'],
      invoke: {
        id: 'reloadCheckout',
        src: 'reloadCheckout',
        onDone: [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event.output },
            target: 'paid',
          },
          {
            guard: { type: 'isNoneOpenInReply', params: ({ event }) => event.output },
            target: 'excluding',
          },
          { target: 'concluding' },
        ],
        onError: { target: 'concluding' },
      },
    },
    excluding: {
      description: 'No payment is open and the order is not paid: nothing that was sent before can charge.',
      always: [
        { guard: 'isReplyLost', target: 'failed', actions: 'clearDoubts' },
        { target: 'confirming', actions: ['clearDoubts', 'clearFailure'] },
      ],
    },
    comparing: {
      description: 'No payment is open at the shop. The order tells whether it was paid.',
      tags: ['busy'],
      invoke: {
        id: 'reloadCheckout',
        src: 'reloadCheckout',
        onDone: [
          {
            guard: { type: 'isPaidInReply', params: ({ event }) => event.output },
            target: 'paid',
          },
          { target: 'excluding' },
        ],
        onError: [
          { guard: 'isReplyLost', target: 'checking' },
          {
            target: 'failed',
            actions: { type: 'storeFailure', params: { kind: 'unknown', message: '' } },
          },
        ],
      },
    },
    recalling: {
      description:
        'Asks again about a payment that began before a reload of the page. Once it has ended, the checkout is reloaded.',
      tags: ['busy'],
      invoke: {
        id: 'getPaymentError',
        src: 'getPaymentError',
        onDone: [
          {
            guard: { type: 'isStillPending', params: ({ event }) => event.output },
            target: 'checking',
          },
          { target: 'left' },
        ],
        onError: { target: 'checking' },
      },
    },
    unsettled: {
      description:
        'Automatic checks have ended without a result. The tickets are sent if the payment is confirmed; the buyer can check again.',
      on: {
        'payment.switch': { guard: 'canSwitch', target: 'looking_up', actions: 'clearChecks' },
        'payment.check': [
          { guard: 'isRecalled', target: 'recalling', actions: 'clearChecks' },
          { guard: 'mustLookUp', target: 'looking_up', actions: 'clearChecks' },
          { target: 'sending', actions: 'clearChecks' },
        ],
      },
    },
    redirecting: {
      description: "The browser opens the bank's page or the card check. Gives up after 30 seconds.",
      tags: ['busy'],
      entry: { type: 'rememberAttempts', params: ({ context }) => ({ attempts: context.attempts }) },
      on: { 'page.restored': { target: 'left' } },
      after: { departure: { target: 'left' } },
      invoke: {
        id: 'openAddress',
        src: 'openAddress',
        input: ({ context }) => ({ address: context.address }),
        onError: {
          target: 'failed',
          actions: { type: 'storeFailure', params: { kind: 'unopened', message: '' } },
        },
      },
    },
    paid: {
      description: 'The order is paid.',
      entry: [
        'storePaid',
        { type: 'rememberAttempts', params: ({ context }) => ({ attempts: context.attempts }) },
      ],
      type: 'final',
    },
    failed: {
      description: 'Nothing was charged: the buyer reads why, and can pay again.',
      entry: { type: 'rememberAttempts', params: ({ context }) => ({ attempts: context.attempts }) },
      type: 'final',
    },
    left: {
      description:
        'The browser went to another page, or the payment has ended: the checkout must be reloaded.',
      type: 'final',
    },
  },
})

/** The attempt that can be sent again: the last one, as a bank transfer leaves a kept one as it is. */
const currentOf = ({ attempts }: AttemptInput) => attempts.filter(({ again }) => again).at(-1)

const isByBank = ({ payment }: AttemptInput) => payment.method === 'bank'

/** What the buyer pays by and with; a saved card stays the same, whatever is typed into the form. */
function choiceOf({ payment: { method, details, plan }, card }: AttemptInput): string {
  if (method !== 'plan') return JSON.stringify([method, details, card])
  return JSON.stringify([method, plan, plan?.card ? '' : card])
}

/** Whether an attempt on this sale was sent of which the end is unknown. */
const isUnsettledOn = ({ attempts, sale }: AttemptContext) =>
  attempts.some((attempt) => attempt.sale === sale)

/** Adds the prepared attempt; an earlier one is not sent again, unless this is a bank transfer. */
const withAttempt = (
  context: AttemptContext,
  { key, request }: Extract<Preparation, { status: 'prepared' }>,
): Attempt[] => [
  ...context.attempts.map((attempt) => (isByBank(context) ? attempt : { ...attempt, again: null })),
  {
    key,
    sale: context.sale,
    method: context.payment.method,
    doubt: null,
    again: { choice: choiceOf(context), request },
  },
]

/** Changes the attempt that can be sent again. */
function withChanged(context: AttemptInput, change: (attempt: Attempt) => Partial<Attempt>): Attempt[] {
  const current = currentOf(context)
  return context.attempts.map((attempt) =>
    attempt === current ? { ...attempt, ...change(attempt) } : attempt,
  )
}

function requestOf(context: AttemptInput): PaymentRequest {
  const request = currentOf(context)?.again?.request
  if (!request) throw new Error('no attempt was prepared')
  return request
}

function outputOf(context: AttemptContext): AttemptOutput {
  const { attempts, isPaid, failure } = context
  if (isPaid) return { status: 'success', attempts }
  if (!failure) return { status: 'left', attempts }
  return {
    status: 'unsuccessful',
    message: messageOf(context.payment, failure),
    isDeclined: failure.isUncharged === true && !isUnsettledOn(context),
    isBankRemoved: isByBank(context) && ['refused', 'not_started', 'lost'].includes(failure.kind),
    attempts,
  }
}

/** The error message for the buyer: the reason, or else the generic one [PAYM-49, ERRS-25, INST-22, INST-23]. */
function messageOf({ method }: Payment, { kind, message }: Failure): string {
  const generic = 'There was an error with your payment. Please try again.'
  if (kind === 'changed') return message
  if (kind === 'unknown')
    return 'We could not find out whether your last payment was taken, so we have not sent another one. If it was, we will email you your tickets. Please try again in a minute.'
  if (kind === 'refused' && method === 'bank' && message) return message
  if (method === 'bank' && ['refused', 'not_started', 'lost'].includes(kind))
    return 'Instant Bank Transfer is not available at the moment.'
  if (kind !== 'card_refused' && method === 'plan' && message && message !== generic)
    return `${generic} ${message}`
  return message || generic
}
