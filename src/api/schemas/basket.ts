import { fields, flag } from './wire.ts'

/** Reply of trying a code [CALL-07]. */
export const codeSchema = fields({ code_applied: flag })
