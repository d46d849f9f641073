import fc from 'fast-check'
import qs from 'qs'
import { expect, test } from 'vitest'
import { encodeForm, type FormFields } from './form-encoding.ts'

const encoded = (fields: FormFields) => [...encodeForm(fields)].map(([name, value]) => `${name}=${value}`)

test('encodes nested objects and lists with bracketed keys [CALL-02]', () => {
  expect(encoded({ transfers: [{ name: 'Ada', seats: ['A', 'B'] }, { name: 'Bo' }] })).toEqual([
    'transfers[0][name]=Ada',
    'transfers[0][seats][0]=A',
    'transfers[0][seats][1]=B',
    'transfers[1][name]=Bo',
  ])
})

test('encodes booleans as words and null as empty, and omits undefined and empty lists [CALL-02, OPEN-93]', () => {
  expect(encoded({ yes: true, no: false, none: null, left: undefined, list: [], map: {}, qty: 0 })).toEqual([
    'yes=true',
    'no=false',
    'none=',
    'qty=0',
  ])
})

test('escapes names and values [CALL-02]', () => {
  const fields = { 'a&b': 'ü = 50% & more\n', answers: { '12_3_1': 'ticked [x]' } }
  expect(qs.parse(encodeForm(fields).toString())).toEqual(fields)
})

test('is decoded to the same data by a server with a bracket parser [CALL-02]', () => {
  const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)
  const body = fc.dictionary(key, fc.oneof(fc.string(), fc.dictionary(key, fc.string(), { minKeys: 1 })))
  fc.assert(
    fc.property(body, (fields) => {
      expect(qs.parse(encodeForm(fields).toString(), { plainObjects: true })).toEqual({ ...fields })
    }),
  )
})
