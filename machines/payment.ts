import {
  and,
  assign,
  not,
  sendParent,
  sendTo,
  setup,
  type EventFromLogic,
  type PromiseActorLogic,
} from 'xstate'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type {
  Attempt,
  Payment,
  paymentAttemptMachine,
  PaymentDetails,
  PayOutcome,
  PlanChoice,
} from '#machines/payment-attempt.ts'

/** Output of the payment chart: `paid`, or `left` if the browser opened another page and the checkout must be reloaded. */
export type PaymentOutput =
  | { outcome: 'paid'; method: PaymentMethod | null; attempts?: undefined }
  | { outcome: 'left'; attempts: Attempt[] }

type Refusal = { status: string } & Partial<Omit<Extract<PayOutcome, { message: string }>, 'status'>>

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
      /** Method of the last attempt that failed on this page; null if there is none, or before it was reloaded. */
      failedMethod: PaymentMethod | null
      /** What the form calls the card that is typed into it; '' before. */
      card: string
      /** Total in the sheet of the wallet that was opened last, in pence. */
      walletTotal?: number | undefined
      /** A payment that began before a reload of the page is still open. */
      isRecalled: boolean
      /** Attempts that were sent and of which the end may be unknown. */
      attempts: Attempt[]
      isPaid: boolean
    },
    events: {} as
      | { type: 'facts.changed'; facts: Facts }
      | { type: 'page.restored' }
      | { type: 'method.choose'; method: PaymentMethod }
      | { type: 'plan.change'; plan: PlanChoice }
      | ({ type: 'payment.pay' } & Payment)
      | { type: 'payment.retry' }
      | { type: 'card.changed'; card: string }
      | { type: 'wallet.opened'; total: number }
      | { type: 'form.fail' }
      | { type: 'claim.retry' },
    children: {} as { paymentAttempt: 'paymentAttempt' },
    input: {} as {
      facts: Facts
      isRetried: boolean
      /** What the buyer has asked to pay by again. */
      method?: PaymentMethod | null | undefined
      attempts?: Attempt[] | null | undefined
    },
    output: {} as PaymentOutput,
    tags: {} as 'busy' | 'payment_open' | 'error',
  },
  actors: {
    getPaymentError: {} as PromiseActorLogic<{ text: string; isPending: boolean; isUncharged: boolean }>,
    prepareCard: {} as PromiseActorLogic<void>,
    saveExpressAccount: {} as PromiseActorLogic<{ error: string }, { details: PaymentDetails }>,
    claimFreeTickets: {} as PromiseActorLogic<PayOutcome>,
    paymentAttempt: {} as typeof paymentAttemptMachine,
  },
  guards: {
    isFree: ({ context }) => context.facts.isFree,
    isClaimable: ({ context: { facts } }) => facts.isFree && facts.hasEmail && !facts.asksAddress,
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
    isPrepared: ({ context }) => context.isPrepared,
    hasError: (_, params: { error: string }) => params.error !== '',
    isPaid: (_, params: { status: string }) => params.status === 'success',
    isLeft: (_, params: { status: string }) => params.status === 'left',
    isStillPending: (_, params: { isPending: boolean }) => params.isPending,
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
    })),
    storeRecalled: assign({ isRecalled: true }),
    storePrepared: assign({ isPrepared: true }),
    clearPrepared: assign({ isPrepared: false }),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    storeRefusal: assign(({ context }, { message = '', isDeclined = false, isBankRemoved }: Refusal) => ({
      message,
      isDeclined,
      isBankRemoved: isBankRemoved || context.isBankRemoved,
    })),
    storeAttempts: assign((_, params: { attempts: Attempt[] }) => ({ attempts: params.attempts })),
    storeWalletTotal: assign((_, params: { total: number }) => ({ walletTotal: params.total })),
    storeCard: assign((_, params: { card: string }) => ({ card: params.card })),
    clearMessage: assign({ message: '' }),
    keepOffered: assign(({ context: { facts, method } }) => ({ method: offered(facts, method) })),
    storeFailedMethod: assign(({ context }) => ({ failedMethod: context.method })),
    resetMethod: assign(({ context: { facts, method } }) => ({
      // Who set up a plan must not find that the next press of Pay takes the whole sum [INST-22].
      method: method === 'plan' ? offered(facts, method) : facts.preselectedMethod,
    })),
    storePaid: assign({ isPaid: true }),
    sendOpened: sendParent({ type: 'payment.opened' }),
    sendSettled: sendParent(({ context }) => ({ type: 'payment.settled', attempts: context.attempts })),
    sendRestored: sendTo('paymentAttempt', {
      type: 'page.restored',
    } satisfies EventFromLogic<typeof paymentAttemptMachine>),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'payment',
  description: 'Takes a payment or claims free tickets.',
  context: ({ input }) => ({
    facts: input.facts,
    isRetried: input.isRetried,
    method: offered(input.facts, input.method),
    isBankRemoved: false,
    isPrepared: false,
    details: { contactNumber: '', account: null },
    plan: null,
    message: '',
    isDeclined: false,
    failedMethod: null,
    card: '',
    isRecalled: false,
    attempts: input.attempts ?? [],
    isPaid: false,
  }),
  output: ({ context }) =>
    context.isPaid
      ? { outcome: 'paid', method: context.facts.isFree ? null : context.method }
      : { outcome: 'left', attempts: context.attempts },
  initial: 'starting',
  on: {
    'facts.changed': { actions: { type: 'storeFacts', params: ({ event }) => ({ facts: event.facts }) } },
    'card.changed': { actions: { type: 'storeCard', params: ({ event }) => event } },
    'wallet.opened': { actions: { type: 'storeWalletTotal', params: ({ event }) => event } },
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
                target: '#payment.open.paying',
                actions: 'storeRecalled',
              },
              {
                target: '#payment.deciding',
                actions: {
                  type: 'storeRefusal',
                  params: ({ event: { output } }) => ({
                    status: 'unsuccessful',
                    message: output.text,
                    isDeclined: output.isUncharged,
                  }),
                },
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
                actions: 'storePaid',
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
          description: 'Paying by the chosen method: see the payment attempt chart.',
          on: { 'page.restored': { actions: 'sendRestored' } },
          invoke: {
            id: 'paymentAttempt',
            src: 'paymentAttempt',
            input: ({ context }) => ({
              payment: {
                method: context.method,
                details: context.details,
                plan: context.plan,
                walletTotal: context.method === 'wallet' ? context.walletTotal : undefined,
              },
              card: context.card,
              sale: context.facts.sale,
              attempts: context.attempts,
              isRecalled: context.isRecalled,
            }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#payment.paid',
                actions: 'storePaid',
              },
              {
                guard: { type: 'isLeft', params: ({ event }) => event.output },
                target: '#payment.left',
                actions: { type: 'storeAttempts', params: ({ event }) => event.output },
              },
              {
                target: '#payment.returning',
                actions: [
                  'storeFailedMethod',
                  'resetMethod',
                  { type: 'storeAttempts', params: ({ event }) => event.output },
                  { type: 'storeRefusal', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: {
              target: '#payment.returning',
              actions: [
                'storeFailedMethod',
                'resetMethod',
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

/** The method, if it is offered; otherwise the one that is chosen from the start, if any. */
const offered = (facts: Facts, method: PaymentMethod | null | undefined) =>
  method && facts.methods.includes(method) ? method : facts.preselectedMethod
