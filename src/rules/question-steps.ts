import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { Question } from '#src/api/schemas/question.ts'
import type { TicketLine } from '#src/api/schemas/ticket-line.ts'

/** A question as it is asked once: of one copy of a ticket, counted from 1, or of the whole basket (null). */
export type QuestionField = { key: string; question: Question; copy: number | null }

/** What is asked on one page of the questions: those of one ticket, or those of the basket. */
export type QuestionStep = { id: string; label: string; fields: QuestionField[] }

/** A checkout, as far as this rule looks at it. */
export type QuestionedCheckout = Pick<Checkout, 'before_payment_questions' | 'after_payment_questions'> & {
  tickets: readonly Pick<TicketLine, 'ticket_id' | 'ticket_name' | 'qty'>[]
}

const BASKET = 'basket'

/**
 * The steps in which the questions before or after payment are asked: one for each ticket of the basket, with every
 * question once per copy, and last one for the basket, with each question that is asked once per checkout. A step
 * without questions is left out [QUES-02, QUES-03, QUES-20, QUES-21].
 */
export function questionSteps(checkout: QuestionedCheckout, when: 'before' | 'after'): QuestionStep[] {
  const questions = when === 'before' ? checkout.before_payment_questions : checkout.after_payment_questions
  const ticketIds = [...new Set(checkout.tickets.map(({ ticket_id }) => ticket_id))]
  const steps = ticketIds.map((ticketId) => {
    const lines = checkout.tickets.filter(({ ticket_id }) => ticket_id === ticketId)
    const perCopy = (questions[ticketId] ?? []).filter(({ once_per_checkout }) => !once_per_checkout)
    return {
      id: ticketId,
      label: lines[0]?.ticket_name ?? '',
      fields: copies(lines).flatMap((copy) =>
        perCopy.map((question) => ({ key: `${ticketId}_${question.id}_${copy}`, question, copy })),
      ),
    }
  })
  const ofBasket = ticketIds
    .flatMap((ticketId) => questions[ticketId] ?? [])
    .filter(({ once_per_checkout }) => once_per_checkout)
    .filter(({ id }, index, all) => all.findIndex((question) => question.id === id) === index)
  const basketStep = {
    id: BASKET,
    label: 'Basket',
    fields: ofBasket.map((question) => ({ key: `${BASKET}_${question.id}`, question, copy: null })),
  }
  return [...steps, basketStep].filter(({ fields }) => fields.length > 0)
}

/** Whether a question has an answer: a box that is ticked, or a text that is not blank. */
export function isAnswered({ type }: Pick<Question, 'type'>, answer: string | boolean | undefined): boolean {
  if (type === 'checkbox') return answer === true || answer === 'true' || answer === '1'
  return typeof answer === 'string' && answer.trim() !== ''
}

function copies(lines: readonly Pick<TicketLine, 'qty'>[]) {
  const count = lines.reduce((total, { qty }) => total + qty, 0)
  return Array.from({ length: count }, (_, index) => index + 1)
}
