import { expect, it } from 'vitest'

import { subjectAbout } from './event-blocks.ts'

const winter = { title: 'Winter Arena', starts_at: new Date('2027-01-09T19:30:00Z') }
const spring = { title: 'Spring Arena', starts_at: new Date('2027-04-09T19:30:00Z') }

it('says in the subject which event a mail is about, and when it is', () => {
  expect(subjectAbout([winter], 'your tickets')).toBe('Winter Arena, Sat 9 Jan: your tickets')
  expect(subjectAbout([spring, winter], 'your order is complete')).toBe(
    'Spring Arena, Fri 9 Apr and 1 more: your order is complete',
  )
  expect(subjectAbout([], 'your gift vouchers')).toBe('Your gift vouchers')
})
