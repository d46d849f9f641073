/** The file of a small chart, as text. */
export const door = `
import { assign, setup } from 'xstate'

const enough = 3
const isEnough = (count: number) => count >= enough

export const doorMachine = setup({
  types: { context: {} as { count: number } },
  delays: { closing: 3_000 },
  guards: { isBusy: ({ context }) => isEnough(context.count), isLocked: () => false },
  actions: {
    storeCount: assign({ count: ({ context }) => context.count + 1 }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'door',
  description: 'A door that closes by itself.',
  context: { count: 0 },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nobody gets in.',
      on: {
        'door.open': [
          { guard: 'isLocked', target: 'stuck', actions: { type: 'notifyError', params: { text: 'Locked' } } },
          { guard: 'isBusy' },
          { target: 'open', actions: 'storeCount' },
        ],
      },
    },
    open: {
      description: 'People get in.',
      on: { 'door.close': { target: 'closed' } },
      after: { closing: { target: 'closed' } },
    },
    stuck: { description: 'Somebody must come with a key.', type: 'final' },
  },
})
`

/** The words of the small chart. */
export const doorWords = `
import type { ChartWords } from './chart-words.ts'

export const doorWords: ChartWords = {
  title: 'The door',
  states: { closed: 'The door is closed', open: 'The door is open', stuck: 'The door is stuck' },
  events: {
    'door.open': 'Press "Open"',
    'door.open: twice': 'Press "Open" twice',
    'door.close': 'Press "Close"',
  },
  guards: { isBusy: 'there are enough people', isLocked: 'it is locked' },
  delays: { closing: '{time} pass' },
}
`

/** The files of the small chart, after an edit of each. */
export const doorFiles = (edit: Edit = asItIs, editWords: Edit = asItIs) =>
  new Map([
    ['machines/door.ts', edit(door)],
    ['machines/words/door.ts', editWords(doorWords)],
  ])

type Edit = (text: string) => string

const asItIs: Edit = (text) => text
