import { request } from '#src/http/client.ts'
import { questionsSavedSchema, type Answers } from '#src/checkout/schemas/question.ts'

/** Saves the answers before or after payment; returns whether they were saved [CALL-30]. */
export async function saveQuestionAnswers(set: {
  answers: Answers
  before_or_after: 'before' | 'after'
}): Promise<boolean> {
  const path = '/ajax/checkout/checkout/save_question_answers/'
  const reply = await request(questionsSavedSchema, 'POST', path, set)
  return reply.questions_set
}
