import type { ChartWords } from './chart-words.ts'

export const consentWords: ChartWords = {
  title: 'Consent to analytics',
  states: {
    reading: 'Reading the earlier choice',
    asking: 'The banner asks',
    accepting: 'Storing the consent',
    refusing: 'Storing the refusal',
    granted: 'Analytics are allowed',
    'granted.settled': 'No banner, allowed',
    'granted.changing': 'Asked again, so far allowed',
    refused: 'Analytics are not allowed',
    'refused.settled': 'No banner, not allowed',
    'refused.changing': 'Asked again, so far not allowed',
  },
  events: {
    'consent.found': 'The page finds an earlier choice',
    'consent.found: granted': 'The page finds that the buyer had agreed',
    'consent.found: refused': 'The page finds that the buyer had refused',
    'consent.found: nothing': 'The page finds no earlier choice',
    'consent.accept': 'Press "Accept"',
    'consent.refuse': 'Press "Refuse"',
    'consent.change': 'Ask to change the choice',
    'done saveConsent': 'The choice is stored',
    'done saveConsent: granted': 'The choice is stored, and allows analytics',
    'done saveConsent: not stored': 'The browser cannot store the choice',
    'error saveConsent': 'Storing the choice fails',
  },
  guards: {
    isGranted: 'the buyer has agreed',
    isRefused: 'the buyer has refused',
    isUndecided: 'the buyer has not chosen',
  },
  otherwise: {
    'reading consent.found': 'the buyer has not chosen yet',
    'accepting done saveConsent': 'the choice was not stored',
  },
  delays: {},
}
