import type { ChartWords } from './chart-words.ts'

export const holdExtensionWords: ChartWords = {
  title: 'More time',
  states: {
    idle: 'Nothing is offered',
    offered: 'More time is offered',
    extending: 'Asking for more time',
    extended: 'The tickets are held for longer',
    refused: 'The tickets are not held for longer',
    overdue: 'No time is left, and no answer yet',
    expired: 'The hold has expired',
  },
  events: {
    'countdown.shortened': 'Two minutes of the hold are left',
    'countdown.lengthened': 'The shop holds the tickets longer',
    'countdown.over': 'No time is left',
    'hold.extend': 'Press "Add time"',
    'done extendHold': 'The shop answers',
    'done extendHold: extended': 'The shop holds the tickets longer',
    'done extendHold: refused': 'The shop holds the tickets no longer',
    'error extendHold': 'Asking for more time fails',
  },
  guards: {
    isExtended: 'the shop holds the tickets longer',
    isUnanswered: 'the shop has not answered yet',
  },
  otherwise: {
    'extending done extendHold': 'the shop gives no more time',
  },
  delays: { extensionShown: '{time} pass', answerMissed: 'The shop has not answered for {time}' },
}
