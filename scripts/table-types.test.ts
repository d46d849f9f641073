import { expect, it } from 'vitest'

import { tableTypes, type Check, type Column } from './table-types.ts'

function column(changes: Partial<Column>): Column {
  return {
    table: 'things',
    tableMeaning: null,
    name: 'name',
    type: 'text',
    isNullable: false,
    hasDefault: false,
    isNumbered: false,
    meaning: null,
    ...changes,
  }
}

function typeOf(changes: Partial<Column>, checks: Check[] = []): string | undefined {
  const source = tableTypes([column(changes)], checks)
  return new RegExp(`^${changes.name ?? 'name'}: (.*)$`, 'm').exec(source)?.[1]
}

it.each<[Partial<Column>, string]>([
  [{}, 'string'],
  [{ type: 'int8' }, 'number'],
  [{ type: '_int4' }, 'number[]'],
  [{ hasDefault: true }, 'Generated<string>'],
  [{ isNullable: true }, 'string | null'],
  [{ isNumbered: true, type: 'int4' }, 'GeneratedAlways<number>'],
  [{ type: 'timestamptz' }, 'Moment'],
  [{ type: 'timestamptz', hasDefault: true }, 'DefaultMoment'],
  [{ type: 'timestamptz', isNullable: true }, 'MaybeMoment'],
  [{ type: 'jsonb' }, 'JSONColumnType<object>'],
  [{ type: 'jsonb', isNullable: true }, 'MaybeJson<object>'],
  [{ table: 'sales', name: 'delivery_address', type: 'jsonb', isNullable: true }, 'MaybeJson<PostalAddress>'],
  [{ table: 'sales', name: 'state', hasDefault: true }, 'Generated<CheckoutState>'],
])('types a column %o as %s', (changes, type) => {
  expect(typeOf(changes)).toBe(type)
})

it('types a column as the values that a check allows, and by their name if they have one', () => {
  const definition = "CHECK ((currency = ANY (ARRAY['GBP'::text, 'EUR'::text])))"
  const check = (table: string) => ({ table, definition })
  expect(typeOf({ name: 'currency' }, [check('things')])).toBe("'GBP' | 'EUR'")
  expect(typeOf({ name: 'currency' }, [check('events'), check('things')])).toBe('Currency')
  expect(typeOf({ name: 'currency' }, [check('others')])).toBe('string')
})

it('takes no other check for a list of values', () => {
  const definition = "CHECK (((name = 'percent'::text) OR (currency IS NOT NULL)))"
  expect(typeOf({}, [{ table: 'things', definition }])).toBe('string')
})

it('repeats the comments of tables and columns', () => {
  const source = tableTypes([column({ tableMeaning: 'What there is.', meaning: 'As printed.' })], [])
  expect(source).toContain(
    '/** What there is. */\ninterface ThingsTable {\n/** As printed. */\nname: string\n}',
  )
})

it('names the column whose type it does not know', () => {
  expect(() => typeOf({ type: 'money' })).toThrow('things.name has the type money')
})
