import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callEntries, calls } from './calls.ts'
import { readExamples } from './examples.ts'
import { forms, jsonSchemas, type Form } from './json-schemas.ts'
import { recordCalls, type Recorded } from './record.ts'
import { isInChart } from './states.ts'

const documents = {
  documented: JSON.parse(readFileSync('docs/openapi.json', 'utf8')),
  accepted: JSON.parse(readFileSync('docs/openapi.accepted.json', 'utf8')),
}

/** Returns what is wrong with a reply of a call, in one form. */
function checker(form: Form) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'all', components: documents[form].components })
  return (name: string, reply: unknown) => {
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}Reply`
    const isValid = ajv.getSchema(`all#/components/schemas/${title}`)
    if (!isValid) throw new Error(`no schema ${title}`)
    if (isValid(reply)) return []
    return (isValid.errors ?? []).map(
      ({ instancePath, message }) => `${name}${instancePath.replaceAll(/\/\d+/g, '/*')} ${message}`,
    )
  }
}

test.each(forms)('is valid by an independent validator: what is %s', async (form) => {
  const result = await new Validator().validate(structuredClone(documents[form]))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('has an example of every call, which is what it documents', () => {
  const examples = readExamples()
  expect(callEntries.map(([name]) => name).filter((name) => !examples[name])).toEqual([])
  const wrong = (form: Form) =>
    Object.entries(examples).flatMap(([name, { reply }]) => checker(form)(name, reply))
  expect(wrong('documented')).toEqual([])
  expect(wrong('accepted')).toEqual([])
})

test('tells nothing personal or secret in its examples', () => {
  const text = readFileSync('contract/examples.json', 'utf8')
  expect(new Set(text.match(/[\w.+-]+@[\w.-]+/g))).toEqual(new Set(['ada@example.com']))
  expect(text).not.toMatch(/session|cookie/i)
})

test('names only actors that are in a chart', () => {
  const unknown = callEntries.flatMap(([, { actors }]) => actors.filter((actor) => !isInChart(actor)))
  expect(unknown).toEqual([])
})

describe('our own shop', () => {
  let shop: TestShop
  let recorded: Recorded[]
  beforeAll(async () => {
    shop = await createTestShop()
    recorded = await recordCalls(shop)
  })
  afterAll(() => shop.close())

  test('sends to buyers of every kind what is documented [OPEN-97]', () => {
    expect(recorded.length).toBeGreaterThan(200)
    const check = checker('documented')
    const wrong = recorded
      .filter(({ status }) => status === 200)
      .flatMap(({ name, reply }) => check(name, reply))
    expect([...new Set(wrong)]).toEqual([])
  })

  test('answers every call', () => {
    const answered = new Set(recorded.filter(({ status }) => status === 200).map(({ name }) => name))
    expect(Object.keys(calls).filter((name) => !answered.has(name))).toEqual([])
  })
})

test('describes every schema of the replies', () => {
  for (const form of forms)
    expect(() =>
      jsonSchemas(form, Object.fromEntries(callEntries.map(([n, c]) => [n, c.reply]))),
    ).not.toThrow()
})
