/** A seat of an event, as the seating provider reports it. */
export interface SeatState {
  label: string
  section: string
  /** '' for a seat without a row. */
  row: string
  number: string
  /** The key of the hall's category. */
  category: string
  status: 'free' | 'held' | 'booked'
  /** The hold token of a held seat; null otherwise. */
  token: string | null
  /** The order of a booked seat; '' for none. */
  order: string
  restricted_view: boolean
}

/** A free seat, with what a buyer must know before choosing it. */
export interface FreeSeat extends Pick<
  SeatState,
  'label' | 'section' | 'row' | 'number' | 'category' | 'restricted_view'
> {
  accessible: boolean
  companion_seat: boolean
}

/** A seat to take over: one that is free (`from` null), or held by another token that the shop knows. */
export interface Takeover {
  label: string
  from: string | null
}

export interface HoldToken {
  token: string
  /** Seconds until it expires; seats that it still holds are then free. */
  seconds: number
}

/**
 * The provider of seating plans. Calls about several seats change all of them or none. Every method throws `Unreachable` if
 * the provider does not answer; then the outcome is unknown.
 */
export interface SeatingProvider {
  /** What the page's seating plan needs: the workspace's public key, and the region of the provider. */
  publicKey: string
  region: string
  /** Reads seats of an event by label; unknown ones are left out. */
  find: (event: string, labels: string[]) => Promise<Map<string, SeatState>>
  /** Lists the free seats of an event that are for sale. */
  listFree: (event: string) => Promise<FreeSeat[]>
  /** Whether a hold token exists and has not expired. */
  isTokenAlive: (token: string) => Promise<boolean>
  createToken: (minutes: number) => Promise<HoldToken>
  /** Holds seats under a token of the shop. Throws `SeatsRejected`. */
  takeOver: (event: string, seats: Takeover[], token: string) => Promise<void>
  /** Books seats for an order: those that the token holds, or free ones. Throws `SeatsRejected`. */
  book: (event: string, labels: string[], token: string | null, order: string) => Promise<void>
  /** Releases seats that a token holds, or booked ones (null). Throws `SeatsRejected`. */
  release: (event: string, labels: string[], token: string | null) => Promise<void>
}

/** The seating provider has refused a change of seats; nothing was changed. */
export class SeatsRejected extends Error {
  override name = 'SeatsRejected'
}
