import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Question } from '#src/checkout/schemas/question.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** A question for one copy of a ticket, counted from 1, or for the whole basket (null). */
export type QuestionField = { key: string; question: Question; copy: number | null }

/** A question step: the questions of one ticket, or of the basket. */
export type QuestionStep = { id: string; label: string; fields: QuestionField[] }

/** The part of a checkout that this rule reads. */
export type QuestionedCheckout = Pick<Checkout, 'before_payment_questions' | 'after_payment_questions'> & {
  tickets: readonly Pick<TicketLine, 'ticket_id' | 'ticket_name' | 'qty'>[]
}

/** Id of the last step, which asks about the order as a whole. */
export const ofOrder = 'basket'

/**
 * Returns the question steps before or after payment: one for each ticket, with every question once per copy, and a last
 * one for the basket, with the questions asked once per checkout. Empty steps are left out
 * [QUES-02, QUES-03, QUES-20, QUES-21].
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
    id: ofOrder,
    label: 'Basket',
    fields: ofBasket.map((question) => ({ key: `${ofOrder}_${question.id}`, question, copy: null })),
  }
  return [...steps, basketStep].filter(({ fields }) => fields.length > 0)
}

/** Returns the copies of a ticket that questions are asked for, or null alone for the basket. */
export function copiesOf(fields: readonly QuestionField[]): (number | null)[] {
  return [...new Set(fields.map(({ copy }) => copy))]
}

/** Returns whether a question is answered: a ticked checkbox or a non-blank text. */
export function isAnswered({ type }: Pick<Question, 'type'>, answer: string | boolean | undefined): boolean {
  if (type === 'checkbox') return answer === true || answer === 'true' || answer === '1'
  return typeof answer === 'string' && answer.trim() !== ''
}

function copies(lines: readonly Pick<TicketLine, 'qty'>[]) {
  const count = lines.reduce((total, { qty }) => total + qty, 0)
  return Array.from({ length: count }, (_, index) => index + 1)
}
