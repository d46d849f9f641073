import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Hold } from '#machines/countdown.ts'

/** The reply to `reserve_tickets` (S1 §4). */
export type ReserveOutcome =
  | { outcome: 'reserved'; hold: Hold | null; isSupportedBrowser: boolean }
  | { outcome: 'captcha'; sitekey: string; error: string }
  | { outcome: 'redirect'; url: string }
  | { outcome: 'error'; error: string }
  | { outcome: 'unknown' }

/**
 * How the reservation ended: with a hold; back in the basket, with the message to show there, if any; or on another
 * page, after which the checkout must be read again.
 */
export type ReservationOutput =
  { outcome: 'reserved'; hold: Hold | null } | { outcome: 'returned'; message: string } | { outcome: 'left' }

/**
 * Reserving the tickets, after a captcha if the server asks for one [RESV-04..14, CAPT-06..13]. Sends its parent
 * `captcha.demanded` when the captcha must be shown.
 */
export const reservationMachine = setup({
  types: {
    context: {} as {
      sitekey: string
      /** Why the captcha must be done, or done again. */
      error: string
      /** Proof of a passed captcha; empty when there is none. */
      token: string
      /** Grows with each captcha, so that the page shows a new one. */
      round: number
      /** Where the browser is about to go. */
      address: string
      output: ReservationOutput
    },
    events: {} as
      | { type: 'captcha.pass'; token: string }
      | { type: 'captcha.fail'; text: string }
      | { type: 'captcha.continue' }
      | { type: 'basket.edit' }
      | { type: 'page.restored' },
    /** With a `sitekey` the captcha is shown at once, without one the tickets are asked for first. */
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
      params.outcome === 'reserved' ? { output: { outcome: 'reserved' as const, hold: params.hold } } : {},
    ),
    storeRefused: assign((_, params: ReserveOutcome) =>
      params.outcome === 'error' ? { output: { outcome: 'returned' as const, message: params.error } } : {},
    ),
    storeReturned: assign((_, params: { message: string }) => ({
      output: { outcome: 'returned' as const, message: params.message },
    })),
    storeLeft: assign({ output: { outcome: 'left' as const } }),
    sendDemanded: sendParent({ type: 'captcha.demanded' }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'reservation',
  description: 'The shop reserves the tickets, perhaps after a captcha.',
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
      description: 'A captcha that was due before the page was loaded again is shown again.',
      always: [{ guard: 'hasSitekey', target: 'challenge' }, { target: 'reserving' }],
    },
    reserving: {
      description: 'Asking for the tickets, with the proof of the captcha if there is one.',
      tags: ['busy'],
      invoke: {
        id: 'reserveTickets',
        src: 'reserveTickets',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: { type: 'isUnsupportedBrowser', params: ({ event }) => event.output },
            target: 'unsupported_browser',
          },
          {
            guard: { type: 'isReserved', params: ({ event }) => event.output },
            target: 'reserved',
            actions: { type: 'storeReserved', params: ({ event }) => event.output },
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
      description: 'The captcha is shown; Continue is disabled until it is passed.',
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
      description: 'The captcha is passed; the buyer can continue.',
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
      description: 'The browser goes to another page, as the shop asks; given up after 30 seconds.',
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
      description: 'This in-app browser cannot finish a checkout; the buyer can copy a link for another one.',
      tags: ['error'],
      on: { 'basket.edit': { target: 'returned' } },
    },
    reserved: { description: 'The tickets are held.', type: 'final' },
    returned: { description: 'Back to the basket.', type: 'final' },
    left: {
      description: 'The browser was sent to another page; where the buyer is must be read again.',
      entry: 'storeLeft',
      type: 'final',
    },
  },
})
