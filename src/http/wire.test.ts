import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import {
  bareText,
  count,
  fields,
  flag,
  id,
  ignored,
  list,
  map,
  money,
  oneOf,
  optionalCount,
  optionalFlag,
  optionalMoney,
  optionalObject,
  presence,
  secondsLeft,
  text,
  texts,
} from './wire.ts'

const NONE = 'does not fit'
const read = (schema: z.ZodMiniType, value: unknown) => {
  const reply = schema.safeParse(value)
  return reply.success ? reply.data : NONE
}
const absent = [undefined, null, '', '  ', false]
const nonsense = [NaN, Infinity, {}, { a: 1 }, [1], 'abc', '1e3', '0x10', '12abc', '--1']

describe('money', () => {
  test.each([
    ['12.50', 1250],
    ['12.5', 1250],
    ['1,234.50', 123450],
    ['0', 0],
    ['-3.10', -310],
    ['1.005', 101],
    [12.5, 1250],
    [0.1 + 0.2, 30],
    [40, 4000],
  ])('reads %j as pence [FMT-05]', (value, pence) => {
    expect(read(money, value)).toBe(pence)
    expect(read(optionalMoney, value)).toBe(pence)
  })

  test('reads a missing amount as 0, or as null if it is optional [FMT-05]', () => {
    for (const value of absent) {
      expect(read(money, value)).toBe(0)
      expect(read(optionalMoney, value)).toBeNull()
    }
  })

  test.each([...nonsense, true, '£12', '9'.repeat(30)])('rejects %j [FMT-05]', (value) => {
    expect(read(money, value)).toBe(NONE)
    expect(read(optionalMoney, value)).toBe(NONE)
  })
})

describe('numbers', () => {
  test('reads numbers and numeric texts, and a missing number as 0 or null', () => {
    expect([3, '3', ' 3 ', '2.5', '-1', 0].map((value) => read(count, value))).toEqual([3, 3, 3, 2.5, -1, 0])
    for (const value of absent) expect([read(count, value), read(optionalCount, value)]).toEqual([0, null])
  })

  test.each([...nonsense, true])('rejects %j', (value) => {
    expect([count, optionalCount, secondsLeft].map((schema) => read(schema, value))).toEqual([
      NONE,
      NONE,
      NONE,
    ])
  })

  test('reads negative seconds as 0, and missing seconds as null [ENTI-01]', () => {
    expect([600, '600', 0, -5, '-1', null, undefined, ''].map((value) => read(secondsLeft, value))).toEqual([
      600,
      600,
      0,
      0,
      0,
      null,
      null,
      null,
    ])
  })
})

describe('flags', () => {
  test.each([true, 1, '1', 'true', 'TRUE', 'yes', 'on', 2, '120.00'])('reads %j as true', (value) => {
    expect([read(flag, value), read(optionalFlag, value)]).toEqual([true, true])
  })

  test.each([...absent, 0, '0', 'false', 'no', 'off', [], {}, '0.00'])('reads %j as false', (value) => {
    expect(read(flag, value)).toBe(false)
  })

  test('tell a missing one from no where it matters', () => {
    for (const value of [undefined, null, '', [], {}]) expect(read(optionalFlag, value)).toBeNull()
    expect([false, '0', 'no'].map((value) => read(optionalFlag, value))).toEqual([false, false, false])
  })

  test.each(['perhaps', 'abc', NaN, [0], { a: 1 }])('rejects %j', (value) => {
    expect([read(flag, value), read(optionalFlag, value)]).toEqual([NONE, NONE])
  })

  test('reads a non-empty text, list or object as true', () => {
    const some = [true, 1, '1', 'Oxfam', [1], { id: 1 }]
    const none = [...absent, 0, '0', 'false', [], {}]
    expect(some.map((value) => read(presence, value))).toEqual(some.map(() => true))
    expect(none.map((value) => read(presence, value))).toEqual(none.map(() => false))
  })
})

