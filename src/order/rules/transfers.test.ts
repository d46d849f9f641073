import { describe, expect, it, test } from 'vitest'
import { changedRow, transferEntries, transferProblems, type TransferRow } from './transfers.ts'

const today = '2026-11-22'
const blank: TransferRow = {
  id: 0,
  isFirst: true,
  standing: 'unused',
  ticket_id: '7',
  name: '',
  email: '',
  qty: 0,
  is_gift: false,
  send_gift: 'Schedule',
  delivery_date: '',
  delivery_time: '',
  message: '',
}
const filled: TransferRow = { ...blank, qty: 1, name: 'Ada', email: 'ada@example.com' }
const gift: TransferRow = { ...filled, is_gift: true, delivery_date: '24/12/2026', delivery_time: '18:30' }

const problems = (row: TransferRow, change: Partial<TransferRow> = {}) =>
  transferProblems({ ...row, ...change }, today)

describe('an entry', () => {
  test('is valid with a quantity, a name and an email [XFER-19, XFER-20, XFER-21]', () => {
    expect(problems(filled)).toEqual({})
    expect(problems(blank)).toEqual({
      qty: 'Please choose how many tickets',
      name: 'Please enter a name',
      email: 'Please enter an email',
    })
  })

  test('needs more than spaces [XFER-20, XFER-21]', () => {
    expect(problems(filled, { name: '  ', email: ' ' })).toEqual({
      name: 'Please enter a name',
      email: 'Please enter an email',
    })
  })

  test('treats a malformed email as missing [XFER-21, OPEN-90]', () => {
    expect(problems(filled, { email: 'ada@' })).toEqual({ email: 'Please enter an email' })
  })

  test('needs date and time if it is a scheduled gift [XFER-22, XFER-23]', () => {
    expect(problems(gift)).toEqual({})
    expect(problems(gift, { delivery_date: '', delivery_time: '' })).toEqual({
      delivery_date: 'Please enter a date',
      delivery_time: 'Please enter a time',
    })
  })

  test('needs neither date nor time if it is no gift or is sent now [XFER-24]', () => {
    const none = { delivery_date: '', delivery_time: '' }
    expect(problems(gift, { ...none, send_gift: 'Send now' })).toEqual({})
    expect(problems(gift, { ...none, is_gift: false })).toEqual({})
  })

  test.each([
    ['yesterday', '21/11/2026', { delivery_date: 'Please enter a date that is not in the past' }],
    ['today', '22/11/2026', {}],
    ['tomorrow', '23/11/2026', {}],
  ])('may not be delivered in the past: %s [XFER-31, OPEN-90]', (_, delivery_date, expected) => {
    expect(problems(gift, { delivery_date })).toEqual(expected)
  })

  test.each(['31/11/2026', '2026-12-24', 'soon'])(
    'treats the date %s as missing [XFER-32]',
    (delivery_date) => {
      expect(problems(gift, { delivery_date })).toEqual({ delivery_date: 'Please enter a date' })
    },
  )

  test.each(['24:00', '7:5', '12:60'])('treats the time %s as missing [OPEN-90]', (delivery_time) => {
    expect(problems(gift, { delivery_time })).toEqual({ delivery_time: 'Please enter a time' })
  })
})

describe('a row', () => {
  const standing = (row: TransferRow, change: Partial<TransferRow>) => changedRow(row, change, today).standing

  it('is complete once its entry is valid', () => {
    expect(standing(filled, {})).toBe('complete')
    expect(standing(filled, { qty: 0 })).toBe('incomplete')
    expect(changedRow(filled, { name: 'Bo' }, today).name).toBe('Bo')
  })

  it('is unused while it is the first and empty', () => {
    expect(standing(filled, { qty: 0, name: '', email: '' })).toBe('unused')
    expect(standing({ ...blank, isFirst: false }, {})).toBe('incomplete')
    for (const change of [{ qty: 1 }, { name: 'A' }, { email: 'a' }, { is_gift: true }])
      expect(standing(blank, change)).toBe('incomplete')
  })

  it('gets a ticket once its recipient is named, if one is left', () => {
    const qty = (row: TransferRow, change: Partial<TransferRow>, left: number) =>
      changedRow(row, change, today, left).qty
    expect([
      qty(blank, { name: 'B' }, 2),
      qty(blank, { email: 'b' }, 1),
      qty(blank, { is_gift: true }, 2),
    ]).toEqual([1, 1, 1])
    expect(qty(blank, { name: 'B' }, 0)).toBe(0)
    expect(qty(blank, { name: ' ' }, 2)).toBe(0)
    expect(qty({ ...filled, qty: 0 }, { name: 'Bo' }, 2)).toBe(0)
    expect(qty(filled, { qty: 0 }, 2)).toBe(0)
  })
})

describe('what is sent', () => {
  const sent = (...rows: TransferRow[]) => transferEntries(rows)

  it('is each used row, trimmed, without the fields of the form [CALL-39, ENTI-36]', () => {
    const row = changedRow(gift, { name: ' Ada ', email: ' ada@example.com ', message: ' Enjoy ' }, today)
    expect(sent(blank, row)).toEqual([
      {
        ticket_id: '7',
        name: 'Ada',
        email: 'ada@example.com',
        qty: 1,
        is_gift: true,
        send_gift: 'Schedule',
        delivery_date: '24/12/2026',
        delivery_time: '18:30',
        message: 'Enjoy',
      },
    ])
  })

  it('has the date in two digits each [XFER-32]', () => {
    expect(sent(changedRow(gift, { delivery_date: '1/2/2027' }, today))).toMatchObject([
      { delivery_date: '01/02/2027' },
    ])
  })

  it('has no date or time if it is not scheduled, and no message if it is no gift [XFER-24]', () => {
    const nothing = { send_gift: 'Send now', delivery_date: '', delivery_time: '' }
    const words = { ...gift, message: 'Enjoy', standing: 'complete' as const }
    expect(sent({ ...words, send_gift: 'Send now' })).toMatchObject([{ ...nothing, message: 'Enjoy' }])
    expect(sent({ ...words, is_gift: false })).toMatchObject([{ ...nothing, message: '' }])
  })
})
