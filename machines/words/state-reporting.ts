import type { ChartWords } from './chart-words.ts'

export const stateReportingWords: ChartWords = {
  title: 'Telling the shop the step',
  states: { idle: 'The shop knows the step', reporting: 'Telling the shop the step' },
  events: {
    'state.entered': 'The page enters a step',
    'state.entered: basket': 'The page enters the basket',
    'state.entered: login': 'The page enters the account step',
    'state.known': 'The shop knows the step',
    'done updateBasketState': 'The shop has noted the step',
    'done updateBasketState: no hold': 'The shop has noted the step; it holds no tickets',
    'done updateBasketState: hold': 'The shop has noted the step, and tells how long it holds the tickets',
    'error updateBasketState': 'Telling the shop fails',
  },
  guards: {
    isNewState: 'the step is another one',
    hasQueue: 'more steps are to be told',
    isCorrection: 'the shop corrects the time of the hold',
  },
  otherwise: {
    'reporting done updateBasketState': 'the shop tells no time, or a later step is to be told',
  },
  delays: {},
}
