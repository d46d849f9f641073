import type { ChartWords } from './chart-words.ts'

export const ticketQuestionsWords: ChartWords = {
  title: "The organisers' questions",
  states: {
    loading: 'Loading the questions',
    loading_failed: 'The questions could not be loaded',
    answering: 'Answering the questions',
    saving: 'Saving the answers',
    saved: 'Answers saved',
  },
  events: {
    'done loadQuestions': 'The questions are loaded',
    'done loadQuestions: read': 'The questions are loaded',
    'error loadQuestions': 'Loading the questions fails',
    'questions.continue': 'Press "Continue"',
    'answer.change': 'Answer a question',
    'answer.change: answered': 'Answer a question',
    'answer.copy': 'Copy the answers to the other tickets',
    'step.select': 'Choose another ticket',
    'step.select: second': 'Choose the second ticket',
    'done saveQuestionAnswers': 'The shop has answered about the answers',
    'done saveQuestionAnswers: saved': 'The answers are saved',
    'done saveQuestionAnswers: not saved': 'The shop refuses the answers, and says why',
    'error saveQuestionAnswers': 'Saving the answers fails',
  },
  guards: {
    isActiveFirstIncomplete: 'an answer is missing on this ticket',
    hasIncomplete: 'an answer is missing on another ticket',
    isSaved: 'the answers are saved',
  },
  otherwise: {
    'answering questions.continue': 'no answer is missing',
    'saving done saveQuestionAnswers': 'the shop refuses, and says why',
  },
  delays: {},
}
