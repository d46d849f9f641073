import { expect, test } from 'vitest'
import { isAnswered, questionSteps } from './question-steps.ts'

const question = (id: string, changes = {}) => ({
  id,
  ticket_id: '1',
  question: `Question ${id}`,
  type: 'text' as const,
  mandatory: true,
  once_per_checkout: false,
  osq_id: '',
  prepopulated_array: [],
  ...changes,
})
const line = (ticket_id: string, qty: number) => ({ ticket_id, ticket_name: `Ticket ${ticket_id}`, qty })
const once = question('9', { once_per_checkout: true })

const checkout = {
  tickets: [line('1', 2), line('2', 1), line('3', 1)],
  before_payment_questions: {
    '1': [question('5'), question('6'), once],
    '2': [question('5'), once],
    '3': [],
  },
  after_payment_questions: { '3': [question('7')] },
}
const steps = questionSteps(checkout, 'before')

test('has a step for each ticket with questions and one for the basket [QUES-02, QUES-03]', () => {
  expect(steps.map(({ id, label }) => ({ id, label }))).toEqual([
    { id: '1', label: 'Ticket 1' },
    { id: '2', label: 'Ticket 2' },
    { id: 'basket', label: 'Basket' },
  ])
  expect(questionSteps(checkout, 'after').map(({ id }) => id)).toEqual(['3'])
})

test('keys answers by ticket, question and copy [QUES-20]', () => {
  expect(steps[0]?.fields.map(({ key, copy }) => [key, copy])).toEqual([
    ['1_5_1', 1],
    ['1_6_1', 1],
    ['1_5_2', 2],
    ['1_6_2', 2],
  ])
  expect(steps[1]?.fields.map(({ key }) => key)).toEqual(['2_5_1'])
})

test('asks each question of the basket once, whichever tickets have it [QUES-21]', () => {
  const other = question('8', { once_per_checkout: true })
  const asking = {
    ...checkout,
    before_payment_questions: { '1': [once, other], '2': [other, once], '9': [other] },
  }
  const basket = questionSteps(asking, 'before').find(({ id }) => id === 'basket')
  expect(basket?.fields.map(({ key, copy }) => [key, copy])).toEqual([
    ['basket_9', null],
    ['basket_8', null],
  ])
})

test('counts the copies of one ticket over all its lines [QUES-20]', () => {
  const twice = { ...checkout, tickets: [line('2', 1), line('2', 2)] }
  const keys = questionSteps(twice, 'before').flatMap(({ fields }) => fields.map(({ key }) => key))
  expect(keys).toEqual(['2_5_1', '2_5_2', '2_5_3', 'basket_9'])
})

test('asks a question once for the basket when it is asked once per checkout [QUES-21]', () => {
  expect(steps[2]?.fields).toEqual([{ key: 'basket_9', question: once, copy: null }])
})

test('has no steps without questions or tickets [QUES-02, QUES-03]', () => {
  expect(questionSteps({ ...checkout, before_payment_questions: {} }, 'before')).toEqual([])
  expect(questionSteps({ ...checkout, tickets: [] }, 'before')).toEqual([])
})

test('counts a checkbox as answered only if it is ticked [QUES-09]', () => {
  for (const ticked of [true, 'true', '1']) expect(isAnswered({ type: 'checkbox' }, ticked)).toBe(true)
  for (const not of [false, 'false', '0', '', 'yes please', undefined])
    expect(isAnswered({ type: 'checkbox' }, not)).toBe(false)
  expect(isAnswered({ type: 'dropdown' }, 'Large')).toBe(true)
  for (const not of ['', '  ', true, undefined]) expect(isAnswered({ type: 'dropdown' }, not)).toBe(false)
})
