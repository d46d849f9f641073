import { fields, flag } from '#src/http/wire.ts'

/** Reply of applying a code [CALL-07]. */
export const codeSchema = fields({ code_applied: flag })
