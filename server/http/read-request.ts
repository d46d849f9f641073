import * as z from 'zod/mini'

import { readings, type Kinds } from '#src/http/request-fields.ts'

import type { Form } from './form.ts'
import {
  readChoice,
  readEmail,
  readFlag,
  readId,
  readInteger,
  readLines,
  readMoney,
  readName,
  readOptionalId,
  readPart,
  readPhone,
  readRequiredName,
  readRequiredText,
  readText,
  readTyped,
} from './input.ts'

const readers: { [Kind in keyof Kinds]: (form: Form, key: string, limit: Kinds[Kind]) => unknown } = {
  text: readText,
  requiredText: readRequiredText,
  lines: readLines,
  name: readName,
  requiredName: readRequiredName,
  typed: readTyped,
  phone: readPhone,
  email: readEmail,
  id: readId,
  optionalId: readOptionalId,
  amount: readMoney,
  flag: readFlag,
  integer: readInteger,
  choice: readChoice,
  unread: () => undefined,
}

/**
 * Reads what the schema of a call says: the values are what zod calls its output, from forms that may be written in more ways than
 * it documents. Other fields are ignored. Throws `HttpError` 422.
 */
export function readRequest<T extends z.ZodMiniObject>(form: Form, request: T): z.output<T> {
  const fields = Object.entries(request.shape).map(([key, field]) => [key, readField(form, key, field)])
  return Object.fromEntries(fields) as z.output<T>
}

function readField(form: Form, key: string, field: z.core.$ZodType): unknown {
  const reading = readings.get(field)
  // The limit is that of the kind.
  if (reading) return readers[reading.kind](form, key, reading.limit as never)
  if (field instanceof z.ZodMiniPipe) return readField(form, key, field.def.in)
  if (field instanceof z.ZodMiniOptional) return readField(form, key, field.def.innerType)
  if (field instanceof z.ZodMiniNullable) return form[key] ? readField(form, key, field.def.innerType) : null
  const part = readPart(form, key)
  if (field instanceof z.ZodMiniObject) return readRequest(part, field)
  if (field instanceof z.ZodMiniArray)
    return Object.keys(part).map((place) => readField(part, place, field.def.element))
  if (field instanceof z.ZodMiniRecord)
    return Object.fromEntries(
      Object.keys(part).map((name) => [name, readField(part, name, field.def.valueType)]),
    )
  throw new Error(`Nothing says how to read ${key}`)
}
