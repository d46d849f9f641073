import * as z from 'zod/mini'
import { flag } from './wire.ts'

/** Reply of both delivery calls [CALL-28, CALL-29]. */
export const deliverySchema = z.object({ delivery_completed: flag })
