import { inOrder } from './in-order.ts'

/** The address for buyers' questions to an organiser. */
export const up = inOrder([`alter table organisers add column contact_email text not null default ''`])
