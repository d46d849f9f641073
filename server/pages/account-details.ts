import type { Context } from 'hono'
import { html } from 'hono/html'

import { fullNameOf, type NewDetails, type User } from '#server/accounts/users.ts'
import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readPhone } from '#server/http/input.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'
import { isPhone } from '#src/checkout/rules/people.ts'

import { field } from './field.ts'
import { tokenField, type Content } from './layout.ts'
import { nameField, readFullName, type TypedName } from './name-field.ts'

/** Name and phone as typed, each with why it is refused; '' if it is not. */
export interface TypedDetails {
  name: TypedName
  phone: string
  phoneProblem: string
}

/** Returns a user's name and phone, to be changed. */
export function detailsOf(user: User): TypedDetails {
  return { name: { name: fullNameOf(user), problem: '' }, phone: user.phone, phoneProblem: '' }
}

/** Reads the form of `detailsForm`. */
export function readDetails(form: Form): TypedDetails {
  const name = readFullName(form)
  try {
    const phone = readPhone(form, 'phone')
    return { name, phone, phoneProblem: phone && !isPhone(phone) ? invalidPhone : '' }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { name, phone: '', phoneProblem: error.message }
  }
}

/** Returns what to save, or null if something was refused. */
export function validDetails({ name, phone, phoneProblem }: TypedDetails): NewDetails | null {
  return name.problem || phoneProblem ? null : { name: name.name, phone }
}

/** Converts refused details to what `goOn` takes along, and back. */
export function carryDetails({ name: { name, problem }, phone, phoneProblem }: TypedDetails) {
  return { name, problem, phone, phoneProblem }
}

export function carriedDetails(carried: Record<string, string>): TypedDetails {
  const { name = '', problem = '', phone = '', phoneProblem = '' } = carried
  return { name: { name, problem }, phone, phoneProblem }
}

const invalidPhone = 'Type a valid phone number'

/** Renders the form in which a user changes name and phone. */
export function detailsForm(c: Context<PaymentEnv>, { name, phone, phoneProblem }: TypedDetails): Content {
  return html`<form class="stack" method="post" action="/account/details/" novalidate>
    ${tokenField(c)}
    ${nameField('Full name', name, 'Your orders show this name too, unless you gave another one when you bought them.')}
    ${field({
      id: 'phone',
      label: html`Contact number <span class="optional">(optional)</span>`,
      value: phone,
      problem: phoneProblem,
      hasFocus: phoneProblem !== '' && !name.problem,
      attributes: html`type="tel" name="phone" autocomplete="tel" maxlength="40"`,
    })}
    <button class="button" data-look="secondary">Save</button>
  </form>`
}
