import type { ChartWords } from './chart-words.ts'

export const siteScriptsWords: ChartWords = {
  title: 'Scripts of the surrounding site',
  states: {
    loading_base: 'Loading the base script',
    signalling: 'Waiting for the base script',
    'signalling.checking': 'Is the base script ready?',
    'signalling.waiting': 'A short pause',
    loading_others: 'Loading the other scripts',
    given_up: 'The base script is missing',
    finished: 'All scripts are done with',
  },
  events: {
    'done loadBaseScript': 'The base script is loaded',
    'error loadBaseScript': 'Loading the base script fails',
    'done readReadyFlag': 'The ready flag is read',
    'done readReadyFlag: set': 'The base script is ready',
    'done readReadyFlag: not set': 'The base script is not ready yet',
    'error readReadyFlag': 'Reading the ready flag fails',
    'done loadSiteScripts': 'The other scripts are done with',
    'done loadSiteScripts: all': 'All other scripts are loaded',
    'done loadSiteScripts: not all': 'Some of the other scripts could not be loaded',
    'error loadSiteScripts': 'Loading the other scripts fails',
  },
  guards: {
    needsNoSignal: 'no signal is expected',
    isReady: 'the base script is ready',
    hasFailures: 'some could not be loaded',
  },
  otherwise: {
    'signalling.checking done readReadyFlag': 'it is not ready yet',
    'loading_others done loadSiteScripts': 'all were loaded',
  },
  delays: {
    readyWait: 'The base script has not been ready for {time}',
    readyPoll: '{time} pass',
    scriptsWait: 'The other scripts have taken {time}',
  },
}
