import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { Facts } from '#src/rules/facts.ts'

/** Who is buying, as far as is known: signed in, or the address that a code was sent to before a reload ('' for none). */
export interface KnownBuyer {
  isSignedIn: boolean
  codeSentTo: string
}

/** A call that the shop refused, with its message for the buyer. */
export interface Refused {
  outcome: 'refused'
  message: string
}

/** What came of asking for a one-time code. */
export type CodeSending = { outcome: 'sent' } | Refused

/** What the server made of a one-time code. `facts` are read anew once the buyer is signed in. */
export type CodeCheck =
  | { outcome: 'has_account'; facts: Facts }
  | { outcome: 'new' }
  | { outcome: 'one_time_code' | 'reserving'; message: string }
  | Refused

/**
 * What became of a guest's name: saved, with the facts read anew now that the sale has an email; rejected for this
 * sale, which leads back to the basket; or refused, so that the buyer can try again.
 */
export type GuestSaving =
  { outcome: 'saved'; facts: Facts } | { outcome: 'rejected'; message: string } | Refused

/** How the account step ended: on to the next step (with new facts, if any were read), or back to the basket with a message. */
export type AccountOutcome =
  { outcome: 'confirmed'; facts: Facts | null } | { outcome: 'rejected'; message: string }

/**
 * Who is buying: an email, a six-digit code sent to it, and for somebody new a name; or the account that is signed in
 * already [ACCT-02..12]. Fields are checked by their forms before they are sent here.
 */
export const accountMachine = setup({
  types: {
    context: {} as {
      email: string
      fullName: string
      /** What the server said of the last try, shown beside the field. */
      message: string
      /** Grows with each refused code, so that the field is cleared and focused again [ACCT-21, ACCT-22]. */
      refusals: number
      outcome: AccountOutcome
    },
    events: {} as
      | { type: 'email.submit'; email: string }
      | { type: 'email.change' }
      | { type: 'code.verify'; code: string }
      | { type: 'name.submit'; fullName: string }
      | { type: 'account.continue' }
      | { type: 'account.sign_out' },
    output: {} as AccountOutcome,
  },
  actors: {
    fetchUser: {} as PromiseActorLogic<KnownBuyer>,
    sendOneTimeCode: {} as PromiseActorLogic<CodeSending, { email: string }>,
    checkOneTimeCode: {} as PromiseActorLogic<CodeCheck, { email: string; code: string }>,
    saveGuestToSale: {} as PromiseActorLogic<GuestSaving, { email: string; fullName: string }>,
    logoutOfSale: {} as PromiseActorLogic<void>,
  },
  guards: {
    isSignedIn: (_, params: KnownBuyer) => params.isSignedIn,
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
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    storeRefusal: assign(({ context }, params: { text: string }) => ({
      message: params.text,
      refusals: context.refusals + 1,
    })),
    clearMessage: assign({ message: '' }),
    storeConfirmed: assign((_, params: { facts: Facts | null }) => ({
      outcome: { outcome: 'confirmed' as const, facts: params.facts },
    })),
    storeRejected: assign((_, params: { text: string }) => ({
      outcome: { outcome: 'rejected' as const, message: params.text },
    })),
    /** The address is no longer kept for a reload; provided by the page. */
    clearSentCode: () => {},
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'account',
  description: 'Who is buying.',
  context: {
    email: '',
    fullName: '',
    message: '',
    refusals: 0,
    outcome: { outcome: 'confirmed', facts: null },
  },
  output: ({ context }) => context.outcome,
  initial: 'loading',
  states: {
    loading: {
      description:
        'Finding out whether the buyer is signed in, or was sent a code before the page was reloaded.',
      tags: ['busy'],
      invoke: {
        id: 'fetchUser',
        src: 'fetchUser',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'confirm_account',
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
      description: 'Sending a one-time code to the address.',
      tags: ['busy'],
      invoke: {
        id: 'sendOneTimeCode',
        src: 'sendOneTimeCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          { guard: { type: 'isSent', params: ({ event }) => event.output }, target: 'one_time_code_sent' },
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
      on: {
        'code.verify': { target: 'checking_code', actions: 'clearMessage' },
        'email.change': { target: 'enter_email', actions: ['clearMessage', 'clearSentCode'] },
      },
    },
    checking_code: {
      description: 'Checking the code.',
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
            params: { text: 'We could not check the code. Please try again.' },
          },
        },
      },
    },
    confirm_name: {
      description: 'Somebody new types first and last name.',
      on: {
        'name.submit': {
          target: 'saving_guest',
          actions: [
            'clearMessage',
            { type: 'storeName', params: ({ event }) => ({ fullName: event.fullName }) },
          ],
        },
        'email.change': { target: 'enter_email', actions: 'clearMessage' },
      },
    },
    saving_guest: {
      description: 'Saving the guest to the sale.',
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
            params: { text: 'We could not save your name. Please try again.' },
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
    confirmed: { description: 'We know who is buying.', type: 'final' },
    rejected: { description: 'The sale cannot go on with this buyer: back to the basket.', type: 'final' },
  },
})

const newFacts = (reply: CodeCheck | GuestSaving) => ('facts' in reply ? reply.facts : null)
const messageOf = (reply: CodeSending | CodeCheck | GuestSaving) => ('message' in reply ? reply.message : '')
