import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { QuestionSet, StepKeys } from '#machines/ticket-questions.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Answers } from '#src/api/schemas/question.ts'
import { questionSteps } from '#src/rules/question-steps.ts'

/** This call is loaded when first made. */
const calls = () => import('#src/api/question-calls.ts')

/** Laying out the ticket questions and saving their answers [CALL-30]. */
export function createQuestionActors(queryClient: QueryClient) {
  return {
    loadQuestions: fromPromise<{ steps: StepKeys[]; answers: Answers }, { set: QuestionSet }>(
      async ({ input }) => {
        const checkout = await queryClient.fetchQuery(checkoutQuery)
        const steps = questionSteps(checkout, input.set).map(({ id, fields }) => ({
          id,
          keys: fields.map(({ key }) => key),
          mandatoryKeys: fields.filter(({ question }) => question.mandatory).map(({ key }) => key),
        }))
        return { steps, answers: {} }
      },
    ),

    saveQuestionAnswers: fromPromise<{ isSaved: boolean }, { set: QuestionSet; answers: Answers }>(
      async ({ input }) => ({
        isSaved: await (
          await calls()
        ).saveQuestionAnswers({ before_or_after: input.set, answers: input.answers }),
      }),
    ),
  }
}
