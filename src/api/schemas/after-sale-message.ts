import { entity, text } from './wire.ts'

/** Message of an organiser after the sale [ENTI-30]. */
export const afterSaleMessageSchema = entity('after_sale_message', {
  strict: {},
  shown: {
    organiser_name: text,
    event_title: text,
    event_nice_date: text,
    event_nice_time: text,
    message: text,
  },
})
