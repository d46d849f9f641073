import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clean } from '#src/checkout/schemas/testing.ts'
import { reportingInvalidFields } from '#src/http/invalid-fields.ts'
import { onPageEvents } from '#src/lib/page-events.ts'
import { callEntries } from './calls.ts'
import { components, kinds } from './components.ts'
import { jsonSchemas, type Form } from './json-schemas.ts'

function validators(form: Form) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const replies = Object.fromEntries(callEntries.map(([name, { reply }]) => [`${name}Reply`, reply]))
  ajv.addSchema({ $id: 'all', components: { schemas: { ...jsonSchemas(form, replies) } } })
  return (name: string) => {
    const isValid = ajv.getSchema(`all#/components/schemas/${name}`)
    if (!isValid) throw new Error(`no schema ${name}`)
    return isValid
  }
}

const accepted = validators('accepted')
const documented = validators('documented')

/** Values of every kind that back-ends have sent for a field, and junk. */
const sent = fc.oneof(
  fc.constantFrom(null, true, false, '', ' ', [], {}, 0, 1, '0', '1', '-2.50', '1,234.50', '12,34', '1e3'),
  fc.constantFrom('yes', 'OFF', ' true ', 'null', 'maybe', '<html>', ['a', 'b'], { a: 'b' }, [[]], {
    message: 'x',
  }),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
    .filter((one) => Math.abs(one) > 1e-3),
  fc.string(),
  fc.jsonValue(),
)

test.each(Object.keys(kinds))('accepts as %s what the document says, and nothing else', (name) => {
  const isValid = accepted(name)
  fc.assert(
    fc.property(sent, (value) => {
      // A list or map of texts need not have any: no schema can say that.
      fc.pre(name !== 'Message' || typeof value !== 'object')
      expect([value, isValid(value)]).toEqual([value, z.safeParse(kinds[name]!, value).success])
    }),
    { numRuns: 2000 },
  )
})

/** The parts of the sample checkout that have a name in the documents. */
const samples: Record<string, unknown[]> = {
  AfterSaleMessage: clean.after_sale_messages,
  Charity: [clean.charity],
  Donation: [clean.donation],
  Event: clean.events,
  GiftVoucher: clean.gift_vouchers,
  MarketingPreferences: [clean.marketing_preferences],
  Organiser: clean.organisers,
  PaymentPlan: Object.values(clean.payment_plan_schedule_options),
  Question: clean.before_payment_questions[31],
  SavedCard: clean.payment_methods,
}

test.each(Object.entries(samples))('reads each documented %s without a loss', (name, values) => {
  const isValid = documented(name)
  const invalid: unknown[] = []
  onPageEvents((event) => event.type === 'reply' && invalid.push(event.fields))
  for (const value of values) {
    expect([isValid(value), isValid.errors]).toEqual([true, null])
    expect(reportingInvalidFields('sample', () => z.safeParse(components[name]!, value)).success).toBe(true)
  }
  expect(invalid).toEqual([])
})
