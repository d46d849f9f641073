import { Hono } from 'hono'
import { html } from 'hono/html'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { plural } from '#src/lib/plural.ts'

import { eventCards } from './event-card.ts'
import { categoriesOf, findEvents, readSearch, type EventSearch } from './find-events.ts'
import type { Event } from './offer.ts'
import { showPage } from './layout.ts'
import { picture } from './picture.ts'
import { searchForm } from './search-form.ts'

/** The shop's front page: all events on sale, the next one first, or those that a visitor looks for. */
export const allEventsPage = new Hono<ShopEnv>()

allEventsPage.get('/', (c) => c.redirect('/all-events/', 303))

allEventsPage.get('/all-events/', askedAgain, async (c) => {
  const events = (await readCatalogue(c.var.db)).filter((event) => event.dates.length > 0)
  const search = readSearch((name) => c.req.query(name))
  const found = findEvents(events, search)
  return showPage(c, {
    title: titleOf(search),
    description: 'Concerts, films, swims and suppers: what is on, with the price you pay.',
    width: 'wide',
    content: html`<div class="intro">
        <h1>Where shall we go?</h1>
        <p class="lead">Every price includes the booking fee.</p>
      </div>
      ${events.length > 0 ? [searchForm(search), categories(events, search), results(found, search)] : nothingOnSale}
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

const nothingOnSale = html`<p>
  Nothing is on sale at the moment. <a href="/mailing-list">Get an email when there is</a>.
</p>`

const titleOf = ({ words, category }: EventSearch) =>
  [words && `“${words}”`, category].filter(Boolean).join(', ') || 'All events'

function categories(events: Event[], { words, category }: EventSearch) {
  const chip = (name: string, label: string) =>
    html`<li>
      <a
        class="chip"
        href="${addressOf({ words, category: name })}"
        ${name === category ? html`aria-current="true"` : ''}
        >${label}</a
      >
    </li>`
  return html`<nav class="categories" aria-label="Categories">
    <ul class="chips" role="list">
      ${chip('', 'All')} ${categoriesOf(events).map((name) => chip(name, name))}
    </ul>
  </nav>`
}

function results(found: Event[], search: EventSearch) {
  if (!search.words && !search.category) return eventCards(found)
  if (found.length === 0) return html`<p>Nothing found. <a href="/all-events/">Show all events</a></p>`
  return html`<p class="quiet">
      ${found.length} ${plural(found.length, 'event')}. <a href="/all-events/">Show all</a>
    </p>
    ${eventCards(found)}`
}

function addressOf({ words, category }: EventSearch): string {
  const query = new URLSearchParams({ ...(words && { q: words }), ...(category && { category }) })
  return `/all-events/${query.size > 0 ? `?${query}` : ''}`
}
