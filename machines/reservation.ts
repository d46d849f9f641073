import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { Hold } from '#machines/countdown.ts'

/** The reply to `reserve_tickets` (S1 §4). */
export type ReserveOutcome =
  | { outcome: 'reserved'; facts: Facts; hold: Hold | null; isSupportedBrowser: boolean }
  | { outcome: 'captcha'; sitekey: string; error: string }
  | { outcome: 'redirect'; url: string }
  | { outcome: 'error'; error: string }
  | { outcome: 'unknown' }

/**
 * Output of the reservation chart: `reserved` with the hold and the facts of the sale that it names; `returned` to the basket, with the message to show there;
 * or `left` when the browser went to another page and the checkout must be reloaded.
 */
export type ReservationOutput =
  | { outcome: 'reserved'; facts: Facts; hold: Hold | null }
  | { outcome: 'returned'; message: string }
  | { outcome: 'left' }

/**
 * Reserves the tickets, after a captcha if the server demands one [RESV-04..14, CAPT-06..13]. Tells its
 * parent when the captcha must be shown, and when the tickets are reserved.
 */
export const reservationMachine = setup({
  types: {
    context: {} as {
      sitekey: string
      /** Why the captcha must be solved, or solved again. */
      error: string
      /** Token of the solved captcha; '' for none. */
      token: string
      /** Number of captchas so far; each one renders a new challenge. */
      round: number
      /** Address that the browser is about to open. */
      address: string
      output: ReservationOutput
    },
    events: {} as
      | { type: 'captcha.pass'; token: string }
      | { type: 'captcha.fail'; text: string }
      | { type: 'captcha.continue' }
      | { type: 'basket.edit' }
      | { type: 'page.restored' },
    /** A `sitekey` shows the captcha at once; '' tries to reserve first. */
    input: {} as { sitekey: string },
    output: {} as ReservationOutput,
    tags: {} as 'busy' | 'error',
  },
  actors: {
    reserveTickets: {} as PromiseActorLogic<ReserveOutcome, { token: string }>,
    openAddress: {} as PromiseActorLogic<void, { address: string }>,
  },
  delays: { departure: 30_000 },
  guards: {
    hasSitekey: ({ context }) => context.sitekey !== '',
    hasToken: ({ context }) => context.token !== '',
    isReserved: (_, params: ReserveOutcome) => params.outcome === 'reserved',
    isUnsupportedBrowser: (_, params: ReserveOutcome) =>
      params.outcome === 'reserved' && !params.isSupportedBrowser,
    isCaptchaDemanded: (_, params: ReserveOutcome) => params.outcome === 'captcha',
    isRedirected: (_, params: ReserveOutcome) => params.outcome === 'redirect',
    isRefused: (_, params: ReserveOutcome) => params.outcome === 'error',
  },
  actions: {
    storeCaptcha: assign(({ context }, params: ReserveOutcome) =>
      params.outcome === 'captcha'
        ? { sitekey: params.sitekey, error: params.error, token: '', round: context.round + 1 }
        : {},
    ),
    storeToken: assign((_, params: { token: string }) => ({ token: params.token, error: '' })),
    storeError: assign((_, params: { text: string }) => ({ token: '', error: params.text })),
    storeAddress: assign((_, params: ReserveOutcome) =>
      params.outcome === 'redirect' ? { address: params.url } : {},
    ),
    storeReserved: assign((_, params: ReserveOutcome) =>
      params.outcome === 'reserved'
        ? { output: { outcome: 'reserved' as const, facts: params.facts, hold: params.hold } }
        : {},
    ),
    storeRefused: assign((_, params: ReserveOutcome) =>
      params.outcome === 'error' ? { output: { outcome: 'returned' as const, message: params.error } } : {},
    ),
    storeReturned: assign((_, params: { message: string }) => ({
      output: { outcome: 'returned' as const, message: params.message },
    })),
    storeLeft: assign({ output: { outcome: 'left' as const } }),
    sendDemanded: sendParent({ type: 'captcha.demanded' }),
    sendReserved: sendParent({ type: 'tickets.reserved' }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'reservation',
  description: 'Reserves the tickets, after a captcha if the server demands one.',
  context: ({ input }) => ({
    sitekey: input.sitekey,
    error: '',
    token: '',
    round: 0,
    address: '',
    output: { outcome: 'returned', message: '' },
  }),
  output: ({ context }) => context.output,
  initial: 'starting',
  states: {
    starting: {
      description: 'A captcha that was pending before a reload is shown again.',
      always: [{ guard: 'hasSitekey', target: 'challenge' }, { target: 'reserving' }],
    },
    reserving: {
      description: 'Reserving the tickets, with the captcha token if there is one.',
      tags: ['busy'],
      invoke: {
        id: 'reserveTickets',
        src: 'reserveTickets',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: { type: 'isUnsupportedBrowser', params: ({ event }) => event.output },
            target: 'unsupported_browser',
            actions: 'sendReserved',
          },
          {
            guard: { type: 'isReserved', params: ({ event }) => event.output },
            target: 'reserved',
            actions: [{ type: 'storeReserved', params: ({ event }) => event.output }, 'sendReserved'],
          },
          {
            guard: { type: 'isCaptchaDemanded', params: ({ event }) => event.output },
            target: 'challenge',
            actions: { type: 'storeCaptcha', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRedirected', params: ({ event }) => event.output },
            target: 'redirecting',
            actions: { type: 'storeAddress', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'returned',
            actions: { type: 'storeRefused', params: ({ event }) => event.output },
          },
          {
            target: 'returned',
            actions: {
              type: 'storeReturned',
              params: { message: 'An unknown error occured. Please try again, or contact support.' },
            },
          },
        ],
        onError: [
          {
            guard: 'hasToken',
            target: 'returned',
            actions: {
              type: 'notifyError',
              params: { text: 'Unable to reserve ticket(s). Please try again later' },
            },
          },
          {
            target: 'returned',
            actions: {
              type: 'notifyError',
              params: { text: 'Unable to reserve tickets. Please try again later' },
            },
          },
        ],
      },
    },
    challenge: {
      description:
        'The buyer solves the captcha; Continue is disabled until then. If it fails or cannot be loaded, the buyer reads so and can try again.',
      entry: 'sendDemanded',
      on: {
        'captcha.pass': {
          target: 'passed',
          actions: { type: 'storeToken', params: ({ event }) => ({ token: event.token }) },
        },
        'captcha.fail': { actions: { type: 'storeError', params: ({ event }) => ({ text: event.text }) } },
        'basket.edit': { target: 'returned' },
      },
    },
    passed: {
      description: 'The captcha is solved; the buyer can continue.',
      on: {
        'captcha.pass': {
          actions: { type: 'storeToken', params: ({ event }) => ({ token: event.token }) },
        },
        'captcha.fail': {
          target: 'challenge',
          actions: { type: 'storeError', params: ({ event }) => ({ text: event.text }) },
        },
        'captcha.continue': { target: 'reserving' },
        'basket.edit': { target: 'returned' },
      },
    },
    redirecting: {
      description: 'The browser opens another page at the request of the server. Gives up after 30 seconds.',
      tags: ['busy'],
      on: { 'page.restored': { target: 'left' } },
      after: { departure: { target: 'left' } },
      invoke: {
        id: 'openAddress',
        src: 'openAddress',
        input: ({ context }) => ({ address: context.address }),
        onError: {
          target: 'returned',
          actions: {
            type: 'storeReturned',
            params: { message: 'An unknown error occured. Please try again, or contact support.' },
          },
        },
      },
    },
    unsupported_browser: {
      description: 'In-app browsers cannot finish a checkout; the buyer can copy a link for another browser.',
      tags: ['error'],
      on: { 'basket.edit': { target: 'returned' } },
    },
    reserved: { description: 'The tickets are held.', type: 'final' },
    returned: { description: 'The buyer returns to the basket.', type: 'final' },
    left: {
      description: 'The browser went to another page; the checkout must be reloaded.',
      entry: 'storeLeft',
      type: 'final',
    },
  },
})
