import { domainToASCII } from 'node:url'

import { parsePence } from '#src/lib/money.ts'
import { hasCardForPhone, noCards } from '#src/checkout/rules/card-numbers.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { nameProblem, textProblem } from '#src/checkout/rules/plain-names.ts'

import type { Form } from './form.ts'
import { HttpError } from './http-errors.ts'

const id = /^[A-Za-z0-9_-]{1,100}$/
const wholeNumber = /^(?:0|[1-9][0-9]{0,8})$/
const amount = /^(?:0|[1-9][0-9]{0,6})(?:\.[0-9]{1,2})?$/
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Invisible characters that reverse the text after them: pasted names have them, and they could forge mails and tickets. */
export const turning = /[\u202a-\u202e\u2066-\u2069]/g
const lineBreak = /[\t\n\r\u2028\u2029]/

const flags = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['', false],
])

/** Reads one line of at most `max` characters, trimmed; '' when missing. Throws `HttpError` 422. */
export function readText(form: Form, key: string, max: number): string {
  const text = readLines(form, key, max)
  // Names are quoted in mails and pages, where a line break could forge content.
  return lineBreak.test(text) ? throwInvalid(key) : text
}

/** Like `readText`, with line breaks allowed. */
export function readLines(form: Form, key: string, max: number): string {
  const value = form[key] ?? ''
  if (typeof value !== 'string') throw invalid(key)
  const text = withPlainBreaks(value)
  if (text.length > max || control.test(text)) throw invalid(key)
  return text.replaceAll(turning, '').trim()
}

/** Returns a text in which a line break is one character, as the length of a field counts it; browsers send it as two. */
export const withPlainBreaks = (text: string) => text.replaceAll('\r\n', '\n')

/** Like `readText`, but required. */
export function readRequiredText(form: Form, key: string, max: number): string {
  return readText(form, key, max) || throwInvalid(key)
}

/** Like `readText`, for a name, which mails quote: without links and card numbers. Throws `HttpError` 422 for the buyer. */
export function readName(form: Form, key: string, max: number): string {
  return allowed(readText(form, key, max), nameProblem)
}

/** Like `readName`, but required. */
export function readRequiredName(form: Form, key: string, max: number): string {
  return allowed(readName(form, key, max), (name) => (name ? '' : 'Please enter a name'))
}

/** Like `readText`, for what a buyer types freely: without card numbers [S33]. Throws `HttpError` 422 for the buyer. */
export function readTyped(form: Form, key: string, max: number): string {
  return allowed(readText(form, key, max), textProblem)
}

/** Like `readTyped`, for a phone number; its form is not checked. */
export function readPhone(form: Form, key: string): string {
  return allowed(readText(form, key, 40), (phone) => (hasCardForPhone(phone) ? noCards : ''))
}

/** Returns a text without a problem. Throws `HttpError` 422 with the problem as a message for the buyer. */
export function allowed(text: string, problemOf: (text: string) => string): string {
  const problem = problemOf(text)
  if (problem) throw new HttpError(422, problem)
  return text
}

/** Reads an id in the shop's format. Throws `HttpError` 422. */
export function readId(form: Form, key: string): string {
  const value = readText(form, key, 100)
  return id.test(value) ? value : throwInvalid(key)
}

/** Like `readId`; '' when missing or empty. */
export function readOptionalId(form: Form, key: string): string {
  return form[key] ? readId(form, key) : ''
}

/** Reads one of these values; anything else on one line is `otherwise`, if there is one. Throws `HttpError` 422. */
export function readChoice(
  form: Form,
  key: string,
  { values, otherwise }: { values: readonly string[]; otherwise?: string },
): string {
  const text = readText(form, key, 100)
  return values.includes(text) ? text : (otherwise ?? throwInvalid(key))
}

/** Reads a whole number from `min` to `max`. Throws `HttpError` 422. */
export function readInteger(form: Form, key: string, { min, max }: { min: number; max: number }): number {
  const text = readText(form, key, 20)
  const number = Number(text)
  return wholeNumber.test(text) && number >= min && number <= max ? number : throwInvalid(key)
}

/** Reads an amount ("12", "12.5" or "12.50") as pence. Throws `HttpError` 422. */
export function readMoney(form: Form, key: string): number {
  const text = readText(form, key, 20)
  return (amount.test(text) ? parsePence(text) : null) ?? throwInvalid(key)
}

/** Reads a boolean: true/false, 1/0 or on; empty or missing means false. Throws `HttpError` 422. */
export function readFlag(form: Form, key: string): boolean {
  return flags.get(readText(form, key, 10)) ?? throwInvalid(key)
}

/** Reads an email address in canonical form. Throws `HttpError` 422 with a message for the buyer. */
export function readEmail(form: Form, key: string): string {
  const value = form[key] ?? ''
  const email = typeof value === 'string' ? value.trim() : ''
  if (!isEmail(email)) throw new HttpError(422, 'Please type a valid email address')
  const [name, domain = ''] = email.normalize('NFC').toLowerCase().split('@')
  // Browsers differ in how they send "bücher.de".
  return `${name}@${domainToASCII(domain) || domain}`
}

/** Reads a nested part of the form (`address[town]=…`); {} when missing or empty. Throws `HttpError` 422. */
export function readPart(form: Form, key: string): Form {
  const value = form[key] ?? ''
  if (value === '') return {}
  return typeof value === 'string' ? throwInvalid(key) : value
}

function invalid(key: string): HttpError {
  return new HttpError(422, `The field ${key} is not valid`)
}

function throwInvalid(key: string): never {
  throw invalid(key)
}
