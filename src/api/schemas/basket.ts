import * as z from 'zod/mini'
import { flag } from './wire.ts'

/** Reply of trying a code [CALL-07]. */
export const codeSchema = z.object({ code_applied: flag })
