import type { Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'

export type User = Selectable<Tables['users']>

export function findUser(db: Database, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds the account of a lower-case email. Replies must never reveal whether an account exists. */
export function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Creates an account for a lower-case email and returns its id; null when one exists already. */
export async function createUser(db: Database, email: string, fullName: string): Promise<string | null> {
  const created = await db
    .insertInto('users')
    .values({ email, ...nameParts(fullName) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id ?? null
}

/** What a user can change about themselves. */
export interface NewDetails {
  name: string
  /** '' for none. */
  phone: string
}

/** Changes a user's name and phone. Orders that were given a name of their own keep it. */
export async function changeDetails(
  db: Database,
  userId: string,
  { name, phone }: NewDetails,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...nameParts(name), phone })
    .where('id', '=', userId)
    .execute()
}

/** Returns a user's first and last names. */
export function fullNameOf({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** The user on the wire [CALL-03, ENTI-26]. */
export function userView(user: User) {
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: fullNameOf(user),
    subscribed: user.subscribed,
    is_event_subscribed: user.is_event_subscribed,
    is_dark_mode: user.is_dark_mode,
  }
}

function nameParts(fullName: string) {
  const [first_name = '', ...rest] = fullName.trim().split(/\s+/)
  return { first_name, last_name: rest.join(' ') }
}
