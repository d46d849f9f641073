import { html } from 'hono/html'

import type { Content } from '#server/pages/layout.ts'

/** Sets an order reference in two groups, as the checkout does; copying it takes no gap along. */
export function groupedReference(reference: string): Content {
  return html`<span class="reference"
    ><span>${reference.slice(0, 4)}</span><span>${reference.slice(4)}</span></span
  >`
}
