import type { ChartWords } from './chart-words.ts'

export const checkoutRefreshWords: ChartWords = {
  title: 'Reading the checkout again',
  states: { idle: 'Nothing to read', refreshing: 'Reading the checkout' },
  events: {
    'refresh.request': 'Come back to the tab of the checkout',
    'tickets.reserved': 'The tickets are reserved',
    'done loadCheckout': 'The checkout is read',
    'done loadCheckout: read': 'The checkout is read',
    'done loadCheckout: signed out': 'The checkout is read, and the buyer is signed out',
    'error loadCheckout': 'Reading the checkout fails',
  },
  guards: { isBuyerGone: 'the buyer is signed out' },
  otherwise: {
    'refreshing done loadCheckout': 'the buyer is not signed out',
  },
  delays: {},
}
