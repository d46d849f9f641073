import { html } from 'hono/html'

import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readText } from '#server/http/input.ts'
import { isFullName } from '#src/checkout/rules/people.ts'
import { nameProblem, noControl } from '#src/checkout/rules/plain-names.ts'

import { field } from './field.ts'
import type { Content } from './layout.ts'

const longest = 120

/** A typed name, and why it is refused as a message for the field; '' if it is not. */
export interface TypedName {
  name: string
  problem: string
}

export const noName: TypedName = { name: '', problem: '' }

/** Reads a person's full name. A name that cannot be shown again is empty. */
export function readFullName(form: Form): TypedName {
  try {
    const name = readText(form, 'name', longest).replaceAll(/\s+/g, ' ')
    const missing = isFullName(name) ? '' : 'Please type both your first and last name(s)'
    return { name, problem: nameProblem(name) || missing }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { name: '', problem: noControl }
  }
}

/** Renders the field for a person's name, with its problem, which takes the focus. */
export function nameField(label: string, { name, problem }: TypedName, hint = ''): Content {
  return field({
    id: 'name',
    label,
    value: name,
    problem,
    hint,
    attributes: html`name="name" autocomplete="name" maxlength="${longest}"`,
  })
}
