import { html } from 'hono/html'

import type { EventSearch } from './find-events.ts'
import type { Content } from './layout.ts'

/** Renders the form that searches the events. */
export function searchForm({ words = '', category = '' }: Partial<EventSearch> = {}): Content {
  return html`<form class="find" role="search" action="/all-events/">
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
    <button class="button" data-look="secondary">Search</button>
  </form>`
}
