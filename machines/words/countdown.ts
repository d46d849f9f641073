import type { ChartWords } from './chart-words.ts'

export const countdownWords: ChartWords = {
  title: 'The countdown of the hold',
  states: { unknown: 'The time is not known', running: 'The countdown runs', over: 'The hold has expired' },
  events: {
    'countdown.corrected': 'The shop corrects the countdown',
    'countdown.corrected: longer': 'The shop corrects the countdown to two minutes and a second',
    'countdown.corrected: two seconds': 'The shop corrects the countdown to two seconds',
    'countdown.corrected: over': 'The shop says that the hold has expired',
  },
  guards: {
    isKnown: 'the shop tells how long it holds the tickets',
    hasSlept: 'the device was asleep',
    isShort: 'two minutes are left',
    isShortCorrection: 'two minutes are left',
    isTurningShort: 'two minutes are left',
    isOver: 'no time is left',
  },
  otherwise: {
    'countdown.corrected': 'more than two minutes are left',
    'running after tick': 'it is an ordinary second',
  },
  delays: { tick: '{time} passes' },
}
