import type { ChartWords } from './chart-words.ts'

export const saleReleaseWords: ChartWords = {
  title: 'Releasing the tickets',
  states: { idle: 'Nothing is being released', destroying: 'Releasing the tickets' },
  events: {
    'release.request': 'Press "Edit basket"',
    'done destroySale': 'The tickets are released',
    'error destroySale': 'Releasing the tickets fails',
  },
  guards: {},
  delays: {},
}
