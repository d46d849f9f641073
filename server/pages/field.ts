import { html } from 'hono/html'

import { icon } from './icon.ts'
import type { Content } from './layout.ts'

/** What surrounds a control: its label, and its problem as a message for the buyer; '' without one. */
export interface Frame {
  id: string
  label: string | Content
  problem?: string
  /** What may be typed, above the field. */
  hint?: string
  /** Whether it takes the focus; by whether it has a problem, unless another one on the page comes first. */
  hasFocus?: boolean
}

/** A text field. */
export interface Field extends Frame {
  value?: string
  attributes: Content
}

/** Renders a text field as the checkout does: the hint above it, the problem below. */
export function field({ value = '', attributes, ...frame }: Field): Content {
  return fieldFrame(
    frame,
    (ties) => html`<input class="input" id="${frame.id}" value="${value}" ${attributes} ${ties} />`,
  )
}

/** Renders a text of several lines like `field`. */
export function textArea({ value = '', attributes, ...frame }: Field): Content {
  const id = frame.id
  return fieldFrame(
    frame,
    (ties) => html`<textarea class="input" id="${id}" rows="3" ${attributes} ${ties}>${value}</textarea>`,
  )
}

/** Renders a control with what surrounds it; `control` has the id, and gets the attributes that connect it. */
export function fieldFrame(
  { id, label, problem = '', hint = '', hasFocus = problem !== '' }: Frame,
  control: (ties: Content) => Content,
): Content {
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint && html`<p class="quiet small" id="${id}-hint">${hint}</p>`}
    ${control(
      html`${describedBy && html`aria-describedby="${describedBy}"`} ${problem && html`aria-invalid="true"`}
      ${hasFocus && html`autofocus`}`,
    )}
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
