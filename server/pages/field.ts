import { html } from 'hono/html'

import { icon } from './icon.ts'
import type { Content } from './layout.ts'

/** A text field with its label, and its problem as a message for the buyer; '' without one. */
export interface Field {
  id: string
  label: string | Content
  value?: string
  problem?: string
  /** What may be typed, above the field. */
  hint?: string
  /** Whether it takes the focus; by whether it has a problem, unless another one on the page comes first. */
  hasFocus?: boolean
  attributes: Content
}

/** Renders a text field as the checkout does: the hint above it, the problem below. */
export function field({
  id,
  label,
  value = '',
  problem = '',
  hint = '',
  hasFocus = problem !== '',
  attributes,
}: Field): Content {
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint && html`<p class="quiet small" id="${id}-hint">${hint}</p>`}
    <input
      class="input"
      id="${id}"
      value="${value}"
      ${attributes}
      ${describedBy && html`aria-describedby="${describedBy}"`}
      ${problem && html`aria-invalid="true"`}
      ${hasFocus && html`autofocus`}
    />
    ${fieldProblem(id, problem)}
  </div>`
}

/** Renders the problem of the field with this id; '' if it has none. */
export function fieldProblem(id: string, problem: string): Content {
  return (
    problem &&
    html`<p class="field-problem" id="${id}-problem" role="alert">
      ${icon('error')} <span>${problem}</span>
    </p>`
  )
}

/** Renders the field for an email address. */
export function emailField({ value = '', problem = '' }: Pick<Field, 'value' | 'problem'>): Content {
  return field({
    id: 'email',
    label: 'Email address',
    value,
    problem,
    attributes: html`type="email" name="email" autocomplete="email" maxlength="254"`,
  })
}
