import { inOrder } from './in-order.ts'

/** When the doors of an event open, for its tickets. */
export const up = inOrder([`alter table event_dates add column doors_at timestamptz`])
