import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { chosen, fieldErrors, formValues, ticked } from './form-values.ts'

const schema = z.object({
  email: z.string().check(z.email('Please type a valid email address')),
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter a name')),
  newsletter: ticked,
  organisers: chosen,
})

function form(...entries: [string, string][]) {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

it('reads texts, checkboxes and lists from a form', () => {
  const data = form(
    ['email', 'a@example.com'],
    ['name', ' Ada '],
    ['newsletter', 'on'],
    ['organisers[]', '1'],
    ['organisers[]', '2'],
  )
  expect(z.parse(schema, formValues(data))).toEqual({
    email: 'a@example.com',
    name: 'Ada',
    newsletter: true,
    organisers: ['1', '2'],
  })
})

it('reads unticked checkboxes as false or as an empty list', () => {
  const data = form(['email', 'a@example.com'], ['name', 'Ada'])
  expect(z.parse(schema, formValues(data))).toMatchObject({ newsletter: false, organisers: [] })
})

it('returns one message per field, in the order of the schema', () => {
  const result = z.safeParse(schema, formValues(form(['name', '  '], ['email', 'nobody'])))
  expect(result.error && Object.entries(fieldErrors(result.error))).toEqual([
    ['email', 'Please type a valid email address'],
    ['name', 'Please enter a name'],
  ])
})

it('keeps the first of several messages of a field', () => {
  const strict = z.object({
    code: z.string().check(z.minLength(1, 'Type the code'), z.regex(/^\d{6}$/, 'Type 6 digits')),
  })
  const result = z.safeParse(strict, { code: '' })
  expect(result.error && fieldErrors(result.error)).toEqual({ code: 'Type the code' })
})

it('names the field if the rule belongs to a list or an object', () => {
  const pair = z.object({ list: z.array(z.string().check(z.minLength(2, 'Too short'))) })
  const result = z.safeParse(pair, { list: ['ab', 'c'] })
  expect(result.error && fieldErrors(result.error)).toEqual({ list: 'Too short' })
})
