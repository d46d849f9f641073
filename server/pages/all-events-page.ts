import { Hono } from 'hono'
import { html } from 'hono/html'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { eventCards } from './event-card.ts'
import { showPage } from './layout.ts'
import { picture } from './picture.ts'

/** The shop's front page: all events on sale. */
export const allEventsPage = new Hono<ShopEnv>()

allEventsPage.get('/', (c) => c.redirect('/all-events/', 303))

allEventsPage.get('/all-events/', askedAgain, async (c) => {
  const events = (await readCatalogue(c.var.db)).filter((event) => event.dates.length > 0)
  return showPage(c, {
    title: 'All events',
    description: 'Concerts, films, swims and suppers: what is on, with the price you pay.',
    width: 'wide',
    content: html`<div class="intro">
        <h1>Where shall we go?</h1>
        <p class="lead">Every price includes the booking fee.</p>
      </div>
      ${
        events.length
          ? eventCards(events)
          : html`<p>
              Nothing is on sale at the moment. <a href="/mailing-list">Get an email when there is</a>.
            </p>`
      }
      <section class="banner">
        ${picture('/pictures/harbour-gift.svg')}
        <div>
          <h2>An evening, wrapped</h2>
          <p>Give a voucher and let them choose the night.</p>
          <a class="button" data-look="secondary" href="/gift-vouchers/">See gift vouchers</a>
        </div>
      </section>`,
  })
})
