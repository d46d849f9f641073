import { fields, flag } from '#src/http/wire.ts'

/** Reply of both delivery calls [CALL-28, CALL-29]. */
export const deliverySchema = fields({ delivery_completed: flag })
