import { html } from 'hono/html'

import type { Content } from './layout.ts'

/**
 * Renders the title of an event, which breaks after its first colon where the words behind it fit into a line: "Winter Arena:" and "The
 * Northern Choirs". Its text stays the same.
 */
export function eventTitle(title: string): Content {
  const behind = title.indexOf(': ') + 2
  if (behind < 2) return html`${title}`
  return html`${title.slice(0, behind)}<span class="whole">${title.slice(behind)}</span>`
}
