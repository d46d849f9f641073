import type * as z from 'zod/mini'
import { choice, form } from '#src/http/request-fields.ts'
import { checkoutStates } from './schemas/checkout.ts'

/** The step that the buyer has come to [CALL-32]. */
export const stepRequest = form({ state: choice(checkoutStates) })
export type StepRequest = z.input<typeof stepRequest>
