import { assign, setup, type CallbackActorLogic, type EventObject, type PromiseActorLogic } from 'xstate'
import type { Facts } from '#src/checkout/rules/facts.ts'

/** The known buyer. */
export interface KnownBuyer {
  isSignedIn: boolean
  /** The email that a code was sent to before the page was loaded or the step come back to, '' for none. */
  codeSentTo: string
  /** The email that a guest has confirmed by a code before, and the name if it was given. */
  confirmed: { email: string; fullName: string } | null
}

/** A call rejected by the server, with the message for the buyer. */
export interface Refused {
  outcome: 'refused'
  message: string
}

/** Result of requesting a one-time code. */
export type CodeSending = { outcome: 'sent' } | Refused

/** Result of checking a one-time code. `facts` are reloaded after signing in. */
export type CodeCheck =
  | { outcome: 'has_account'; facts: Facts }
  | { outcome: 'new' }
  | { outcome: 'one_time_code' | 'reserving'; message: string }
  | Refused

/**
 * Result of saving a guest: `saved` with reloaded facts, as the sale now has an email; `rejected` for this sale, which
 * leads back to the basket; `refused`, after which the buyer can try again.
 */
export type GuestSaving =
  { outcome: 'saved'; facts: Facts } | { outcome: 'rejected'; message: string } | Refused

/** Output of the account chart: on to the next step, with reloaded facts if any, or back to the basket with a message. */
export type AccountOutcome =
  { outcome: 'confirmed'; facts: Facts | null } | { outcome: 'rejected'; message: string }

/** Pause before another code can be sent, in milliseconds. */
const resendPause = 30_000

/**
 * Identifies the buyer: by email, six-digit code and, for a new buyer, a name; or by the account that is already signed
 * in [ACCT-02..12]. Forms validate their fields before they send events.
 */
