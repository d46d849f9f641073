import type { ChartWords } from './chart-words.ts'

export const freeSeatsWords: ChartWords = {
  title: 'The list of free seats',
  states: {
    closed: 'The list is closed',
    open: 'The list is open',
    'open.loading': 'Reading the free seats',
    'open.listed': 'The free seats are listed',
    'open.changed': 'Seats have changed',
    'open.failed': 'The free seats could not be read',
    unlisted: 'There is no list',
  },
  events: {
    'list.open': 'Open the list of free seats',
    'list.close': 'Close the list of free seats',
    'list.retry': 'Press "Try again"',
    'seats.released': 'Seats of the buyer are released',
    'seats.changed': 'Somebody else takes or releases seats',
    'done loadFreeSeats': 'The free seats are read',
    'done loadFreeSeats: listed': 'The free seats are listed',
    'done loadFreeSeats: no list': 'The shop has no list of free seats',
    'error loadFreeSeats': 'Reading the free seats fails',
  },
  guards: { isListed: 'the shop has a list' },
  otherwise: {
    'open.loading done loadFreeSeats': 'the shop has no list',
  },
  delays: { listRefresh: 'The list is {time} old', changePause: 'Nothing has changed for {time}' },
}
