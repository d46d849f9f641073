import { html } from 'hono/html'

import type { Content } from './layout.ts'

/** A radio button whose whole row can be clicked, as in the checkout. */
interface Choice {
  name: string
  value: string
  label: string | Content
  isChecked: boolean
  /** `plain` has no border. */
  look?: 'row' | 'plain'
  attributes?: Content
}

/** Renders a radio button with the look of the checkout's (`src/ui/choice.module.css`). */
export function choice({ name, value, label, isChecked, look = 'row', attributes = '' }: Choice): Content {
  return html`<div class="choice" ${attributes}>
    <label class="choice-row" data-look="${look}">
      <input
        class="choice-input"
        type="radio"
        name="${name}"
        value="${value}"
        ${isChecked ? 'checked' : ''}
      />
      <span class="choice-label">${label}</span>
    </label>
  </div>`
}