describe('texts', () => {
  test('reads text unchanged, numbers as text, and nothing as empty', () => {
    expect([' Ada ', 12, 0, '012'].map((value) => read(text, value))).toEqual([' Ada ', '12', '0', '012'])
    const none = [...absent, [], {}]
    expect(none.map((value) => read(text, value))).toEqual(none.map(() => ''))
    expect([12, '12', null].map((value) => read(id, value))).toEqual(['12', '12', ''])
  })

  test.each([[true], [['a']], [{ a: 1 }], [NaN], [Infinity]])('rejects %j', (value) => {
    expect(read(text, value)).toBe(NONE)
    expect(read(bareText, value)).toBe(NONE)
  })

  test.each([[[]], [{}]])('rejects %j as a plain-text reply', (value) => {
    expect(read(bareText, value)).toBe(NONE)
  })

  test('rejects markup as a plain-text reply', () => {
    expect([' <html>', 'a < b', ''].map((value) => read(bareText, value))).toEqual([NONE, 'a < b', ''])
  })

  test('reads one text as a list of one, and omits empty texts', () => {
    expect([['a', '', null, {}, 2], 'a', { x: 'a' }, '', null].map((value) => read(texts, value))).toEqual([
      ['a', '2'],
      ['a'],
      ['a'],
      [],
      [],
    ])
    expect(read(texts, [{ a: 1 }])).toBe(NONE)
  })

  test('reads allowed words in any case, and any other as the fallback', () => {
    const schema = oneOf(['visa', 'amex'], 'other')
    expect(['visa', ' VISA', 'diners', 3, null].map((value) => read(schema, value))).toEqual([
      'visa',
      'visa',
      'other',
      'other',
      'other',
    ])
  })
})

describe('lists, maps and objects', () => {
  test('reads a list, a map as the list of its values, and nothing as []', () => {
    const values = [[1, '2'], { a: 1, 7: 2 }, [], {}, 0, '0', ...absent]
    expect(values.map((value) => read(list(count), value))).toEqual([[1, 2], [2, 1], ...Array(9).fill([])])
    expect(['ab', 3, true, [{}]].map((value) => read(list(count), value))).toEqual([NONE, NONE, NONE, NONE])
  })

  test('reads a map, a list as a map by position, and nothing as {}', () => {
    const values = [{ a: '1.10' }, ['2'], [], {}, 0, ...absent]
    expect(values.map((value) => read(map(money), value))).toEqual([
      { a: 110 },
      { 0: 200 },
      ...Array(8).fill({}),
    ])
    expect(['ab', 3, { a: 'x' }].map((value) => read(map(money), value))).toEqual([NONE, NONE, NONE])
  })

  test('does not let a reply set a prototype', () => {
    const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}')
    const record = map(presence).parse(value)
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
    expect('polluted' in record).toBe(false)
  })

  test('reads an object, and empty values as null', () => {
    const schema = optionalObject(fields({ qty: count }))
    for (const value of [...absent, 0, '0', [], {}]) expect(read(schema, value)).toBeNull()
    expect(read(schema, { qty: '2', more: 1 })).toEqual({ qty: 2 })
    expect(['none', 7, [1]].map((value) => read(schema, value))).toEqual([NONE, NONE, NONE])
  })

  test('reads an empty reply as an object without fields, and drops undocumented fields', () => {
    expect(['', null, [], {}].map((value) => read(fields({ qty: count }), value))).toEqual(
      Array(4).fill({ qty: 0 }),
    )
    expect([false, 0, 'OK', undefined, [1]].map((value) => read(fields({ qty: count }), value))).toEqual(
      Array(5).fill(NONE),
    )
    expect(read(ignored, { anything: 1 })).toBeUndefined()
    // JSON may hold a toString that is no function.
    expect(read(ignored, { toString: 1 })).toBeUndefined()
    expect(read(bareText, { toString: 1 })).toBe(NONE)
  })
})

test('reads replies without compiling code, as a strict content security policy demands', async () => {
  const compile = vi.fn(() => () => {})
  vi.stubGlobal('Function', compile)
  vi.resetModules()
  const { checkoutSchema } = await import('#src/checkout/schemas/checkout.ts')
  expect(checkoutSchema.parse({ tickets: [{ qty: '2' }] }).tickets[0]?.qty).toBe(2)
  expect(compile).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('returns a value of its type or rejects any data', () => {
  const types: [z.ZodMiniType, (value: unknown) => boolean][] = [
    [money, Number.isSafeInteger],
    [optionalMoney, (value) => value === null || Number.isSafeInteger(value)],
    [count, Number.isFinite],
    [optionalCount, (value) => value === null || Number.isFinite(value)],
    [secondsLeft, (value) => value === null || (Number.isFinite(value) && Number(value) >= 0)],
    [flag, (value) => typeof value === 'boolean'],
    [optionalFlag, (value) => value === null || typeof value === 'boolean'],
    [presence, (value) => typeof value === 'boolean'],
    [text, (value) => typeof value === 'string'],
    [texts, (value) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')],
  ]
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const [schema, isOfType] of types) {
        const reply = schema.safeParse(value)
        expect(!reply.success || isOfType(reply.data)).toBe(true)
      }
    }),
  )
})
