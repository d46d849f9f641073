import { Hono } from 'hono'
import { html } from 'hono/html'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { readShopTime } from '#server/database/shop-time.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { plural } from '#src/lib/plural.ts'

import { eventCards, nothingOnSale } from './event-card.ts'
import { anyDate, daysOf, spans, whenInWords, type When } from './event-days.ts'
import { anyEvent, categoriesOf, findEvents, readSearch, type EventSearch } from './find-events.ts'
import { nearestName } from './nearest-name.ts'
import type { Event } from './offer.ts'
import { showPage } from './layout.ts'
import { picture } from './picture.ts'
import { ownDates, searchForm } from './search-form.ts'

/** The shop's front page: all events on sale, the next one first, or those that a visitor looks for. */
export const allEventsPage = new Hono<ShopEnv>()

allEventsPage.get('/', (c) => c.redirect('/all-events/', 303))

allEventsPage.get('/all-events/', askedAgain, async (c) => {
  const search = readSearch((name) => c.req.query(name))
  const now = await readShopTime(c.var.db)
  const events = (await readCatalogue(c.var.db)).filter((event) => event.dates.length > 0)
  return showPage(c, {
    title: titleOf(search),
    description: 'Concerts, films, swims and suppers: what is on, with the price you pay.',
    width: 'wide',
    content: html`<div class="list-head">
        <div class="intro">
          <h1>Where shall we go?</h1>
          <p class="lead">Every price includes the booking fee.</p>
        </div>
        ${events.length > 0 ? searchForm(search) : ''}
      </div>
      ${events.length > 0 ? [filters(events, search), results(events, search, now)] : nothingOnSale}
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

const titleOf = ({ words, category, when }: EventSearch) =>
  [
    [words && `“${words}”`, category].filter(Boolean).join(', ') ||
      (whenInWords(when) ? 'Events' : 'All events'),
    whenInWords(when),
  ]
    .filter(Boolean)
    .join(' ')

/** The choices of dates and categories, each of which keeps the rest of the search. */
function filters(events: Event[], search: EventSearch) {
  const { when, category } = search
  const onSpan = (span: When['span'], label: string) =>
    chip({ ...search, when: { ...anyDate, span } }, label, span === when.span && !when.from && !when.to)
  const inCategory = (name: string, label: string) =>
    chip({ ...search, category: name }, label, name === category)
  return html`<div class="filters">
    <nav aria-label="Dates">
      <ul class="chips" role="list">
        ${onSpan('', 'Any date')}
        <li>${ownDates(when)}</li>
        ${Object.entries(spans).map(([span, { label }]) => onSpan(span as When['span'], label))}
      </ul>
    </nav>
    <nav aria-label="Categories">
      <ul class="chips" role="list">
        ${inCategory('', 'All')} ${categoriesOf(events).map((name) => inCategory(name, name))}
      </ul>
    </nav>
  </div>`
}

const chip = (search: EventSearch, label: string, isChosen: boolean) =>
  html`<li>
    <a class="chip" href="${addressOf(search)}" ${isChosen ? html`aria-current="true"` : ''}>${label}</a>
  </li>`

function results(events: Event[], search: EventSearch, now: Date) {
  const found = findEvents(events, search, daysOf(search.when, now))
  if (found.length === 0) return nothingFound(events, search, now)
  const { words, category, when } = search
  const dates = whenInWords(when)
  const isAll = !words && !category && !dates
  const count = `${found.length} ${plural(found.length, 'event')}${dates && ` ${dates}`}`
  return html`<p class="quiet small found" id="found" tabindex="-1">
      ${isAll ? count : html`${count}. <a href="${addressOf(anyEvent)}">Show all</a>`}
    </p>
    ${eventCards(found, now)}`
}

/**
 * Renders that a search has found nothing, and below it the events of the nearest name and the next events, those of its category
 * first.
 */
function nothingFound(events: Event[], search: EventSearch, now: Date) {
  const { words, category, when } = search
  const nearest = nearestSearch(events, search, now)
  const meant = nearest ? findEvents(events, nearest, daysOf(when, now)) : []
  const onAnyDate = whenInWords(when) && (words || category)
  const known = meant.map(({ id }) => id)
  const next = findEvents(events, anyEvent, daysOf(anyDate, now)).filter(({ id }) => !known.includes(id))
  const alike = next.filter((event) => category && event.category === category).slice(0, mostProposed)
  const others = next.filter((event) => !alike.includes(event)).slice(0, mostProposed - alike.length)
  return html`<section class="panel nothing">
      <h2 id="found" tabindex="-1">${nothingInWords(search)}</h2>
      ${nearest && html`<p>Did you mean <a href="${addressOf(nearest)}">${nearest.words}</a>?</p>`}
      <p class="actions">
        ${
          onAnyDate &&
          html`<a class="button" data-look="secondary" href="${addressOf({ ...search, when: anyDate })}"
            >Look at any date</a
          >`
        }
        <a class="button" data-look="secondary" href="${addressOf(anyEvent)}">Show all events</a>
      </p>
    </section>
    ${nearest && eventCards(meant, now, { isBelow: true })}
    ${proposed(`Other ${inSentence(category)} events`, alike, now)} ${proposed('Other events', others, now)}`
}

/** Returns the search that a visitor may have meant whose words are in no event; undefined for none that finds something. */
function nearestSearch(events: Event[], search: EventSearch, now: Date): EventSearch | undefined {
  const { words, when } = search
  if (findEvents(events, { ...anyEvent, words }, daysOf(anyDate, now)).length > 0) return undefined
  const name = nearestName(findEvents(events, { ...search, words: '' }, daysOf(when, now)), words)
  return name === undefined ? undefined : { ...search, words: name }
}

/** How many events are proposed where a search has found nothing. */
const mostProposed = 6

const proposed = (title: string, events: Event[], now: Date) =>
  events.length > 0 &&
  html`<h2>${title}</h2>
    ${eventCards(events, now, { isBelow: true })}`

function nothingInWords({ words, category, when }: EventSearch): string {
  const what = category ? `No ${inSentence(category)} events` : 'Nothing'
  const isFound = words || !category
  return `${[what, isFound && 'found', words && `for “${words}”`, whenInWords(when)].filter(Boolean).join(' ')}.`
}

/** A category within a sentence: "film", but "BBC". */
const inSentence = (category: string) =>
  category.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())

/** The address of the list with a search, without what is not chosen; it leads to what is found, for the keyboard. */
function addressOf({ words, category, when: { span, from, to } }: EventSearch): string {
  const chosen = Object.entries({ q: words, category, when: span, from, to }).filter(([, text]) => text)
  const query = new URLSearchParams(chosen)
  return `/all-events/${query.size > 0 ? `?${query}` : ''}#found`
}
