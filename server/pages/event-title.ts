import { html } from 'hono/html'

import { splitTitle } from '#src/lib/split-title.ts'

import type { Content } from './layout.ts'

/**
 * Renders the title of an event, which breaks after its first colon where the words behind it fit into a line: "Winter Arena:" and "The
 * Northern Choirs". Its text stays the same.
 */
export function eventTitle(title: string): Content {
  const [start, rest] = splitTitle(title)
  return html`${start}${rest && html`<span class="whole">${rest}</span>`}`
}
