import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** What the shop sells, without its stock (decision 33). */
const tables = [
  'charities',
  'organisers',
  'events',
  'event_dates',
  'refund_policies',
  'ticket_types',
  'ticket_requirements',
  'gift_voucher_products',
  'questions',
  'waivers',
  'after_sale_messages',
]

/**
 * A new version of the catalogue with each statement that changes it, so that processes know when what they keep in memory is
 * outdated. Before the statement, so that simultaneous changes wait here and not for each other's rows.
 */
export const addCatalogueVersion = inOrder([
  `create table catalogue_version (
    id boolean primary key default true check (id),
    version uuid not null default gen_random_uuid()
  )`,
  ...described(
    'catalogue_version',
    'Changes with every statement that changes the catalogue, without its stock; one row.',
  ),
  `insert into catalogue_version default values`,
  `create function change_catalogue_version() returns trigger language plpgsql as $$
    begin
      update catalogue_version set version = gen_random_uuid();
      return null;
    end
  $$`,
  ...tables.map(
    (table) => `create trigger change_catalogue_version
      before insert or update or delete or truncate on ${table}
      for each statement execute function change_catalogue_version()`,
  ),
])
