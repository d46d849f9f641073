import { setup, type PromiseActorLogic } from 'xstate'

/**
 * Loads the scripts of the surrounding site: the base script first, the others once it has set its ready flag, which is
 * read every 10 ms [CONT-15, CONT-16, MONI-32]. Nothing waits for this chart. If the base script takes ten seconds to load or
 * then to signal, the others are not loaded; problems are reported.
 */
export const siteScriptsMachine = setup({
  types: {
    context: {} as { hasBase: boolean },
    input: {} as { hasBase: boolean },
  },
  actors: {
    loadBaseScript: {} as PromiseActorLogic<void>,
    readReadyFlag: {} as PromiseActorLogic<{ isReady: boolean }>,
    loadSiteScripts: {} as PromiseActorLogic<{ failed: string[] }>,
  },
  delays: { readyPoll: 10, readyWait: 10_000, scriptsWait: 30_000 },
  guards: {
    needsNoSignal: ({ context }) => !context.hasBase,
    isReady: (_, params: { isReady: boolean }) => params.isReady,
    hasFailures: (_, params: { failed: string[] }) => params.failed.length > 0,
  },
  actions: {
    notifyProblem: (_, _params: { detail: string }) => {},
  },
}).createMachine({
  id: 'siteScripts',
  description: 'Loads the scripts of the surrounding site.',
  context: ({ input }) => ({ hasBase: input.hasBase }),
  initial: 'loading_base',
  states: {
    loading_base: {
      description: 'Loading the base script, if there is one.',
      always: { guard: 'needsNoSignal', target: 'loading_others' },
      after: {
        readyWait: {
          target: 'given_up',
          actions: { type: 'notifyProblem', params: { detail: 'the base script takes too long' } },
        },
      },
      invoke: {
        id: 'loadBaseScript',
        src: 'loadBaseScript',
        onDone: { target: 'signalling' },
        onError: {
          target: 'given_up',
          actions: { type: 'notifyProblem', params: { detail: 'the base script cannot be loaded' } },
        },
      },
    },
    signalling: {
      description: 'The base script has yet to signal that it is ready.',
      initial: 'checking',
      after: {
        readyWait: {
          target: 'given_up',
          actions: { type: 'notifyProblem', params: { detail: 'the base script does not signal' } },
        },
      },
      states: {
        checking: {
          description: 'Reading the ready flag.',
          invoke: {
            id: 'readReadyFlag',
            src: 'readReadyFlag',
            onDone: [
              {
                guard: { type: 'isReady', params: ({ event }) => event.output },
                target: '#siteScripts.loading_others',
              },
              { target: 'waiting' },
            ],
            onError: { target: 'waiting' },
          },
        },
        waiting: {
          description: 'A short pause before the flag is read again.',
          after: { readyPoll: { target: 'checking' } },
        },
      },
    },
    loading_others: {
      description: 'Loading the further scripts, all at once.',
      after: {
        scriptsWait: {
          target: 'finished',
          actions: { type: 'notifyProblem', params: { detail: 'a script takes too long' } },
        },
      },
      invoke: {
        id: 'loadSiteScripts',
        src: 'loadSiteScripts',
        onDone: [
          {
            guard: { type: 'hasFailures', params: ({ event }) => event.output },
            target: 'finished',
            actions: {
              type: 'notifyProblem',
              params: ({ event }) => ({ detail: `cannot be loaded: ${event.output.failed.join(', ')}` }),
            },
          },
          { target: 'finished' },
        ],
        onError: {
          target: 'finished',
          actions: { type: 'notifyProblem', params: { detail: 'the scripts cannot be loaded' } },
        },
      },
    },
    given_up: {
      description: 'The base script is missing, so the further scripts are not loaded.',
      type: 'final',
    },
    finished: {
      description: 'All scripts have loaded or failed.',
      type: 'final',
    },
  },
})
