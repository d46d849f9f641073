import type { ActorRefFrom } from 'xstate'
import type { ticketQuestionsMachine } from '#machines/ticket-questions.ts'

export type TicketQuestionsChart = ActorRefFrom<typeof ticketQuestionsMachine>
