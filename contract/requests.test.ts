import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { arrange } from '#sandbox/arrange.ts'
import { parseForm, type Form, type FormValue } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequest } from '#server/http/read-request.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { encodeForm, type FormFields } from '#src/http/form-encoding.ts'
import { readings, type Kinds } from '#src/http/request-fields.ts'
import { decimal } from '#src/lib/money.ts'
import { callEntries } from './calls.ts'

// As it is, but each schema by which a form is read is remembered.
vi.mock(import('#server/http/read-request.ts'), async (load) => {
  const module = await load()
  return { ...module, readRequest: vi.fn(module.readRequest) as typeof module.readRequest }
})

type Field = z.core.$ZodType
type Path = readonly string[]

const requests = callEntries.flatMap(([name, { path, request }]) =>
  request ? [{ name, path, request }] : [],
)

const words = fc.constantFrom('Ada', 'Zoë', '1 Quay')
const places = fc.constantFrom('a_1', '31', 'b-2')

/** What the page may send for a field; with at least one of everything if it is full. */
function sent(field: Field, isFull = false): fc.Arbitrary<unknown> {
  const inner = (one: Field) => sent(one, isFull)
  const reading = readings.get(field)
  switch (reading?.kind) {
    case 'amount':
      return fc.integer({ min: 0, max: 999_999_999 }).map(decimal)
    case 'choice':
      return fc.constantFrom(...reading.limit.values)
    case 'email':
      return fc.constant('ada@example.com')
    case 'id':
    case 'optionalId':
      return places
    case 'integer':
      return fc
        .integer(reading.limit)
        .map((number) => (field instanceof z.ZodMiniPipe ? `${number}` : number))
    case 'phone':
      return fc.constant('07700 900123')
  }
  const length = { minLength: isFull ? 1 : 0, maxLength: 3 }
  if (field instanceof z.ZodMiniObject)
    return fc.record(Object.fromEntries(Object.entries(field.shape).map(([key, one]) => [key, inner(one)])))
  if (field instanceof z.ZodMiniArray) return fc.array(inner(field.def.element), length)
  if (field instanceof z.ZodMiniRecord)
    return fc.dictionary(places, inner(field.def.valueType), { minKeys: length.minLength, maxKeys: 3 })
  if (field instanceof z.ZodMiniPipe) return inner(field.def.in)
  if (field instanceof z.ZodMiniOptional)
    return isFull ? inner(field.def.innerType) : fc.option(inner(field.def.innerType), { nil: undefined })
  if (field instanceof z.ZodMiniNullable)
    return isFull ? inner(field.def.innerType) : fc.option(inner(field.def.innerType))
  if (field instanceof z.ZodMiniUnion) return fc.oneof(...field.def.options.map(inner))
  if (field instanceof z.ZodMiniBoolean) return fc.boolean()
  if (field instanceof z.ZodMiniNumber) return fc.nat(3000)
  return field instanceof z.ZodMiniNull ? fc.constant(null) : words
}

const encoded = (fields: unknown) => parseForm(encodeForm(fields as FormFields).toString())

/** The paths to the values of a form. */
function pathsIn(form: Form): Path[] {
  return Object.entries(form).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key]] : pathsIn(value).map((path) => [key, ...path]),
  )
}

/** A form with another value at a path, or without it. */
function withValue(form: Form, [key = '', ...path]: Path, value?: FormValue): Form {
  const { [key]: old, ...others } = form
  if (path.length > 0) return { ...form, [key]: withValue(old as Form, path, value) }
  return value === undefined ? others : { ...others, [key]: value }
}

const valueAt = (read: unknown, path: Path) =>
  path.reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], read)

/** How the field at a path is read. */
function readingAt(field: Field, path: Path) {
  const reading = readings.get(field)
  if (reading) return reading
  if (field instanceof z.ZodMiniPipe) return readingAt(field.def.in, path)
  if (field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniNullable)
    return readingAt(field.def.innerType, path)
  const [key = '', ...rest] = path
  const inside = field instanceof z.ZodMiniObject ? field.shape[key] : undefined
  if (inside) return readingAt(inside, rest)
  if (field instanceof z.ZodMiniArray) return readingAt(field.def.element, rest)
  if (field instanceof z.ZodMiniRecord) return readingAt(field.def.valueType, rest)
  throw new Error(`no field ${key}`)
}

const isText = (value: unknown, max: number) => typeof value === 'string' && value.length <= max
const isLine = (value: unknown, max: number) => isText(value, max) && !/[\n\r\t]/.test(`${value}`)

