import type { ChartWords } from './chart-words.ts'

export const connectionWords: ChartWords = {
  title: 'The connection to the shop',
  states: {
    quiet: 'Nothing is asked of the shop',
    waiting: 'The shop is being asked',
    slow: 'The shop takes long',
    offline: 'The device is offline',
    incomplete: 'A part of the page is missing',
    unrecognised: 'The shop does not recognise the session',
    recovered: 'Online again',
  },
  events: {
    'network.lost': 'The network is lost',
    'network.found': 'The network is back',
    'script.missing': 'A script of the page is missing',
    'call.started': 'The page calls the shop',
    'call.started: 1': 'The page calls the shop',
    'call.started: 2': 'The page calls the shop a second time',
    'call.ended': 'The call ends',
    'call.ended: 1': 'The shop accepts the call',
    'call.ended: 1 refused': 'The shop refuses the call, as it does not recognise the session',
    'call.ended: 2': 'The second call ends',
  },
  guards: {
    isLast: 'it was the last call',
    isOldest: 'it was the oldest call',
    isReadOverdue: 'reading the checkout hangs',
    isRefused: 'the shop did not recognise the session',
    isAccepted: 'the shop has accepted the call, made after the refused one',
    isLastAccepted: 'the shop has accepted the call, made after the refused one, and it was the last one',
    hasPending: 'a call is pending',
  },
  otherwise: {
    'call.ended': 'the shop has not refused the session',
    'slow after recheck': 'reading the checkout does not hang',
    'recovered after recoveryShown': 'no call is pending',
  },
  delays: {
    longCall: 'The oldest call has taken {time}',
    recheck: '{time} pass',
    recoveryShown: 'The page has said so for {time}',
  },
}
