import * as z from 'zod/mini'
import { entity, fields, flag, id, isRecord, list, map, oneOf, text, texts } from '#src/http/wire.ts'
import { onTheWire } from '#src/http/wire-form.ts'

/** Question types; an unknown one is read as text [ENTI-34]. */
export const questionTypes = ['text', 'checkbox', 'dropdown'] as const

/**
 * A question about a ticket [ENTI-34]. The field of its text is not documented: `question` is the first present of
 * `question`, `question_text` and `text`.
 */
export const questionSchema = z.pipe(
  z.transform((value: unknown): unknown =>
    isRecord(value) ? { ...value, question: value.question ?? value.question_text ?? value.text } : value,
  ),
  entity('question', {
    strict: { id, type: oneOf(questionTypes, 'text'), mandatory: flag, once_per_checkout: flag },
    shown: { ticket_id: id, question: text, osq_id: id, prepopulated_array: texts },
  }),
)
onTheWire(questionSchema, () => ({
  accepted: (own) => ({ ...own, description: 'The question may be in `question_text` or `text`.' }),
}))
export type Question = z.output<typeof questionSchema>

/** Questions by ticket id [ENTI-10]. */
export const questionsSchema = map(list(questionSchema))

/** Reply of saving answers: whether they were saved [CALL-30]. */
export const questionsSavedSchema = fields({ questions_set: flag })
