import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { amount, choice, flag, form, id, integer, optional, text, unread } from '#src/http/request-fields.ts'

import { readRequest } from './read-request.ts'

const order = form({
  id,
  total: amount,
  is_gift: flag,
  sending: choice(['now', 'later'], 'now'),
  note: optional(text(10)),
  address: form({ town: text(20) }),
  card: z.nullable(form({ brand: unread(z.string()) })),
  lines: z.array(form({ qty: integer(1, 5) })),
  wanted: z.record(z.string(), flag),
})

const sent = {
  id: 'a-1',
  total: '12.50',
  is_gift: 'on',
  sending: 'later',
  note: ' Hello ',
  address: { town: 'Whitby' },
  card: { brand: { any: 'thing' } },
  lines: { 0: { qty: '2' }, 1: { qty: '3' } },
  wanted: { news: '1', offers: '' },
  price: '0.01',
}

it('reads each field as its kind, parts, lists and maps too, and no others', () => {
  expect(readRequest(sent, order)).toStrictEqual({
    id: 'a-1',
    total: 1250,
    is_gift: true,
    sending: 'later',
    note: 'Hello',
    address: { town: 'Whitby' },
    card: { brand: undefined },
    lines: [{ qty: 2 }, { qty: 3 }],
    wanted: { news: true, offers: false },
  })
})

it('reads what need not be there as empty', () => {
  expect(readRequest({ id: 'a-1', total: '1', card: '' }, order)).toStrictEqual({
    id: 'a-1',
    total: 100,
    is_gift: false,
    sending: 'now',
    note: '',
    address: { town: '' },
    card: null,
    lines: [],
    wanted: {},
  })
})

it.each([
  ['id', { id: '' }],
  ['total', { total: 'lots' }],
  ['is_gift', { is_gift: 'maybe' }],
  ['note', { note: 'eleven char' }],
  ['address', { address: 'Whitby' }],
  ['town', { address: { town: { x: 'y' } } }],
  ['card', { card: 'visa' }],
  ['lines', { lines: 'two' }],
  ['0', { lines: { 0: 'two' } }],
  ['qty', { lines: { 0: { qty: '6' } } }],
  ['offers', { wanted: { offers: 'maybe' } }],
])('names the field %s that is not valid', (name, changes) => {
  expect(() => readRequest({ ...sent, ...changes }, order)).toThrow(`The field ${name} is not valid`)
})

it('demands one of the values where nothing else will do', () => {
  const set = form({ when: choice(['before', 'after']) })
  expect(readRequest({ when: 'after' }, set)).toEqual({ when: 'after' })
  expect(() => readRequest({}, set)).toThrow('The field when is not valid')
})

it('cannot read what has no kind', () => {
  expect(() => readRequest({}, form({ any: z.string() }))).toThrow('Nothing says how to read any')
})