/** What a field of each kind may be read as. */
const isOfKind: { [Kind in keyof Kinds]: (value: unknown, limit: Kinds[Kind]) => boolean } = {
  text: isLine,
  requiredText: (value, max) => isLine(value, max) && value !== '',
  lines: isText,
  name: isLine,
  requiredName: (value, max) => isLine(value, max) && value !== '',
  typed: isLine,
  phone: (value) => isLine(value, 40),
  email: (value) => isEmail(`${value}`),
  id: (value) => /^[\w-]+$/.test(`${value}`),
  optionalId: (value) => /^[\w-]*$/.test(`${value}`),
  amount: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  flag: (value) => typeof value === 'boolean',
  integer: (value, { min, max }) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  choice: (value, { values }) => values.includes(`${value}`),
  unread: (value) => value === undefined,
}

/** What a field is read as that was left out; a kind that is not here is refused. */
const leftOut: { [Kind in keyof Kinds]?: unknown } = {
  text: '',
  lines: '',
  name: '',
  typed: '',
  phone: '',
  optionalId: '',
  flag: false,
  unread: undefined,
}

const isDemanded = ({ kind, limit }: ReturnType<typeof readingAt>) =>
  !(kind in leftOut) && !(kind === 'choice' && limit.otherwise !== undefined)

/** What the shop reads, or the status of its refusal. */
function attempt(form: Form, request: z.ZodMiniObject): { read: unknown } | { status: number } {
  try {
    return { read: readRequest(form, request) }
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status }
    throw error
  }
}

const junk = fc.oneof(
  fc.constantFrom('', ' ', '0', '-1', '1.5', '1e9', 'NaN', 'on', 'yes', 'null', '12.505', 'a\nb', '\u0007'),
  fc.constantFrom('x'.repeat(20_000), '4242 4242 4242 4242', 'https://evil.example', 'ada@', "' or 1=1 --"),
  fc.string(),
  fc.constantFrom<Form>({}, { a: 'b' }, { 0: { a: 'b' } }),
)

describe.each(requests)('$name', ({ request }) => {
  test('is read as the page has sent it [CALL-02, OPEN-93]', () => {
    fc.assert(
      fc.property(sent(request), (fields) => {
        expect(readRequest(encoded(fields), request)).toEqual(z.parse(request, fields))
      }),
    )
  })

  test('is refused with junk in a field, or read as what the field can be [S35]', () => {
    fc.assert(
      fc.property(sent(request, true), fc.nat(), junk, (fields, place, value) => {
        const form = encoded(fields)
        const paths = pathsIn(form)
        const path = paths[place % paths.length]!
        const result = attempt(withValue(form, path, value), request)
        const { kind, limit } = readingAt(request, path)
        if ('status' in result) expect(result.status).toBe(422)
        else
          expect([value, isOfKind[kind](valueAt(result.read, path), limit as never)]).toEqual([value, true])
      }),
    )
  })

  test('is refused without a field that it demands, and read without any other', () => {
    const [fields] = fc.sample(sent(request, true), 1)
    const form = encoded(fields)
    for (const path of pathsIn(form)) {
      const result = attempt(withValue(form, path), request)
      const reading = readingAt(request, path)
      if (isDemanded(reading)) expect([path, result]).toEqual([path, { status: 422 }])
      else expect([path, 'read' in result]).toEqual([path, true])
    }
  })
})

describe('our own shop', () => {
  let shop: TestShop
  let visitor: Visitor
  beforeAll(async () => {
    shop = await createTestShop()
    visitor = await shop.visitor()
    // Some calls look for a paid order before they read.
    await arrange(shop, visitor, { shape: 'paid', state: 'order_completed', user: 'guest' })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.db.deleteFrom('limit_counters').execute()
    vi.mocked(readRequest).mockClear()
  })

  const isRead = ({ request }: { request: z.ZodMiniObject }) =>
    Object.values(request.shape).some((field) => readings.get(field)?.kind !== 'unread')

  test.each(requests.filter(isRead))(
    'reads $name by its schema, and refuses it without a field that is demanded',
    async ({ path, request }) => {
      const [fields] = fc.sample(sent(request, true), 1)
      const form = encoded(fields)
      await visitor.post(path, form)
      expect(vi.mocked(readRequest).mock.calls.map(([, schema]) => schema)).toContain(request)
      for (const field of pathsIn(form).filter((one) => isDemanded(readingAt(request, one))))
        expect([field, (await visitor.post(path, withValue(form, field))).status]).toEqual([field, 422])
    },
  )

  test('answers junk in any field without a failure of its own [S35]', async () => {
    const call = fc
      .constantFrom(...requests)
      .chain(({ path, request }) => fc.tuple(fc.constant(path), sent(request, true), fc.nat(), junk))
    await fc.assert(
      fc.asyncProperty(call, async ([path, fields, place, value]) => {
        await shop.db.deleteFrom('limit_counters').execute()
        const form = encoded(fields)
        const paths = pathsIn(form)
        const { status } = await visitor.post(path, withValue(form, paths[place % paths.length]!, value))
        expect([path, status < 500]).toEqual([path, true])
      }),
      { numRuns: 200 },
    )
    expect(shop.logged.filter(({ event }) => event === 'failed')).toEqual([])
  })
})
