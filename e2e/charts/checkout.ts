import { contents } from './checkout/contents.ts'
import { answers, before, calls, doings } from './checkout/doings.ts'
import { impossible } from './checkout/impossible.ts'
import { start } from './checkout/starts.ts'
import type { Walk } from './walk.ts'

/** How the paths of `machines/checkout.ts` are walked in a browser. */
export const checkout: Walk = {
  starts: { '': start },
  doings,
  calls,
  answers,
  before,
  unanswered: [
    'reserveTickets',
    'destroySale',
    'saveDonation',
    'updateDonation',
    'setMarketingPreferences',
    'sendPayment',
    'claimFreeTickets',
    'getTruelayerStatus',
  ],
  complaints: [/409 .*update_basket_state/],
  contents,
  impossible,
}