export const accountMachine = setup({
  types: {
    /** The buyer has asked for another email than the one that they have confirmed. */
    input: {} as { isOtherEmail: boolean },
    context: {} as {
      isOtherEmail: boolean
      email: string
      fullName: string
      /** Error message of the last attempt, shown beside the field. */
      message: string
      /** Number of rejected codes, and of those sent again; each one clears and focuses the field [ACCT-21, ACCT-22]. */
      freshStarts: number
      /** When another code can be sent, by `performance.now()`: the page shows the seconds until then. */
      resendableAt: number
      outcome: AccountOutcome
    },
    events: {} as
      | { type: 'email.submit'; email: string }
      | { type: 'email.change' }
      | { type: 'code.verify'; code: string }
      | { type: 'code.resend' }
      | { type: 'name.submit'; fullName: string }
      | { type: 'account.continue' }
      | { type: 'account.sign_out' },
    output: {} as AccountOutcome,
  },
  actors: {
    fetchUser: {} as PromiseActorLogic<KnownBuyer, { isOtherEmail: boolean }>,
    sendOneTimeCode: {} as PromiseActorLogic<CodeSending, { email: string }>,
    checkOneTimeCode: {} as PromiseActorLogic<CodeCheck, { email: string; code: string }>,
    saveGuestToSale: {} as PromiseActorLogic<GuestSaving, { email: string; fullName: string }>,
    logoutOfSale: {} as PromiseActorLogic<void>,
    codeHistory: {} as CallbackActorLogic<EventObject, { isRecalled: boolean }>,
  },
  delays: { resendPause },
  guards: {
    isSignedIn: (_, params: KnownBuyer) => params.isSignedIn,
    hasConfirmed: (_, params: KnownBuyer) => params.confirmed !== null,
    hasCode: (_, params: KnownBuyer) => params.codeSentTo !== '',
    isSent: (_, params: CodeSending) => params.outcome === 'sent',
    hasAccount: (_, params: CodeCheck) => params.outcome === 'has_account',
    isNew: (_, params: CodeCheck) => params.outcome === 'new',
    isReserving: (_, params: CodeCheck) => params.outcome === 'reserving',
    isSaved: (_, params: GuestSaving) => params.outcome === 'saved',
    isRejected: (_, params: GuestSaving) => params.outcome === 'rejected',
  },
  actions: {
    storeEmail: assign((_, params: { email: string }) => ({ email: params.email })),
    storeName: assign((_, params: { fullName: string }) => ({ fullName: params.fullName })),
    storeKnown: assign((_, params: KnownBuyer) => params.confirmed ?? {}),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    storeRefusal: assign(({ context }, params: { text: string }) => ({
      message: params.text,
      freshStarts: context.freshStarts + 1,
    })),
    storePause: assign({ resendableAt: () => performance.now() + resendPause }),
    storeSentAgain: assign(({ context }) => ({ freshStarts: context.freshStarts + 1 })),
    clearMessage: assign({ message: '' }),
    storeConfirmed: assign((_, params: { facts: Facts | null }) => ({
      outcome: { outcome: 'confirmed' as const, facts: params.facts },
    })),
    storeRejected: assign((_, params: { text: string }) => ({
      outcome: { outcome: 'rejected' as const, message: params.text },
    })),
    /** Forgets the email that is kept for when the buyer comes back; provided by the page. */
    clearSentCode: () => {},
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'account',
  description: 'Identifies the buyer.',
  context: ({ input }) => ({
    isOtherEmail: input.isOtherEmail,
    email: '',
    fullName: '',
    message: '',
    freshStarts: 0,
    resendableAt: 0,
    outcome: { outcome: 'confirmed', facts: null },
  }),
  output: ({ context }) => context.outcome,
  initial: 'loading',
  states: {
    loading: {
      description:
        'Checking whether the buyer is signed in, or has confirmed an email or was sent a code before, so that nobody needs another one.',
      tags: ['busy'],
      invoke: {
        id: 'fetchUser',
        src: 'fetchUser',
        input: ({ context }) => ({ isOtherEmail: context.isOtherEmail }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'confirm_account',
          },
          {
            guard: { type: 'hasConfirmed', params: ({ event }) => event.output },
            target: 'confirm_name',
            actions: { type: 'storeKnown', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasCode', params: ({ event }) => event.output },
            target: 'one_time_code_sent',
            actions: { type: 'storeEmail', params: ({ event }) => ({ email: event.output.codeSentTo }) },
          },
          { target: 'enter_email' },
        ],
        onError: { target: 'enter_email' },
      },
    },
    enter_email: {
      description: 'The buyer types an email address.',
      on: {
        'email.submit': {
          target: 'sending_code',
          actions: ['clearMessage', { type: 'storeEmail', params: ({ event }) => ({ email: event.email }) }],
        },
      },
    },
    sending_code: {
      description: 'Sending a one-time code by email.',
      tags: ['busy'],
      invoke: {
        id: 'sendOneTimeCode',
        src: 'sendOneTimeCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'one_time_code_sent.resend_paused',
          },
          {
            target: 'enter_email',
            actions: [
              { type: 'storeMessage', params: ({ event }) => ({ text: messageOf(event.output) }) },
              { type: 'notifyError', params: { text: 'Unable to send the code. Please try again later' } },
            ],
          },
        ],
        onError: {
          target: 'enter_email',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to send the code. Please try again later' },
          },
        },
      },
    },
    one_time_code_sent: {
      description: 'The buyer types the six digits from the email.',
      invoke: {
        id: 'codeHistory',
        src: 'codeHistory',
        input: ({ event }) => ({ isRecalled: event.type.startsWith('xstate.done.actor.fetchUser') }),
      },
      on: {
        'code.verify': { target: 'checking_code', actions: 'clearMessage' },
        'email.change': { target: 'enter_email', actions: ['clearMessage', 'clearSentCode'] },
      },
      initial: 'resendable',
      states: {
        resend_paused: {
          description: 'The buyer types the code, which has just been sent and may take a moment to arrive.',
          entry: 'storePause',
          after: { resendPause: { target: 'resendable' } },
        },
        resendable: {
          description: 'The buyer types the code, or asks for another one.',
          on: {
            'code.resend': { target: '#account.resending_code', actions: 'clearMessage' },
          },
        },
      },
    },
    resending_code: {
      description:
        'Sending another code, as the buyer has asked for it: only the newest one works. If none is sent, the last one still does.',
      tags: ['busy'],
      invoke: {
        id: 'sendOneTimeCode',
        src: 'sendOneTimeCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'one_time_code_sent.resend_paused',
            actions: 'storeSentAgain',
          },
          {
            target: 'one_time_code_sent.resendable',
            actions: [
              { type: 'storeMessage', params: ({ event }) => ({ text: messageOf(event.output) }) },
              { type: 'notifyError', params: { text: 'Unable to send the code. Please try again later' } },
            ],
          },
        ],
        onError: {
          target: 'one_time_code_sent.resendable',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to send the code. Please try again later' },
          },
        },
      },
    },
    checking_code: {
      description:
        'Checking the code. If it is wrong, the buyer reads so, and types another or asks for one.',
      tags: ['busy'],
      invoke: {
        id: 'checkOneTimeCode',
        src: 'checkOneTimeCode',
        input: ({ context, event }) => ({
          email: context.email,
          code: event.type === 'code.verify' ? event.code : '',
        }),
        onDone: [
          {
            guard: { type: 'hasAccount', params: ({ event }) => event.output },
            target: 'confirmed',
            actions: { type: 'storeConfirmed', params: ({ event }) => ({ facts: newFacts(event.output) }) },
          },
          { guard: { type: 'isNew', params: ({ event }) => event.output }, target: 'confirm_name' },
          {
            guard: { type: 'isReserving', params: ({ event }) => event.output },
            target: 'rejected',
            actions: { type: 'storeRejected', params: ({ event }) => ({ text: messageOf(event.output) }) },
          },
          {
            target: 'one_time_code_sent',
            actions: { type: 'storeRefusal', params: ({ event }) => ({ text: messageOf(event.output) }) },
          },
        ],
        onError: {
          target: 'one_time_code_sent',
          actions: {
            type: 'storeRefusal',
            params: { text: "We couldn't check the code. Please try again." },
          },
        },
      },
    },
    confirm_name: {
      description: 'A new buyer, whose email is confirmed, types a first and last name.',
      invoke: {
        id: 'codeHistory',
        src: 'codeHistory',
        input: ({ event }) => ({ isRecalled: event.type.startsWith('xstate.done.actor.fetchUser') }),
      },
      on: {
        'name.submit': {
          target: 'saving_guest',
          actions: [
            'clearMessage',
            { type: 'storeName', params: ({ event }) => ({ fullName: event.fullName }) },
          ],
        },
        'email.change': { target: 'enter_email', actions: ['clearMessage', 'clearSentCode'] },
      },
    },
    saving_guest: {
      description: 'Saving the guest on the sale.',
      tags: ['busy'],
      invoke: {
        id: 'saveGuestToSale',
        src: 'saveGuestToSale',
        input: ({ context }) => ({ email: context.email, fullName: context.fullName }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'confirmed',
            actions: { type: 'storeConfirmed', params: ({ event }) => ({ facts: newFacts(event.output) }) },
          },
          {
            guard: { type: 'isRejected', params: ({ event }) => event.output },
            target: 'rejected',
            actions: { type: 'storeRejected', params: ({ event }) => ({ text: messageOf(event.output) }) },
          },
          {
            target: 'confirm_name',
            actions: { type: 'storeMessage', params: ({ event }) => ({ text: messageOf(event.output) }) },
          },
        ],
        onError: {
          target: 'confirm_name',
          actions: {
            type: 'storeMessage',
            params: { text: "We couldn't save your name. Please try again." },
          },
        },
      },
    },
    confirm_account: {
      description: 'The signed-in buyer confirms the account or signs out.',
      on: {
        'account.continue': { target: 'confirmed' },
        'account.sign_out': { target: 'signing_out' },
      },
    },
    signing_out: {
      description: 'Signing out of the sale.',
      tags: ['busy'],
      invoke: {
        id: 'logoutOfSale',
        src: 'logoutOfSale',
        onDone: { target: 'enter_email' },
        onError: {
          target: 'confirm_account',
          actions: { type: 'notifyError', params: { text: 'Unable to log out. Please refresh the page' } },
        },
      },
    },
    confirmed: { description: 'The buyer is identified.', type: 'final' },
    rejected: {
      description: 'The server rejected this buyer for the sale; the buyer returns to the basket.',
      type: 'final',
    },
  },
})

const newFacts = (reply: CodeCheck | GuestSaving) => ('facts' in reply ? reply.facts : null)
const messageOf = (reply: CodeSending | CodeCheck | GuestSaving) => ('message' in reply ? reply.message : '')
