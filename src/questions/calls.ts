import { request } from '#src/http/client.ts'
import { questionsSavedSchema } from '#src/checkout/schemas/question.ts'
import type { AnswersRequest } from './requests.ts'

/** Saves the answers before or after payment; returns whether they were saved [CALL-30]. */
export async function saveQuestionAnswers(set: AnswersRequest): Promise<boolean> {
  const path = '/ajax/checkout/checkout/save_question_answers/'
  const reply = await request(questionsSavedSchema, 'POST', path, set)
  return reply.questions_set
}
