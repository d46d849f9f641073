import { inOrder } from './in-order.ts'

/**
 * Marks the places of a waiting room whose visitors are away, so that the job that admits does not pass over all of them each
 * second (decision 35).
 */
export const up = inOrder([
  `alter table waiting_room_places add column is_away boolean not null default false`,
  `create index on waiting_room_places (event_id, number)
    where status = 'waiting' and number is not null and not is_away`,
])
