import { expect, test } from 'vitest'
import { stepIntros } from './intros.ts'

const checkout = {
  tickets: [
    { ticket_id: '1', event_id: '10' },
    { ticket_id: '1', event_id: '10' },
    { ticket_id: '2', event_id: '20' },
  ],
  organisers: [{ name: 'Blue Room' }, { name: 'Others' }],
}
const texts = {
  questionIntrosByEvent: { '10': 'Bring a coat.' },
  questionIntrosByOrganiser: { 'Blue Room': 'Members first.' },
}
const none = { questionIntrosByEvent: {}, questionIntrosByOrganiser: {} }

test('shows the introduction of an event once, for its tickets [QUES-05]', () => {
  expect(stepIntros(checkout, '1', { ...none, questionIntrosByEvent: texts.questionIntrosByEvent })).toEqual([
    'Bring a coat.',
  ])
  expect(stepIntros(checkout, '2', { ...none, questionIntrosByEvent: texts.questionIntrosByEvent })).toEqual(
    [],
  )
})

test('shows the introduction of an organiser in every step of its basket [QUES-06]', () => {
  expect(stepIntros(checkout, '1', texts)).toEqual(['Bring a coat.', 'Members first.'])
  expect(stepIntros(checkout, 'basket', texts)).toEqual(['Members first.'])
})

test('shows no introduction unless configured', () => {
  expect(stepIntros(checkout, '1', none)).toEqual([])
})
