import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { closeShop, openShop } from '#src/http/testing.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { meant } from '#src/checkout/schemas/testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as questionActors from './actors.ts'

function save(status: number, body: string) {
  openShop(() => new Response(body, { status }))
  const { saveQuestionAnswers } = actorsOf(new QueryClient(), questionActors)
  const input = { set: 'before' as const, answers: {} }
  return createActor(saveQuestionAnswers, { input })
}

it.each([
  [200, '{"questions_set":1}', { outcome: 'saved' }],
  [200, '{"questions_set":0}', { outcome: 'refused', message: '' }],
  [422, 'An answer is too long', { outcome: 'refused', message: 'An answer is too long' }],
  [422, '{"message":"Too long"}', { outcome: 'refused', message: 'Too long' }],
  [422, '{"error":""}', { outcome: 'refused', message: '' }],
  [422, 'Use fewer than [200] letters', { outcome: 'refused', message: 'Use fewer than [200] letters' }],
  [500, '\n<!doctype html><h1>Oops</h1>', { outcome: 'refused', message: '' }],
  [500, '<!doctype html><h1>Oops</h1>', { outcome: 'refused', message: '' }],
  [422, '', { outcome: 'refused', message: '' }],
  [404, 'Not found', { outcome: 'refused', message: '' }],
  [404, '{"message":"Not found"}', { outcome: 'refused', message: '' }],
])('reads the outcome of saving from %i %s [QUES-22, QUES-24]', async (status, body, outcome) => {
  expect(await toPromise(save(status, body).start())).toEqual(outcome)
})

it('fails without a reply', async () => {
  const saving = save(200, '')
  closeShop()
  await expect(toPromise(saving.start())).rejects.toThrow()
})

it('begins with the answers that were saved before, a ticked box as ticked, and with none of other questions', async () => {
  const queryClient = new QueryClient()
  const question = {
    ticket_id: '31',
    question: 'Meal?',
    osq_id: '',
    mandatory: false,
    prepopulated_array: [],
  }
  queryClient.setQueryData(checkoutQuery.queryKey, {
    ...meant,
    tickets: meant.tickets.map((line) => ({ ...line, ticket_id: '31', qty: 1 })),
    before_payment_questions: {
      31: [
        { ...question, id: '7', type: 'text', once_per_checkout: false },
        { ...question, id: '8', type: 'checkbox', once_per_checkout: true },
      ],
    },
    saved_answers: { '31_7_1': 'Vegan', basket_8: 'true', '31_9_1': 'gone' },
  })
  const { loadQuestions } = actorsOf(queryClient, questionActors)
  const loading = createActor(loadQuestions, { input: { set: 'before' } })
  expect((await toPromise(loading.start())).answers).toEqual({ '31_7_1': 'Vegan', basket_8: true })
})
