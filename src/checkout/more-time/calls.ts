import type * as z from 'zod/mini'
import { extensionSchema } from '#src/checkout/schemas/extension.ts'
import { request } from '#src/http/client.ts'

/** Asks the shop for more time. Our own: never called for a checkout without `can_extend_hold`. */
export function extendHold(): Promise<z.output<typeof extensionSchema>> {
  return request(extensionSchema, 'POST', '/ajax/checkout/checkout/extend_hold/')
}
