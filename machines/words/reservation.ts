import type { ChartWords } from './chart-words.ts'

export const reservationWords: ChartWords = {
  title: 'Reserving the tickets',
  states: {
    starting: 'Starting the reservation',
    reserving: 'Reserving the tickets',
    challenge: 'The captcha is shown',
    passed: 'The captcha is solved',
    redirecting: 'Opening another page',
    unsupported_browser: 'The browser cannot finish a checkout',
    reserved: 'The tickets are held',
    returned: 'Back to the basket',
    left: 'Gone to another page',
  },
  events: {
    'done reserveTickets': 'The shop has answered',
    'done reserveTickets: reserved': 'The shop reserves the tickets',
    'done reserveTickets: unsupported browser':
      'The shop reserves the tickets, in a browser that cannot finish a checkout',
    'done reserveTickets: captcha': 'The shop demands a captcha before it reserves',
    'done reserveTickets: redirect': 'The shop sends the buyer to another page',
    'done reserveTickets: error': 'The shop cannot reserve the tickets, and says why',
    'done reserveTickets: unknown': 'The answer of the shop is not understood',
    'error reserveTickets': 'Reserving the tickets fails',
    'captcha.pass': 'Pass the captcha',
    'captcha.fail': 'The captcha fails, expires or cannot be loaded',
    'basket.edit': 'Press "Edit basket"',
    'captcha.continue': 'Press "Continue"',
    'page.restored': 'Come back to the page by "Back"',
    'error openAddress': 'The other page cannot be opened',
  },
  guards: {
    hasSitekey: 'a captcha was shown before a reload',
    isUnsupportedBrowser: 'the browser cannot finish a checkout',
    isReserved: 'the tickets are reserved',
    isCaptchaDemanded: 'the shop demands a captcha',
    isRedirected: 'the shop sends the buyer to another page',
    isRefused: 'the shop says why it cannot reserve',
    hasToken: 'the captcha was solved',
  },
  otherwise: {
    'starting always': 'no captcha was shown before',
    'reserving done reserveTickets': 'the reply cannot be understood',
    'reserving error reserveTickets': 'no captcha had to be solved',
  },
  delays: { departure: 'The other page has not opened for {time}' },
  promises: {
    challenge: [{ says: '"Edit basket" is possible at the captcha.', because: [{ can: 'basket.edit' }] }],
  },
}
