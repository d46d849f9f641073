import type { QueryClient } from '@tanstack/react-query'
import {
  ticketQuestionsMachine,
  type AnswersOutcome,
  type QuestionSet,
  type StepKeys,
} from '#machines/ticket-questions.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { HttpFailure, isMissingCall, refusalMessage } from '#src/http/errors.ts'
import * as calls from './calls.ts'
import type { Answers } from '#src/questions/requests.ts'
import {
  copiesOf,
  isAnswered,
  questionSteps,
  type QuestionStep,
} from '#src/questions/rules/question-steps.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'

/** Returns the steps of a set of questions with their answer keys, and what was answered before, from the cached checkout. */
export async function loadQuestions(
  queryClient: QueryClient,
  { input }: Run<{ set: QuestionSet }>,
): Promise<{ steps: StepKeys[]; answers: Answers }> {
  const checkout = await queryClient.ensureQueryData(checkoutQuery)
  const asked = questionSteps(checkout, input.set)
  const steps = asked.map(({ id, fields }) => ({
    id,
    copies: copiesOf(fields).map((of) => fields.filter(({ copy }) => copy === of).map(({ key }) => key)),
    mandatoryKeys: fields.filter(({ question }) => question.mandatory).map(({ key }) => key),
  }))
  return { steps, answers: savedAnswers(checkout, asked) }
}

/** The saved answers to these questions; our own shop sends those before the payment only. */
function savedAnswers({ saved_answers: saved }: Checkout, steps: readonly QuestionStep[]): Answers {
  const known = steps
    .flatMap(({ fields }) => fields)
    .flatMap(({ key, question }) => {
      const answer = saved[key]
      if (answer === undefined) return []
      return [[key, question.type === 'checkbox' ? isAnswered(question, answer) : answer] as const]
    })
  return Object.fromEntries(known)
}

/** Saves the answers [CALL-30]. An HTTP error is the outcome `refused`, with the server's message or ''. */
export async function saveQuestionAnswers(
  _queryClient: QueryClient,
  { input }: Run<{ set: QuestionSet; answers: Answers }>,
): Promise<AnswersOutcome> {
  try {
    const isSaved = await calls.saveQuestionAnswers({ before_or_after: input.set, answers: input.answers })
    return isSaved ? { outcome: 'saved' } : { outcome: 'refused', message: '' }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    return { outcome: 'refused', message: refusalMessage(error) || plainBody(error) }
  }
}

/** Returns a plain-text reply as the error message; '' if it is JSON or HTML, or the back-end lacks the call [QUES-24]. */
function plainBody(error: HttpFailure) {
  return isMissingCall(error) || /^\s*[<{[]/.test(error.body) ? '' : error.body
}

/** Returns the ticket questions chart with its actors. */
export const ticketQuestionsChart = (queryClient: QueryClient) =>
  ticketQuestionsMachine.provide({ actors: actorsOf(queryClient, { loadQuestions, saveQuestionAnswers }) })
