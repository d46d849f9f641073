import { html } from 'hono/html'

import type { When } from './event-days.ts'
import { anyEvent, type EventSearch } from './find-events.ts'
import type { Content } from './layout.ts'

/** Renders the form that searches the events; it keeps the category, and the span of dates unless days are typed. */
export function searchForm({ words, category, when }: EventSearch = anyEvent): Content {
  return html`<form class="find" id="find-events" role="search" action="/all-events/#found">
    <label class="visually-hidden" for="find">Search events, venues and organisers</label>
    <input
      class="input"
      id="find"
      type="search"
      name="q"
      value="${words}"
      maxlength="80"
      placeholder="Event or venue"
    />
    ${category && html`<input type="hidden" name="category" value="${category}" />`}
    ${when.span && html`<input type="hidden" name="when" value="${when.span}" />`}
    <button class="button" data-look="secondary">Search</button>
  </form>`
}

/** Renders the fields for a visitor's own dates, which belong to the search form of the same page. */
export function ownDates({ from, to }: When): Content {
  return html`<details class="find-days">
    <summary class="chip" ${from || to ? html`aria-current="true"` : ''}>Choose dates</summary>
    <div class="days">
      ${dayField('from', 'From', from)} ${dayField('to', 'To', to)}
      <button class="button" data-look="secondary" form="find-events">Show these dates</button>
    </div>
  </details>`
}

const dayField = (name: 'from' | 'to', label: string, day: string) =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input class="input" id="${name}" type="date" name="${name}" value="${day}" form="find-events" />
  </div>`
