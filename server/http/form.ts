import { parse } from 'qs'

import { HttpError } from './http-errors.ts'

/** A parsed form: strings, and objects for bracketed keys (`m[12]=1` is `{ m: { 12: '1' } }`, never an array). */
export type Form = { [key: string]: FormValue }
export type FormValue = string | Form

const prototypeKeys = /(?:^|[&[])(?:__proto__|constructor|prototype)(?=[\]=[&]|$)/

/** Parses a form strictly. Throws `HttpError` 400 for input that no browser sends. */
export function parseForm(text: string): Form {
  const decoded = decode(text)
  if (decoded.includes('\0')) throw malformed()
  if (prototypeKeys.test(decode(text.replaceAll('+', ' ')))) throw malformed()
  const names = [...new URLSearchParams(text).keys()]
  if (new Set(names).size < names.length) throw malformed()
  let form: unknown
  try {
    form = parse(text, {
      parseArrays: false,
      depth: 4,
      strictDepth: true,
      parameterLimit: 500,
      throwOnLimitExceeded: true,
      ignoreQueryPrefix: false,
    })
  } catch (error) {
    // What qs throws beyond `parameterLimit`; fields that are nested too deeply are malformed too.
    throw error instanceof RangeError && /parameter limit/i.test(error.message) ? tooMuch() : malformed()
  }
  // With these options qs returns only strings and plain objects.
  return form as Form
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

/** The error for a form that is too long. */
export const tooMuch = () => new HttpError(413, 'That is too much at once. Please choose fewer')
const malformed = () => new HttpError(400, 'The form is malformed')
