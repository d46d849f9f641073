import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { Answers } from '#src/questions/requests.ts'

/**
 * A question step: the answer keys of each copy of a ticket, or of the basket, in the order of the questions, and the keys
 * of the mandatory answers.
 */
export interface StepKeys {
  id: string
  copies: string[][]
  mandatoryKeys: string[]
}

export type QuestionSet = 'before' | 'after'

/** Result of saving the answers; `message` is the server's, '' for none. */
export type AnswersOutcome = { outcome: 'saved' } | { outcome: 'refused'; message: string }

/**
 * Asks the questions of each ticket, one step at a time [QUES-07..13]. Continue goes to the first incomplete step, and
 * saves when there is none.
 */
export const ticketQuestionsMachine = setup({
  types: {
    input: {} as { set: QuestionSet },
    context: {} as {
      set: QuestionSet
      steps: StepKeys[]
      answers: Answers
      /** Why the shop would refuse an answer, by its key; '' or missing for an allowed one. */
      problems: Record<string, string>
      active: number
      visited: string[]
      /** Continue was pressed on the active step, so its missing and refused answers are listed. */
      isChecked: boolean
      message: string
    },
    events: {} as
      | { type: 'answer.copy' }
      | { type: 'step.select'; index: number }
      | { type: 'answer.change'; key: string; value: string | boolean; problem: string }
      | { type: 'questions.continue' },
  },
  actors: {
    loadQuestions: {} as PromiseActorLogic<{ steps: StepKeys[]; answers: Answers }, { set: QuestionSet }>,
    saveQuestionAnswers: {} as PromiseActorLogic<AnswersOutcome, { set: QuestionSet; answers: Answers }>,
  },
  guards: {
    isActiveFirstIncomplete: ({ context }) => firstIncomplete(context) === context.active,
    hasIncomplete: ({ context }) => firstIncomplete(context) !== -1,
    isSaved: (_, params: AnswersOutcome) => params.outcome === 'saved',
  },
  actions: {
    storeQuestions: assign((_, params: { steps: StepKeys[]; answers: Answers }) => ({
      steps: params.steps,
      answers: params.answers,
      visited: params.steps.slice(0, 1).map((step) => step.id),
    })),
    storeAnswer: assign(({ context }, params: { key: string; value: string | boolean; problem: string }) => ({
      answers: { ...context.answers, [params.key]: params.value },
      problems: { ...context.problems, [params.key]: params.problem },
    })),
    storeCopiedAnswers: assign(({ context }) => copiedAnswers(context)),
    storeActive: assign(({ context }, params: { index: number }) => visit(context, params.index)),
    storeFirstIncomplete: assign(({ context }) => visit(context, firstIncomplete(context))),
    storeChecked: assign({ isChecked: true }),
    storeMessage: assign((_, params: { text: string }) => ({ message: params.text })),
    clearMessage: assign({ message: '' }),
  },
}).createMachine({
  id: 'ticketQuestions',
  description: "Asks the organisers' questions for each ticket.",
  context: ({ input }) => ({
    set: input.set,
    steps: [],
    answers: {},
    problems: {},
    active: 0,
    visited: [],
    isChecked: false,
    message: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the questions: one step per ticket and one for the basket.',
      tags: ['busy'],
      invoke: {
        id: 'loadQuestions',
        src: 'loadQuestions',
        input: ({ context }) => ({ set: context.set }),
        onDone: {
          target: 'answering',
          actions: { type: 'storeQuestions', params: ({ event }) => event.output },
        },
        onError: {
          target: 'loading_failed',
          actions: {
            type: 'storeMessage',
            params: { text: 'Unable to get the questions. Please try again' },
          },
        },
      },
    },
    loading_failed: {
      description: 'Loading the questions failed; the buyer can try again.',
      on: { 'questions.continue': { target: 'loading', actions: 'clearMessage' } },
    },
    answering: {
      description: 'The buyer answers; Continue goes to the first incomplete step.',
      on: {
        'answer.change': {
          actions: { type: 'storeAnswer', params: ({ event }) => event },
        },
        'answer.copy': { actions: 'storeCopiedAnswers' },
        'step.select': {
          actions: { type: 'storeActive', params: ({ event }) => ({ index: event.index }) },
        },
        'questions.continue': [
          { guard: 'isActiveFirstIncomplete', actions: 'storeChecked' },
          { guard: 'hasIncomplete', actions: 'storeFirstIncomplete' },
          { target: 'saving', actions: 'clearMessage' },
        ],
      },
    },
    saving: {
      description: 'Saving the answers.',
      tags: ['busy'],
      invoke: {
        id: 'saveQuestionAnswers',
        src: 'saveQuestionAnswers',
        input: ({ context }) => ({ set: context.set, answers: context.answers }),
        onDone: [
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'saved' },
          {
            target: 'answering',
            actions: {
              type: 'storeMessage',
              params: ({ event }) => ({
                text: messageOf(event.output) || 'Unable to save your answers. Please try again',
              }),
            },
          },
        ],
        onError: {
          target: 'answering',
          actions: {
            type: 'storeMessage',
            params: { text: 'Unable to save your answers. Please try again' },
          },
        },
      },
    },
    saved: { description: 'The answers are saved.', type: 'final' },
  },
})

interface Progress {
  steps: StepKeys[]
  answers: Answers
  problems: Record<string, string>
  visited: string[]
}

/** Returns the missing mandatory answers of a step. */
export function missingKeys({ steps, answers }: Progress, index: number): string[] {
  return (steps[index]?.mandatoryKeys ?? []).filter((key) => {
    const answer = answers[key]
    return typeof answer === 'string' ? answer.trim() === '' : answer !== true
  })
}

/** Returns the answers of a step that the shop would refuse. */
export function refusedKeys({ steps, problems }: Progress, index: number): string[] {
  return (steps[index]?.copies ?? []).flat().filter((key) => problems[key])
}

/** Returns whether a step has been visited and has all its mandatory answers, and none to refuse [QUES-09, QUES-10]. */
export function isStepComplete(progress: Progress, index: number): boolean {
  return (
    progress.visited.includes(progress.steps[index]?.id ?? '') &&
    missingKeys(progress, index).length === 0 &&
    refusedKeys(progress, index).length === 0
  )
}

/** Copies the answers of the first copy of a ticket to its other copies; blank ones replace nothing [QUES-26]. */
function copiedAnswers({ steps, answers, problems, active }: Progress & { active: number }) {
  const [first = [], ...others] = steps[active]?.copies ?? []
  const copied = others
    .flatMap((keys) => keys.map((key, index) => ({ key, from: first[index] ?? '' })))
    .filter(({ from }) => (answers[from] ?? '') !== '')
  return {
    answers: { ...answers, ...Object.fromEntries(copied.map(({ key, from }) => [key, answers[from] ?? ''])) },
    problems: {
      ...problems,
      ...Object.fromEntries(copied.map(({ key, from }) => [key, problems[from] ?? ''])),
    },
  }
}

function firstIncomplete(progress: Progress): number {
  return progress.steps.findIndex((_, index) => !isStepComplete(progress, index))
}

function visit(progress: Progress, index: number) {
  const id = progress.steps[index]?.id
  if (id === undefined) return {}
  return { active: index, isChecked: false, visited: [...new Set([...progress.visited, id])] }
}

const messageOf = (reply: AnswersOutcome) => ('message' in reply ? reply.message : '')
