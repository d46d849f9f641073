import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { reportingInvalidFields } from '#src/http/invalid-fields.ts'
import { onPageEvents, type PageEvent } from '#src/lib/page-events.ts'
import { checkoutFacts } from '#src/checkout/rules/facts.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { checkoutReplySchema, checkoutSchema, type Checkout } from './checkout.ts'
import { clean, distorted, maps, meant, places, unlike, type Place } from './testing.ts'

const fields = fieldsOf(checkoutSchema)
const kindOf = new Map(fields.map(({ name, isShown }) => [name, isShown ? 'shown' : 'strict']))

/** Returns values that the schema of a value rejects. */
function junkFor(value: unknown) {
  if (typeof value === 'number') return ['abc', true, [1], { a: 1 }]
  if (typeof value === 'boolean') return ['perhaps', [1], { a: 1 }]
  if (typeof value === 'string') return [true, ['a'], { a: 1 }]
  return Array.isArray(value) ? [3, 'ab', true] : [7, 'none', true]
}

/** Fields that accept every value: closed sets with a fallback, and presence. */
const total = [
  'state',
  'add_donation',
  'has_waivers',
  'organisers.*.charity',
  'after_sale_messages',
  'after_sale_messages.*',
  'marketing_preferences',
  'currency',
  'opoa',
  'opoa.provider',
  'opoa.overridden',
  'before_payment_questions.*.*.type',
  // A text or a number is a list of ids.
  'tickets.*.required_tickets.*.ids',
]

/** The buyer's return from the bank as a flag. */
const isBankReturn = (name: string, value: unknown) => name === 'truelayer_returned_from' && value === true

test('has a sample value for every field', () => {
  const sampled = new Set(places(meant).map(named))
  // The questions after payment have the schema of those before.
  const read = fields.map(({ name }) => name).filter((name) => !name.startsWith('after_payment_questions.'))
  expect(read.filter((name) => !sampled.has(name))).toEqual([])
})

