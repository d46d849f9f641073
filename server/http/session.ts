/** A visitor's session. The database stores only a hash of the token, and nothing of a visitor who only looks. */
export interface Session {
  id: string
  token: string
  userId: string | null
  saleId: string | null
  /** When the shop issued the token, if the session is not in the database yet. */
  unsavedSince: Date | null
}

/** A session that was found by the hash of its token. */
export interface FoundSession {
  id: string
  user_id: string | null
  sale_id: string | null
  /** It was not used for a day, so its time is to be renewed. */
  is_ageing: boolean
}
