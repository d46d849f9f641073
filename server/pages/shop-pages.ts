import { Hono } from 'hono'

import type { Config } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { allEventsPage } from './all-events-page.ts'
import { eventPage } from './event-page.ts'
import { giftVouchersPage } from './gift-vouchers-page.ts'
import { mailingListPage } from './mailing-list-page.ts'
import { organiserPage } from './organiser-page.ts'
import { outboxPage } from './outbox-page.ts'
import { refundPolicyPage } from './refund-policy-page.ts'
import { sandboxHelpPage } from './sandbox-page.ts'
import { signInPage } from './sign-in-page.ts'
import { smartLinkPage } from './smart-link-page.ts'
import { termsPage } from './terms-page.ts'
import { waiverPage } from './waiver-page.ts'
import { walletPage } from './wallet-page.ts'

/** The pages around the checkout; those of the sandbox only there. */
export function shopPages({ mode }: Pick<Config, 'mode'>): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  for (const page of [
    allEventsPage,
    eventPage,
    giftVouchersPage,
    organiserPage,
    refundPolicyPage,
    termsPage,
    mailingListPage,
    waiverPage,
    signInPage,
    smartLinkPage,
    walletPage,
  ])
    routes.route('/', page)
  if (mode === 'sandbox') for (const page of [sandboxHelpPage, outboxPage]) routes.route('/', page)
  return routes
}
