import * as z from 'zod/mini'
import { text } from './wire.ts'

/** What the organiser tells the buyer after the sale [ENTI-30]. */
export const afterSaleMessageSchema = z.object({
  organiser_name: text,
  event_title: text,
  event_nice_date: text,
  event_nice_time: text,
  message: text,
})
export type AfterSaleMessage = z.output<typeof afterSaleMessageSchema>
