import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors that load the ticket questions and save their answers [CALL-30]. */
export function createQuestionActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./question-tasks.ts'))
  return {
    loadQuestions: actor((tasks) => tasks.loadQuestions),
    saveQuestionAnswers: actor((tasks) => tasks.saveQuestionAnswers),
  }
}
