import type { Selectable } from 'kysely'

import { lockPaidSale } from '#server/basket/own-sale.ts'
import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { allowed, readFlag } from '#server/http/input.ts'
import { textProblem } from '#src/checkout/rules/plain-names.ts'
import { isAnswered, questionSteps, type QuestionField } from '#src/questions/rules/question-steps.ts'

import { askedQuestions } from './asked-questions.ts'
import { isExpress } from './guest.ts'
import { lockHeldSale } from './identify-buyer.ts'

/**
 * Saves the answers of one set [CALL-30]: before payment for a reserved sale, after payment for the visitor's own order.
 * Keys are `{ticket}_{question}_{copy}` or `basket_{question}` [OPEN-82, QUES-20, QUES-21]. Every mandatory question
 * must be answered. Saving again replaces the set. Throws `HttpError` 404, 409 or 422.
 */
export function saveAnswers(
  { db, session }: ShopEnv['Variables'],
  set: 'before' | 'after',
  answers: Record<string, string>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await (set === 'before' ? lockHeldSale(trx, session) : lockPaidSale(trx, session))
    const fields = fieldsOf(await readBasket(trx, sale.id), set)
    const keys = fields.map(({ key }) => key)
    if (!Object.keys(answers).every((key) => keys.includes(key)))
      throw new HttpError(422, 'Some answers are for questions that are not in this basket')
    const rows = fields.flatMap((field) => {
      const answer = checkedAnswer(field, answers)
      return answer === '' ? [] : [{ sale_id: sale.id, answer, ...placeOf(field) }]
    })
    if (fields.length > 0)
      await trx
        .deleteFrom('answers')
        .where('sale_id', '=', sale.id)
        .where(
          'question_id',
          'in',
          fields.map(({ question }) => question.id),
        )
        .execute()
    if (rows.length > 0) await trx.insertInto('answers').values(rows).execute()
  })
}

/** Returns whether a mandatory question before payment is unanswered; always false in express checkout, which asks none. */
export async function hasUnanswered(trx: Transaction, basket: Basket): Promise<boolean> {
  if (isExpress(basket)) return false
  const mandatory = fieldsOf(basket, 'before').filter(({ question }) => question.mandatory)
  if (mandatory.length === 0) return false
  const answers = await trx.selectFrom('answers').selectAll().where('sale_id', '=', basket.sale.id).execute()
  return mandatory.some((field) => !answers.some((row) => isAt(field, row)))
}

/** Reads what the buyer has answered before the payment, by the key of each question; {} for a paid order. */
export async function readSavedAnswers(db: Database, basket: Basket): Promise<Record<string, string>> {
  const fields = basket.sale.paid_at ? [] : fieldsOf(basket, 'before')
  if (fields.length === 0) return {}
  const rows = await db.selectFrom('answers').selectAll().where('sale_id', '=', basket.sale.id).execute()
  return Object.fromEntries(
    fields.flatMap((field) => {
      const row = rows.find((one) => isAt(field, one))
      return row ? [[field.key, row.answer]] : []
    }),
  )
}

/** Whether a stored answer is that of a field. */
function isAt(
  field: QuestionField,
  row: Pick<Selectable<Tables['answers']>, 'question_id' | 'ticket_type_id' | 'copy'>,
) {
  const { question_id, ticket_type_id, copy } = placeOf(field)
  return row.question_id === question_id && row.ticket_type_id === ticket_type_id && row.copy === copy
}

function fieldsOf(basket: Basket, set: 'before' | 'after'): QuestionField[] {
  const questions = askedQuestions(basket)
  const steps = questionSteps(
    {
      before_payment_questions: questions.before,
      after_payment_questions: questions.after,
      tickets: basket.tickets.map((line) => ({
        ticket_id: line.ticket_type_id,
        ticket_name: line.name,
        qty: line.qty,
      })),
    },
    set,
  )
  return steps.flatMap((step) => step.fields)
}

/** Validates an answer and returns the stored form: '' for none, `true` for a ticked box. */
function checkedAnswer({ key, question }: QuestionField, answers: Record<string, string>): string {
  const answer = question.type === 'checkbox' ? (readFlag(answers, key) ? 'true' : '') : (answers[key] ?? '')
  if (question.mandatory && !isAnswered(question, answer))
    throw new HttpError(422, 'Please enter your answer')
  if (question.type === 'dropdown' && answer && !question.prepopulated_array.includes(answer))
    throw new HttpError(422, 'Please choose one of the answers')
  return allowed(answer, textProblem)
}

function placeOf({ question, copy }: QuestionField) {
  return {
    question_id: question.id,
    ticket_type_id: copy === null ? '' : question.ticket_id,
    copy: copy ?? 0,
  }
}
