import { describe, expect, it } from 'vitest'

import { daysOf, isWithin, readWhen, whenInWords } from './event-days.ts'

const read = (query: Record<string, string>) => readWhen((name) => query[name])
const days = (when: string, now: string) => daysOf(read({ when }), new Date(now))

describe('a span of dates', () => {
  // Wednesday, Saturday and Sunday; midsummer days begin an hour earlier than in UTC.
  it.each([
    ['today', '2030-06-12T11:00Z', '2030-06-12', '2030-06-12'],
    ['today', '2030-06-12T23:30Z', '2030-06-13', '2030-06-13'],
    ['today', '2030-12-11T23:30Z', '2030-12-11', '2030-12-11'],
    ['weekend', '2030-06-12T11:00Z', '2030-06-15', '2030-06-16'],
    ['weekend', '2030-06-15T11:00Z', '2030-06-15', '2030-06-16'],
    ['weekend', '2030-06-16T11:00Z', '2030-06-16', '2030-06-16'],
    ['weekend', '2030-06-16T23:30Z', '2030-06-22', '2030-06-23'],
    ['week', '2030-06-28T11:00Z', '2030-06-28', '2030-07-04'],
    ['week', '2030-10-26T11:00Z', '2030-10-26', '2030-11-01'],
    ['month', '2030-06-12T11:00Z', '2030-06-12', '2030-06-30'],
    ['month', '2030-12-31T23:30Z', '2030-12-31', '2030-12-31'],
    ['month', '2032-02-03T11:00Z', '2032-02-03', '2032-02-29'],
  ])('%s at %s is from %s to %s', (when, now, from, to) => {
    expect(days(when, now)).toEqual({ from, to })
  })
})

it('is the UK day on which something begins', () => {
  const day = { from: '2030-06-13', to: '2030-06-13' }
  const begins = (time: string) => isWithin(new Date(time), day)
  expect(
    ['2030-06-12T22:59Z', '2030-06-12T23:00Z', '2030-06-13T22:59Z', '2030-06-13T23:00Z'].map(begins),
  ).toEqual([false, true, true, false])
})

it('is open at an end that is not given', () => {
  const time = new Date('2030-06-13T12:00Z')
  expect(isWithin(time, { from: '', to: '' })).toBe(true)
  expect(isWithin(time, { from: '2030-06-13', to: '' })).toBe(true)
  expect(isWithin(time, { from: '2030-06-14', to: '' })).toBe(false)
  expect(isWithin(time, { from: '', to: '2030-06-12' })).toBe(false)
})

it.each([
  [{ when: 'weekend' }, 'this weekend'],
  [{ when: 'week', from: '', to: '' }, 'in the next 7 days'],
  [{ from: '2030-06-12', to: '2030-06-15' }, 'from Wed 12 Jun 2030 to Sat 15 Jun 2030'],
  [{ from: '2030-06-15', to: '2030-06-12' }, 'from Wed 12 Jun 2030 to Sat 15 Jun 2030'],
  [{ from: '2030-06-12', to: '2030-06-12' }, 'on Wed 12 Jun 2030'],
  [{ from: '2030-06-12', to: 'soon', when: 'today' }, 'from Wed 12 Jun 2030'],
  [{ to: ' 2030-06-12 ' }, 'until Wed 12 Jun 2030'],
])('reads %j as "%s"', (query, words) => expect(whenInWords(read(query))).toBe(words))

it.each([
  {},
  { when: 'yesterday' },
  { when: 'toString' },
  { from: '2030-02-30' },
  { from: '12/06/2030', to: '2030-13-01' },
  { from: '2030-6-1', to: '+012030-06-01' },
])('leaves out what is no date: %j', (query: Record<string, string>) =>
  expect(whenInWords(read(query))).toBe(''),
)
