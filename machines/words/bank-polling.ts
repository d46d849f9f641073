import type { ChartWords } from './chart-words.ts'

export const bankPollingWords: ChartWords = {
  title: 'Waiting for the bank',
  states: {
    starting: 'Just back from the bank',
    asking: 'Asking for the result',
    unanswered: 'The shop did not answer',
    waiting: 'Pausing before the next question',
    given_up: 'No result yet: check again by hand',
    answered: 'The bank has decided',
  },
  events: {
    'done getTruelayerStatus': 'The shop tells how the payment stands',
    'done getTruelayerStatus: pending': 'The bank has not decided yet',
    'done getTruelayerStatus: completed': 'The bank has paid',
    'error getTruelayerStatus': 'Asking for the result fails',
    'status.check': 'Press "Continue"',
  },
  guards: {
    isAnswered: 'the bank has decided',
    isSpent: 'it was asked often enough',
    hasNotified: 'the buyer was told already',
  },
  otherwise: {
    'asking done getTruelayerStatus': 'the bank has not decided yet',
    'asking error getTruelayerStatus': 'the buyer was not told yet',
    'unanswered always': 'it may be asked again',
  },
  delays: {
    firstPoll: 'The bank gets {time} first',
    answerWait: 'The shop has not answered for {time}',
    pollInterval: '{time} pass between two questions',
  },
  promises: {
    given_up: [{ says: 'The buyer can ask again whenever they like.', because: [{ can: 'status.check' }] }],
  },
}
