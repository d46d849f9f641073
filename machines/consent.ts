import { setup, type CallbackActorLogic, type PromiseActorLogic } from 'xstate'

/** What the buyer has chosen, as stored; null before a choice. */
export type ConsentChoice = 'granted' | 'refused' | null

export type ConsentEvent =
  | { type: 'consent.found'; choice: ConsentChoice }
  | { type: 'consent.accept' }
  | { type: 'consent.refuse' }
  | { type: 'consent.change' }

/**
 * Consent to analytics and ad pixels [MONI-27, MONI-28]. They run in states tagged `consented` only. The choice is stored
 * in a cookie; `consent.found` tells what is stored when the page starts, is shown again or the cookie changes, so that a
 * withdrawal counts in other tabs too. With `asks: false`, the site asks by itself and no choice means refused.
 */
export const consentMachine = setup({
  types: {
    context: {} as { asks: boolean },
    input: {} as { asks: boolean },
    events: {} as ConsentEvent,
    tags: {} as 'banner' | 'consented',
  },
  actors: {
    browserSignals: {} as CallbackActorLogic<ConsentEvent>,
    saveConsent: {} as PromiseActorLogic<{ choice: ConsentChoice }, { isGranted: boolean }>,
  },
  guards: {
    isGranted: (_, params: { choice: ConsentChoice }) => params.choice === 'granted',
    isRefused: ({ context }, params: { choice: ConsentChoice }) =>
      params.choice === 'refused' || (params.choice === null && !context.asks),
    isUndecided: ({ context }, params: { choice: ConsentChoice }) => params.choice === null && context.asks,
  },
  actions: { stopTracking: () => {} },
}).createMachine({
  id: 'consent',
  description: 'Whether the buyer allows analytics and ad pixels.',
  context: ({ input }) => ({ asks: input.asks }),
  invoke: { id: 'browserSignals', src: 'browserSignals' },
  initial: 'reading',
  states: {
    reading: {
      description: 'The stored choice has not been read.',
      on: {
        'consent.found': [
          { guard: { type: 'isGranted', params: ({ event }) => event }, target: 'granted' },
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'refused' },
          { target: 'asking' },
        ],
      },
    },
    asking: {
      description: 'The banner asks; nothing is loaded or stored before the choice.',
      tags: ['banner'],
      on: {
        'consent.accept': { target: 'accepting' },
        'consent.refuse': { target: 'refusing' },
        'consent.found': [
          { guard: { type: 'isGranted', params: ({ event }) => event }, target: 'granted' },
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'refused' },
        ],
      },
    },
    accepting: {
      description: 'Storing the consent.',
      invoke: {
        id: 'saveConsent',
        src: 'saveConsent',
        input: { isGranted: true },
        onDone: [
          { guard: { type: 'isGranted', params: ({ event }) => event.output }, target: 'granted' },
          { target: 'refused' },
        ],
        onError: { target: 'refused' },
      },
    },
    refusing: {
      description: 'Storing the refusal; analytics and pixels have stopped.',
      invoke: {
        id: 'saveConsent',
        src: 'saveConsent',
        input: { isGranted: false },
        onDone: { target: 'refused' },
        onError: { target: 'refused' },
      },
    },
    granted: {
      description: 'The buyer has agreed: analytics and pixels run.',
      tags: ['consented'],
      exit: 'stopTracking',
      initial: 'settled',
      on: {
        'consent.found': [
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'refused' },
          { guard: { type: 'isUndecided', params: ({ event }) => event }, target: 'asking' },
        ],
        'consent.refuse': { target: 'refusing' },
      },
      states: {
        settled: {
          description: 'No banner is shown.',
          on: { 'consent.change': { target: 'changing' } },
        },
        changing: {
          description:
            'The banner asks again at the wish of the buyer; the old choice counts until the new one.',
          tags: ['banner'],
          on: { 'consent.accept': { target: 'settled' } },
        },
      },
    },
    refused: {
      description: 'The buyer has not agreed: neither analytics nor pixels run.',
      initial: 'settled',
      on: {
        'consent.found': { guard: { type: 'isGranted', params: ({ event }) => event }, target: 'granted' },
        'consent.accept': { target: 'accepting' },
      },
      states: {
        settled: {
          description: 'No banner is shown.',
          on: { 'consent.change': { target: 'changing' } },
        },
        changing: {
          description:
            'The banner asks again at the wish of the buyer; the refusal counts until the new choice.',
          tags: ['banner'],
          on: { 'consent.refuse': { target: 'settled' } },
        },
      },
    },
  },
})
