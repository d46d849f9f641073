import { html } from 'hono/html'

import { icon } from './icon.ts'
import type { Content } from './layout.ts'

/** Puts a list of quantities between two buttons, which the page's script makes work; without it, the list stands alone. */
export function stepper(label: string, list: Content): Content {
  return html`<span class="stepper row-choice">
    <button type="button" class="step" data-step="-1" aria-label="Fewer, ${label}" hidden>
      ${icon('minus')}
    </button>
    <span class="select">${list}</span>
    <button type="button" class="step" data-step="1" aria-label="More, ${label}" hidden>
      ${icon('plus')}
    </button>
  </span>`
}
