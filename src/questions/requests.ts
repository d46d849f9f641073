import * as z from 'zod/mini'
import { choice, form, readings } from '#src/http/request-fields.ts'

/** A text, or whether a box is ticked; our own shop reads both as text. */
const answer = z
  .pipe(z.union([z.string(), z.boolean()]), z.transform(String))
  .register(readings, { kind: 'lines', limit: 1000 })

/** The answers of one set, by the `key` of `QuestionField` [CALL-30]. */
export const answersRequest = form({
  answers: z.record(z.string(), answer),
  before_or_after: choice(['before', 'after']),
})
export type AnswersRequest = z.input<typeof answersRequest>
export type Answers = AnswersRequest['answers']