test('accepts a checkout with an invalid shown field [OPEN-97]', () => {
  const shown = places(clean).filter((place) => isShown(named(place)))
  expect(shown.length).toBeGreaterThan(40)
  const junk = fc.oneof(fc.constantFrom(null, [], {}, 7, true, [[]], { a: { b: [1] } }), fc.anything())
  fc.assert(
    fc.property(fc.constantFrom(...shown), junk, (place, value) => {
      const reply = checkoutReplySchema.safeParse(distorted(clean, place, value))
      expect(reply.error?.issues ?? []).toEqual([])
      expect(unlike(reply.data, meant)).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['payment_methods', true, []],
  ['payment_methods', [{ last4digits: '4242' }, 7], []],
  ['payment_plan_schedule_options', { 3: { label: 'x', schedule: 7 } }, { 3: { label: 'x', schedule: [] } }],
  [
    'payment_plan_schedule_options',
    { 3: { schedule: [{ value: 'soon' }] } },
    { 3: { label: '', schedule: [] } },
  ],
  ['marketing_preferences', true, { ct_subscribed: false, event_subscribed: false, basket_organisers: [] }],
  ['marketing_preferences', [1], { ct_subscribed: false, event_subscribed: false, basket_organisers: [] }],
  ['marketing_preferences', 0, null],
  ['marketing_preferences', 'no', null],
  ['after_sale_messages', true, []],
  ['after_sale_messages', 7, []],
  ['after_sale_messages', [7, null, ''], []],
  ['truelayer_returned_from', true, '1'],
  ['truelayer_returned_from', [], null],
  ['init_guest_email', [], ''],
  ['captcha_sitekey', [], ''],
  ['sale_reference', {}, ''],
  ['sagepay_or_stripe', [], ''],
  [
    'opoa',
    { provider: 'stripe', merchant_id: [] },
    { provider: 'stripe', merchant_id: '', overridden: false },
  ],
])('accepts a checkout with %s %j [OPEN-97]', (name, value, read) => {
  expect(checkoutReplySchema.parse({ ...clean, [name]: value })).toEqual({ ...meant, [name]: read })
})

test('reads after-sale messages from plain texts or a single message [ENTI-30, OPEN-97]', () => {
  const said = [
    'Bring a coat',
    ['Bring a coat'],
    { message: 'Bring a coat' },
    { 4: { message: 'Bring a coat' } },
    [{ message: 'Bring a coat' }, true],
  ]
  for (const after_sale_messages of said)
    expect(checkoutReplySchema.parse({ ...clean, after_sale_messages }).after_sale_messages).toMatchObject([
      { message: 'Bring a coat', organiser_name: '' },
    ])
})

test.each(['marketing_preferences', 'after_sale_messages'])('accepts any value as %s [OPEN-97]', (name) => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const reply = checkoutReplySchema.safeParse({ ...clean, [name]: value })
      expect(reply.error?.issues ?? []).toEqual([])
      expect(unlike(reply.data, meant)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('rejects an invalid value in every field that a guard or an amount depends on [OPEN-97]', () => {
  const strict = places(meant)
    .filter((place) => place.length > 0)
    .map((place) => ({ place, name: named(place) }))
    .filter(({ name }) => kindOf.get(name) === 'strict' && !total.includes(name) && !isShown(name))
  expect(strict.length).toBeGreaterThan(55)
  for (const { place, name } of strict)
    for (const junk of junkFor(valueAt(meant, place)).filter((one) => !isBankReturn(name, one)))
      expect(
        checkoutReplySchema.safeParse(distorted(clean, place, junk)).success,
        `${name} ${inspect(junk)}`,
      ).toBe(false)
})

test('has no shown field that a guard or an amount depends on [OPEN-97]', () => {
  const read = new Set<string>()
  const charitable = checkoutSchema.parse({ ...clean, opoa: { provider: '' } })
  for (const checkout of [checkoutSchema.parse(clean), charitable]) {
    const watched = watch(checkout, read) as Checkout
    checkoutFacts(watched, null)
    orderSummary(watched)
  }
  expect(read.size).toBeGreaterThan(30)
  const harmless = [
    // Only shown to the buyer; the ids decide.
    'tickets.*.required_tickets.*.title',
    // Our own: without it nothing is offered, and a back-end that means something else by it still sells.
    'can_extend_hold',
    'can_add_lines',
  ]
  expect([...read].filter((name) => isShown(name) && !harmless.includes(name))).toEqual([])
})

test('reports the name of each invalid shown field once, without its value', () => {
  const reported: PageEvent[] = []
  onPageEvents((event) => reported.push(event))
  const ticket = { ...clean.tickets[0], thumbnail: ['ada@example.org'] }
  const reply = {
    ...clean,
    tickets: [ticket, ticket],
    contact_number: ['Sold out'],
    server_time: ['ada@example.org'],
  }
  const checkout = reportingInvalidFields('/get/', () => checkoutReplySchema.parse(reply))
  expect(checkout).toMatchObject({
    contact_number: '',
    server_time: '',
    tickets: [{ thumbnail: '' }, {}],
  })
  const fields = ['ticket.thumbnail', 'checkout.contact_number', 'checkout.server_time']
  expect(reported).toEqual([{ type: 'reply', path: '/get/', fields, isRejected: false }])
  reportingInvalidFields('/get/', () => checkoutReplySchema.parse(clean))
  expect(reported).toHaveLength(1)
})

/** Formats a path by field names, with `*` for items of lists and entries of maps. */
const named = (place: Place) =>
  place.map((key, index) => (isItem(place.slice(0, index)) ? '*' : key)).join('.')

function isItem(parent: Place) {
  const value = valueAt(meant, parent)
  return Array.isArray(value) || maps.includes(String(parent.at(-1)))
}

/** Returns whether a field, or one that it is part of, is only shown. */
function isShown(name: string): boolean {
  const parts = name.split('.')
  return parts.some((_, index) => kindOf.get(parts.slice(0, index + 1).join('.')) === 'shown')
}

const valueAt = (tree: unknown, place: Place): unknown =>
  place.reduce((branch, key) => (branch as Record<string, unknown> | undefined)?.[key], tree)

/** Returns every field of a schema by name, and whether it falls back to empty. */
function fieldsOf(schema: unknown, name = ''): { name: string; isShown: boolean }[] {
  const { def } = (schema as z.core.$ZodType)._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      if (def.catchall) return fieldsOf(def.catchall, `${name}.*`)
      return Object.entries(def.shape).flatMap(([key, field]) => {
        const path = name ? `${name}.${key}` : key
        return [{ name: path, isShown: field._zod.def.type === 'catch' }, ...fieldsOf(field, path)]
      })
    case 'pipe':
      return [...fieldsOf(def.in, name), ...fieldsOf(def.out, name)]
    case 'catch':
    case 'nullable':
      return fieldsOf(def.innerType, name)
    case 'array':
      return fieldsOf(def.element, `${name}.*`)
    default:
      return []
  }
}

/** Wraps a value to record the names of the fields that are read from it. */
function watch(value: unknown, read: Set<string>, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key) => {
      const inner: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || typeof inner === 'function' || !Object.hasOwn(target, key)) return inner
      if (Array.isArray(target)) return key === 'length' ? inner : watch(inner, read, `${name}.*`)
      const path = maps.includes(name.split('.').at(-1) ?? '') ? `${name}.*` : name ? `${name}.${key}` : key
      read.add(path)
      return watch(inner, read, path)
    },
  })
}
