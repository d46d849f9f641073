import { Hono } from 'hono'

import type { Config } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { connectPasses } from '#server/providers/wallet-passes/connect-passes.ts'

import { accessibilityPage } from './about-shop/accessibility-page.ts'
import { helpPage } from './about-shop/help-page.ts'
import { privacyPage } from './about-shop/privacy-page.ts'
import { accountPage } from './account-page.ts'
import { allEventsPage } from './all-events-page.ts'
import { basketLinkPage } from './basket-link/link-page.ts'
import { eventPage } from './event-page.ts'
import { giftVouchersPage } from './gift-vouchers-page.ts'
import { mailingListPage } from './mailing-list-page.ts'
import { organiserPage } from './organiser-page.ts'
import { placesToStayPage } from './places-to-stay-page.ts'
import { planPage } from './plan-page.ts'
import { refundPolicyPage } from './refund-policy-page.ts'
import { refusedFormPage } from './show-error.ts'
import { signInPage } from './sign-in-page.ts'
import { slashes } from './slashes.ts'
import { smartLinkPage } from './smart-link-page.ts'
import { termsPage } from './terms-page.ts'
import { transferPage } from './transfer-page.ts'
import { waitingRoomPage } from './waiting-room/waiting-room-page.ts'
import { waiverPage } from './waiver-page.ts'
import { lookUpPage } from './wallet/look-up-page.ts'
import { orderPage } from './wallet/order-page.ts'
import { ticketPage } from './wallet/ticket-page.ts'
import { walletPage } from './wallet/wallet-page.ts'

/** The pages around the checkout. Throws `BadConfig` for keys of wallets that cannot sign. */
export function shopPages({ providers }: Pick<Config, 'providers'>): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  const passes = connectPasses(providers)
  const walletPages = [ticketPage(passes), orderPage(passes)]
  for (const page of [...pages, ...walletPages]) routes.route('/', page)
  routes.route('/', accountPage)
  routes.route('/', planPage)
  return routes
}

const pages = [
  allEventsPage,
  eventPage,
  giftVouchersPage,
  organiserPage,
  refundPolicyPage,
  termsPage,
  privacyPage,
  helpPage,
  accessibilityPage,
  mailingListPage,
  waiverPage,
  refusedFormPage,
  signInPage,
  smartLinkPage,
  basketLinkPage,
  walletPage,
  transferPage,
  lookUpPage,
  placesToStayPage,
  waitingRoomPage,
  slashes([
    '/all-events',
    '/events/:slug',
    '/gift-vouchers',
    '/organisers/:slug',
    '/organisers/:slug/refund-policy',
    '/refund-policy',
    '/privacy',
    '/help',
    '/accessibility',
    '/legal-information/purchase-terms-and-conditions',
    '/activity-terms-and-conditions/:reference',
    '/smartcheckout',
    '/buy',
    '/signin',
    '/account',
    '/account/wallet',
    '/transfers/:token',
    '/account/tickets/:id',
    '/account/orders/:reference',
    '/orders',
    '/waiting-room/:event',
  ]),
]
