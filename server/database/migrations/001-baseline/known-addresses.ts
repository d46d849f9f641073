import { sql, type Kysely } from 'kysely'

import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** `numbers`: first and last house number, and the step between them (2 for one side of a street). */
type Street = [
  street: string,
  town: string,
  postcode: string,
  numbers: [first: number, last: number, step: number],
]

const streets: Street[] = [
  ['Sandgate', 'Whitby', 'YO22 4DB', [2, 30, 2]],
  ['Church Street', 'Whitby', 'YO22 4DE', [1, 27, 2]],
  ['Skinner Street', 'Whitby', 'YO21 3AH', [3, 33, 2]],
  ['Micklegate', 'York', 'YO1 6JX', [10, 44, 2]],
  ['Tib Street', 'Manchester', 'M4 1PQ', [4, 28, 2]],
  ['Deansgate', 'Manchester', 'M3 2BY', [81, 103, 2]],
  ['Chapel Walks', 'Manchester', 'M2 1HL', [1, 19, 1]],
  ['Call Lane', 'Leeds', 'LS1 7BT', [5, 41, 2]],
  ['Hope Street', 'Liverpool', 'L1 9BX', [20, 48, 2]],
  ['Grey Street', 'Newcastle upon Tyne', 'NE1 6EE', [38, 68, 2]],
  ['Corn Street', 'Bristol', 'BS1 1HT', [12, 40, 2]],
  ['Milsom Street', 'Bath', 'BA1 1BZ', [7, 31, 2]],
  ['High Street', 'Oxford', 'OX1 4AP', [90, 116, 2]],
  ['Trinity Street', 'Cambridge', 'CB2 1TB', [15, 37, 2]],
  ['St Mary Street', 'Cardiff', 'CF10 1AT', [18, 52, 2]],
  ['Victoria Street', 'Edinburgh', 'EH1 2HE', [80, 106, 2]],
  ['Buchanan Street', 'Glasgow', 'G1 2JR', [21, 63, 2]],
  ['Ann Street', 'Belfast', 'BT1 4EF', [6, 34, 2]],
  ['Lamb’s Conduit Street', 'London', 'WC1N 3LZ', [29, 67, 2]],
  ['Camden Passage', 'London', 'N1 8EF', [10, 38, 2]],
  ['Downing Street', 'London', 'SW1A 2AA', [9, 12, 1]],
]

const flats: Street[] = [
  ['Ropewalk House, Endeavour Wharf', 'Whitby', 'YO21 1DN', [1, 12, 1]],
  ['Cotton Mill, 41 Tariff Street', 'Manchester', 'M1 2FF', [1, 18, 1]],
]

const addTable = inOrder([
  `create table known_addresses (
    id integer primary key generated always as identity,
    line_1 text not null,
    line_2 text not null default '',
    town text not null,
    postcode text not null,
    unique (line_1, line_2, postcode)
  )`,
  `create index on known_addresses (replace(postcode, ' ', ''))`,
  ...described('known_addresses', 'Addresses known to the built-in address finder.'),
])

/** Addresses for the built-in address finder. */
export async function addKnownAddresses(db: Kysely<unknown>): Promise<void> {
  await addTable(db)
  for (const [street, town, postcode, [first, last, step]] of streets)
    await sql`insert into known_addresses (line_1, town, postcode)
      select number || ' ' || ${street}::text, ${town}::text, ${postcode}::text
      from generate_series(${first}::int, ${last}::int, ${step}::int) number`.execute(db)
  for (const [house, town, postcode, [first, last, step]] of flats)
    await sql`insert into known_addresses (line_1, line_2, town, postcode)
      select 'Flat ' || number, ${house}::text, ${town}::text, ${postcode}::text
      from generate_series(${first}::int, ${last}::int, ${step}::int) number`.execute(db)
}
