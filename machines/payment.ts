import { and, assign, not, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { DeliveryAddress } from '#src/api/schemas/address.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import type { Facts } from '#src/rules/facts.ts'
import type { PaymentMethod } from '#src/rules/payment-methods.ts'

/** Result of a payment, or of its start, by any method. */
export type PayOutcome =
  | { status: 'success'; facts: Facts }
  /** The browser must open the bank's page or the card check. */
  | { status: 'redirect_to_url'; url: string }
  /** It is not known yet how the payment ended: the provider has not told, or the reply was lost. */
  | { status: 'pending' }
  /**
   * `isDeclined` if the provider refused the payment, so that nothing was charged; `isUnavailable` if the shop does not
   * take this method for this basket.
   */
  | { status: 'unsuccessful'; message: string; isDeclined: boolean; isUnavailable?: boolean }

/** Details of an express buyer, whose account is created just before paying (OPEN-16, OPEN-77). */
export interface ExpressAccount {
  email: string
  fullName: string
  preferences: MarketingChoices
  address: DeliveryAddress
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
}

/** Output of the payment chart: `paid`, or `left` if the browser opened another page and the checkout must be reloaded. */
export type PaymentOutput = { outcome: 'paid'; facts: Facts } | { outcome: 'left' }

/**
 * Takes a payment by any method, or claims free tickets
 * [INST-15..23, PAYM-30..49, PAYM-52..56, PAYM-58..62]. Sends `payment.opened` and `payment.settled` to its parent, which
 * delays expiry of the hold and "Edit basket" in between.
 */
export const paymentMachine = setup({
  types: {
    context: {} as {
      facts: Facts
      /** The buyer returns after an unfinished payment. */
      isRetried: boolean
      method: PaymentMethod | null
      isBankRemoved: boolean
      /** The card form is loaded, perhaps with a card typed into it. */
      isPrepared: boolean
      details: PaymentDetails
      /** The plan as last changed; null before. */
      plan: PlanChoice | null
      /** Error message of the last attempt. */
      message: string
      /** The provider refused the last attempt: nothing was charged. */
      isDeclined: boolean
      /** How often the provider did not tell yet how the payment ended. */
      checks: number
      /** The payment that is checked began before a reload of the page. */
      isRecalled: boolean
      /** Address that the browser is about to open. */
      address: string
      output: PaymentOutput
    },
    events: {} as
      | { type: 'facts.changed'; facts: Facts }
      | { type: 'page.restored' }
      | { type: 'method.choose'; method: PaymentMethod }
      | { type: 'plan.change'; plan: PlanChoice }
      | ({ type: 'payment.pay' } & Payment)
      | { type: 'payment.retry' }
      | { type: 'payment.check' }
      | { type: 'form.fail' }
      | { type: 'claim.retry' },
    input: {} as { facts: Facts; isRetried: boolean },
    output: {} as PaymentOutput,
    tags: {} as 'busy' | 'payment_open' | 'error',
  },
  actors: {
    getPaymentError: {} as PromiseActorLogic<{ text: string; isPending: boolean }>,
    prepareCard: {} as PromiseActorLogic<void>,
    saveExpressAccount: {} as PromiseActorLogic<{ error: string }, { details: PaymentDetails }>,
    claimFreeTickets: {} as PromiseActorLogic<PayOutcome>,
    pay: {} as PromiseActorLogic<PayOutcome, Payment>,
    openAddress: {} as PromiseActorLogic<void, { address: string }>,
  },
  delays: { departure: 30_000, nextCheck: 3_000 },
  guards: {
    isFree: ({ context }) => context.facts.isFree,
    isClaimable: ({ context }) => context.facts.isFree && context.facts.hasEmail,
    isRetried: ({ context }) => context.isRetried,
    isRecallable: and(['isRetried', not('isFree')]),
    isPaymentUnavailable: ({ context }) => context.facts.isPaymentUnavailable,
    isPaymentAvailable: not('isPaymentUnavailable'),
    needsAccount: (_, params: { details: PaymentDetails }) => params.details.account !== null,
    isWithoutCardForm: ({ context }, { method }: Payment) =>
      method === 'bank' || (method === 'plan' && isComplete(context.plan) && context.plan?.card !== ''),
    isUnprepared: ({ context }) => !context.facts.isFree && !context.isPrepared,
    isSquare: ({ context }) => context.facts.preselectedMethod === 'square',
    isChosen: ({ context }, { method }: Payment) =>
      method === 'plan' ? isComplete(context.plan) : method !== null,
    isPaidByBank: ({ context }) => context.method === 'bank',
    isPrepared: ({ context }) => context.isPrepared,
    hasError: (_, params: { error: string }) => params.error !== '',
    isPaid: (_, params: PayOutcome) => params.status === 'success',
    isRedirected: (_, params: PayOutcome) => params.status === 'redirect_to_url',
    isUnsettled: ({ context }) => context.checks >= 20,
    isPending: (_, params: PayOutcome) => params.status === 'pending',
    isStillPending: (_, params: { isPending: boolean }) => params.isPending,
    isRecalled: ({ context }) => context.isRecalled,
  },
  actions: {
    storeFacts: assign((_, params: { facts: Facts }) => ({ facts: params.facts })),
    storeMethod: assign((_, params: { method: PaymentMethod }) => ({ method: params.method })),
    storePlan: assign((_, params: { plan: PlanChoice }) => ({ plan: params.plan })),
    storePayment: assign((_, params: Payment) => ({
      method: params.method,
      details: params.details,
      message: '',
      isDeclined: false,
      checks: 0,
      isRecalled: false,
    })),
    storeCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    clearChecks: assign({ checks: 0 }),
    storeRecalled: assign({ isRecalled: true }),
    storeBankRemoved: assign({ isBankRemoved: true }),
    storePrepared: assign({ isPrepared: true }),
    clearPrepared: assign({ isPrepared: false }),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    storeRefusal: assign(({ context }, params: PayOutcome) =>
      params.status === 'unsuccessful'
        ? {
            message: params.message,
            isDeclined: params.isDeclined,
            isBankRemoved: params.isUnavailable || context.isBankRemoved,
          }
        : {},
    ),
    clearMessage: assign({ message: '' }),
    keepOffered: assign(({ context: { facts, method } }) => ({
      method: method && facts.methods.includes(method) ? method : facts.preselectedMethod,
    })),
    clearMethod: assign(({ context }) => ({ method: context.facts.preselectedMethod })),
    storeAddress: assign((_, params: PayOutcome) =>
      params.status === 'redirect_to_url' ? { address: params.url } : {},
    ),
    storePaid: assign((_, params: PayOutcome) =>
      params.status === 'success' ? { output: { outcome: 'paid' as const, facts: params.facts } } : {},
    ),
    sendOpened: sendParent({ type: 'payment.opened' }),
    sendSettled: sendParent({ type: 'payment.settled' }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'payment',
  description: 'Takes a payment or claims free tickets.',
  context: ({ input }) => ({
    facts: input.facts,
    isRetried: input.isRetried,
    method: input.facts.preselectedMethod,
    isBankRemoved: false,
    isPrepared: false,
    details: { contactNumber: '', account: null },
    plan: null,
    message: '',
    isDeclined: false,
    checks: 0,
    isRecalled: false,
    address: '',
    output: { outcome: 'left' },
  }),
  output: ({ context }) => context.output,
  initial: 'starting',
  on: {
    'facts.changed': { actions: { type: 'storeFacts', params: ({ event }) => ({ facts: event.facts }) } },
  },
  states: {
    starting: {
      description:
        'Free tickets are claimed at once. After an unfinished payment, its error is loaded first.',
      always: [
        { guard: 'isClaimable', target: 'open.claiming' },
        { guard: 'isRecallable', target: 'settled.recalling' },
        { target: 'deciding' },
      ],
    },
    deciding: {
      description:
        'Loads the card form if there is something to pay and the organiser has a payment provider.',
      always: [
        { guard: 'isFree', target: 'settled.choosing' },
        { guard: 'isPaymentUnavailable', target: 'settled.unavailable' },
        { target: 'settled.preparing' },
      ],
    },
    returning: {
      description:
        'Back from a payment that failed. A card form that was loaded keeps the card typed into it.',
      always: [{ guard: 'isPrepared', target: 'settled.choosing' }, { target: 'deciding' }],
    },
    settled: {
      description:
        'No payment is in flight, so the hold may expire and the basket may be edited. A chosen method that is no longer offered is dropped.',
      entry: 'sendSettled',
      initial: 'choosing',
      on: {
        'plan.change': { actions: { type: 'storePlan', params: ({ event }) => event } },
        'facts.changed': {
          actions: [{ type: 'storeFacts', params: ({ event }) => ({ facts: event.facts }) }, 'keepOffered'],
        },
      },
      states: {
        recalling: {
          description: 'Loading the error of the last payment.',
          tags: ['busy'],
          invoke: {
            id: 'getPaymentError',
            src: 'getPaymentError',
            onDone: [
              {
                guard: { type: 'isStillPending', params: ({ event }) => event.output },
                target: '#payment.open.checking',
                actions: ['storeRecalled', 'storeCheck'],
              },
              {
                target: '#payment.deciding',
                actions: { type: 'storeMessage', params: ({ event }) => ({ text: event.output.text }) },
              },
            ],
            onError: { target: '#payment.deciding' },
          },
        },
        preparing: {
          description:
            'Loading the card form. The buyer can pay by bank, or by instalments with a saved card, meanwhile.',
          tags: ['busy'],
          on: {
            'method.choose': { actions: { type: 'storeMethod', params: ({ event }) => event } },
            'payment.pay': {
              guard: { type: 'isWithoutCardForm', params: ({ event }) => event },
              target: '#payment.open.paying',
              actions: { type: 'storePayment', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'prepareCard',
            src: 'prepareCard',
            onDone: { target: 'choosing', actions: 'storePrepared' },
            onError: [
              {
                guard: 'isSquare',
                target: 'preparation_failed',
                actions: {
                  type: 'notifyError',
                  params: { text: 'Unable to get Square credentials. Please try again later' },
                },
              },
              { target: 'preparation_failed' },
            ],
          },
        },
        preparation_failed: {
          description:
            'The card form could not be loaded or drawn; the buyer can try again, or pay without the form.',
          tags: ['error'],
          always: [
            { guard: 'isClaimable', target: '#payment.open.claiming' },
            { guard: 'isFree', target: 'choosing' },
          ],
          on: {
            'payment.retry': { target: 'preparing' },
            'method.choose': { actions: { type: 'storeMethod', params: ({ event }) => event } },
            'payment.pay': {
              guard: { type: 'isWithoutCardForm', params: ({ event }) => event },
              target: '#payment.open.paying',
              actions: { type: 'storePayment', params: ({ event }) => event },
            },
          },
        },
        choosing: {
          description: 'The buyer chooses a payment method and pays.',
          always: [
            { guard: 'isClaimable', target: '#payment.open.claiming' },
            { guard: 'isUnprepared', target: '#payment.deciding' },
          ],
          on: {
            'form.fail': { target: 'preparation_failed', actions: 'clearPrepared' },
            'method.choose': { actions: { type: 'storeMethod', params: ({ event }) => event } },
            'payment.pay': [
              {
                guard: { type: 'needsAccount', params: ({ event }) => event },
                target: '#payment.open.saving_account',
                actions: { type: 'storePayment', params: ({ event }) => event },
              },
              {
                guard: { type: 'isChosen', params: ({ event }) => event },
                target: '#payment.open.paying',
                actions: { type: 'storePayment', params: ({ event }) => event },
              },
            ],
          },
        },
        claim_failed: {
          description: 'Claiming the free tickets failed; the buyer can try again.',
          tags: ['error'],
          on: { 'claim.retry': { target: '#payment.open.claiming', actions: 'clearMessage' } },
        },
        unavailable: {
          description: 'The organiser has no payment provider; the buyer can only edit the basket.',
          tags: ['error'],
          always: { guard: 'isPaymentAvailable', target: '#payment.deciding' },
        },
      },
    },
    open: {
      description: 'A payment is in flight. Its result counts, even if the hold expires meanwhile.',
      tags: ['busy', 'payment_open'],
      entry: 'sendOpened',
      on: { 'form.fail': { actions: 'clearPrepared' } },
      initial: 'paying',
      states: {
        saving_account: {
          description: "Creating the express buyer's account.",
          invoke: {
            id: 'saveExpressAccount',
            src: 'saveExpressAccount',
            input: ({ context }) => ({ details: context.details }),
            onDone: [
              {
                guard: { type: 'hasError', params: ({ event }) => event.output },
                target: '#payment.settled.choosing',
                actions: { type: 'storeMessage', params: ({ event }) => ({ text: event.output.error }) },
              },
              { guard: 'isFree', target: 'claiming' },
              { target: 'paying' },
            ],
            onError: {
              target: '#payment.settled.choosing',
              actions: {
                type: 'storeMessage',
                params: { text: "We couldn't save your details. Please try again." },
              },
            },
          },
        },
        claiming: {
          description: 'Claiming the free tickets.',
          invoke: {
            id: 'claimFreeTickets',
            src: 'claimFreeTickets',
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#payment.paid',
                actions: { type: 'storePaid', params: ({ event }) => event.output },
              },
              {
                target: '#payment.settled.claim_failed',
                actions: [
                  { type: 'storeRefusal', params: ({ event }) => event.output },
                  {
                    type: 'notifyError',
                    params: { text: 'Unable to claim free tickets. Please try again later' },
                  },
                ],
              },
            ],
            onError: {
              target: '#payment.settled.claim_failed',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to claim free tickets. Please try again later' },
              },
            },
          },
        },
        paying: {
          description: 'Paying by the chosen method; a bank transfer is created.',
          invoke: {
            id: 'pay',
            src: 'pay',
            input: ({ context }) => ({
              method: context.method,
              details: context.details,
              plan: context.plan,
            }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#payment.paid',
                actions: { type: 'storePaid', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isRedirected', params: ({ event }) => event.output },
                target: 'redirecting',
                actions: { type: 'storeAddress', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isPending', params: ({ event }) => event.output },
                target: 'checking',
                actions: 'storeCheck',
              },
              {
                target: '#payment.returning',
                actions: ['clearMethod', { type: 'storeRefusal', params: ({ event }) => event.output }],
              },
            ],
            onError: [
              {
                guard: 'isPaidByBank',
                target: '#payment.returning',
                actions: [
                  'storeBankRemoved',
                  'clearMethod',
                  {
                    type: 'storeMessage',
                    params: { text: 'Instant Bank Transfer is not available at the moment.' },
                  },
                ],
              },
              {
                target: '#payment.returning',
                actions: [
                  'clearMethod',
                  {
                    type: 'storeMessage',
                    params: { text: 'There was an error with your payment. Please try again.' },
                  },
                ],
              },
            ],
          },
        },
        checking: {
          description:
            'The provider has not told yet how the payment ended. Asks again after 3 seconds, as the same attempt.',
          always: { guard: 'isUnsettled', target: 'unsettled' },
          after: { nextCheck: [{ guard: 'isRecalled', target: 'recalling' }, { target: 'paying' }] },
        },
        recalling: {
          description:
            'Asks again about a payment that began before a reload of the page. Once it has ended, the checkout is reloaded.',
          invoke: {
            id: 'getPaymentError',
            src: 'getPaymentError',
            onDone: [
              {
                guard: { type: 'isStillPending', params: ({ event }) => event.output },
                target: 'checking',
                actions: 'storeCheck',
              },
              { target: '#payment.left' },
            ],
            onError: { target: 'checking', actions: 'storeCheck' },
          },
        },
        unsettled: {
          description:
            'Automatic checks have ended without a result. The tickets are sent if the payment is confirmed; the buyer can check again.',
          on: {
            'payment.check': [
              { guard: 'isRecalled', target: 'recalling', actions: 'clearChecks' },
              { target: 'paying', actions: 'clearChecks' },
            ],
          },
        },
        redirecting: {
          description: "The browser opens the bank's page or the card check. Gives up after 30 seconds.",
          on: { 'page.restored': { target: '#payment.left' } },
          after: { departure: { target: '#payment.left' } },
          invoke: {
            id: 'openAddress',
            src: 'openAddress',
            input: ({ context }) => ({ address: context.address }),
            onError: {
              target: '#payment.returning',
              actions: [
                'clearMethod',
                {
                  type: 'storeMessage',
                  params: { text: 'There was an error with your payment. Please try again.' },
                },
              ],
            },
          },
        },
      },
    },
    paid: { description: 'Payment is complete.', type: 'final' },
    left: {
      description: 'The browser went to another page; the checkout must be reloaded.',
      type: 'final',
    },
  },
})

const isComplete = (plan: PlanChoice | null) => plan !== null && plan.months !== '' && plan.mobile !== ''
