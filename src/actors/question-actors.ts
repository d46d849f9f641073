import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { AnswersOutcome, QuestionSet, StepKeys } from '#machines/ticket-questions.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { HttpFailure, isMissingCall, refusalMessage } from '#src/api/errors.ts'
import type { Answers } from '#src/api/schemas/question.ts'
import { questionSteps } from '#src/rules/question-steps.ts'

/** This call is loaded when first made. */
const calls = () => import('#src/api/question-calls.ts')

/** Laying out the ticket questions and saving their answers [CALL-30]. */
export function createQuestionActors(queryClient: QueryClient) {
  return {
    loadQuestions: fromPromise<{ steps: StepKeys[]; answers: Answers }, { set: QuestionSet }>(
      async ({ input }) => {
        const checkout = await queryClient.ensureQueryData(checkoutQuery)
        const steps = questionSteps(checkout, input.set).map(({ id, fields }) => ({
          id,
          keys: fields.map(({ key }) => key),
          mandatoryKeys: fields.filter(({ question }) => question.mandatory).map(({ key }) => key),
        }))
        return { steps, answers: {} }
      },
    ),

    saveQuestionAnswers: fromPromise<AnswersOutcome, { set: QuestionSet; answers: Answers }>(
      async ({ input }) => {
        const { saveQuestionAnswers } = await calls()
        try {
          const isSaved = await saveQuestionAnswers({ before_or_after: input.set, answers: input.answers })
          return isSaved ? { outcome: 'saved' } : { outcome: 'refused', message: '' }
        } catch (error) {
          if (!(error instanceof HttpFailure)) throw error
          return { outcome: 'refused', message: refusalMessage(error) || plainBody(error) }
        }
      },
    ),
  }
}

/** The reply of a refusal, unless it is data, a page, or that of a call the back-end does not have [QUES-24]. */
function plainBody(error: HttpFailure) {
  return isMissingCall(error) || /^\s*[<{[]/.test(error.body) ? '' : error.body
}
