import type { Currency } from '#server/database/tables.ts'

/** How a payment stands by the provider's own word. Amounts are pence. */
export type Outcome =
  | { status: 'succeeded'; providerId: string; amount: number; currency: Currency }
  /** The buyer has to do something at `url` first ('' when the provider does not say it again). */
  | { status: 'action'; providerId: string; url: string }
  | { status: 'pending'; providerId: string | null }
  /** It will never succeed. `message` is for the buyer, '' when the provider has none. */
  | { status: 'failed'; providerId: string | null; message: string; isCancelled?: boolean }

export interface Refund {
  /** The payment to give back. */
  providerId: string
  /** The organiser's account at the provider, '' for the shop's own. */
  account: string
  /** Pence. */
  amount: number
  /** The same key asks for the same refund. */
  key: string
}

/** What every provider of payments can be asked. Throws `Unreachable` when there is no answer. */
export interface PaymentProvider {
  find: (providerId: string, account: string) => Promise<Outcome>
  /** Stops a payment that has not succeeded, where the provider can; tells how it stands then. */
  cancel: (providerId: string, account: string) => Promise<Outcome>
  refund: (refund: Refund) => Promise<void>
}

export interface CardCharge {
  /** The attempt's id: the same key is the same charge. */
  key: string
  amount: number
  currency: Currency
  paymentMethodId: string
  account: string
  reference: string
  /** Where the buyer comes back to after proving who they are. */
  returnUrl: string
}

export interface CardProvider extends PaymentProvider {
  publishableKey: string
  /** The address of the script for the page when it is not the provider's own, else ''. */
  script: string
  charge: (charge: CardCharge) => Promise<Outcome>
  /** Reads what the provider sent by itself; null when its signature is not the provider's. */
  readEvent: (body: string, signature: string) => ProviderEvent | null
}

/** A provider's word that something happened to a payment; how it stands is asked anew. */
export interface ProviderEvent {
  id: string
  type: string
  /** The payment it is about, null for anything else. */
  providerId: string | null
}

export interface BankTransfer {
  key: string
  amount: number
  currency: Currency
  reference: string
  name: string
  email: string
  returnUrl: string
}

export interface BankProvider extends PaymentProvider {
  /** Opens a transfer; its address is the bank's page. */
  create: (transfer: BankTransfer) => Promise<{ providerId: string; url: string }>
}

/** The provider gave no answer, so nobody knows how the payment stands; ask again. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}
