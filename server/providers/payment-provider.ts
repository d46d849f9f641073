import type { Currency } from '#server/database/tables.ts'

/** Outcome of a payment, as reported by the provider. Amounts are pence. */
export type Outcome =
  /** `currency` may be one that the shop does not know; `reference` is the sale's, '' if the provider has none. */
  | {
      status: 'succeeded'
      providerId: string
      amount: number
      currency: string
      reference: string
      /** The account or location at which the money arrived, if it is not the one requested. */
      otherAccount?: string
    }
  /** The buyer must act at `url` first ('' if the provider does not repeat it). */
  | { status: 'action'; providerId: string; url: string }
  | { status: 'pending'; providerId: string | null }
  /**
   * The payment failed for good. `message` is for the buyer, '' if the provider has none. `needsBuyer` if the bank must ask
   * the buyer, who was absent. `reason` is the provider's word for why a card was declined, `card` its fingerprint.
   */
  | {
      status: 'failed'
      providerId: string | null
      message: string
      isCancelled?: boolean
      needsBuyer?: true
      reason?: string
      card?: string
    }

export interface RefundRequest {
  /** The payment to refund. */
  providerId: string
  /** The organiser's account at the provider, or '' for the shop's. */
  account: string
  /** Pence. */
  amount: number
  currency: string
  /** Idempotency key. */
  key: string
  /** Whether the provider may have forgotten the key since it was first sent. */
  isOld?: boolean
}

/** State of a refund, as reported by the provider. A failed one is final; `refundId` is null if it was rejected. */
export type RefundState =
  | { status: 'accepted' | 'done'; refundId: string }
  | { status: 'failed'; refundId: string | null; reason: string }

/** A refund as the provider lists it, whoever made it: the shop, or its owner in the provider's dashboard. */
export interface ListedRefund {
  refundId: string
  /** The payment that it refunds. */
  providerId: string
  /** Pence. */
  amount: number
  currency: string
  status: RefundState['status']
  /** Why it failed; '' if it has not. */
  reason: string
}

/** A webhook, as received. */
export interface SignedRequest {
  path: string
  headers: Headers
  body: string
}

/** A payment provider. Every method throws `Unreachable` if the provider does not answer. */
export interface PaymentProvider {
  find: (providerId: string, account: string) => Promise<Outcome>
  /** Cancels a payment if the provider still can; returns its outcome. */
  cancel: (providerId: string, account: string) => Promise<Outcome>
  /** Requests a refund; with a repeated key it returns the first one, or rejects it if that is forgotten. */
  refund: (request: RefundRequest) => Promise<RefundState>
  findRefund: (refundId: string, providerId: string, account: string) => Promise<RefundState>
  /** Lists all refunds of a payment. */
  refundsOf: (providerId: string, account: string) => Promise<ListedRefund[]>
  /** Lists the refunds that were made since a time; those that have failed may be missing. */
  refundsSince: (since: Date, account: string) => Promise<ListedRefund[]>
  /** Reads a webhook; null if its signature is invalid. Throws `MalformedEvent`. */
  readEvent: (request: SignedRequest) => Promise<ProviderEvent | null>
}

export interface CardCharge {
  /** Idempotency key: the attempt's id. */
  key: string
  amount: number
  currency: Currency
  /** The card, as the provider's script names it: a Stripe payment method or a Square source. */
  paymentMethodId: string
  /** Square's proof that its script has checked the buyer (3-D Secure). */
  verificationToken?: string | undefined
  account: string
  reference: string
  /** Address to which 3-D Secure sends the buyer back. */
  returnUrl: string
  /**
   * The customer at the provider, for a card that is charged again later. While they are present, their bank may ask them
   * and the card is saved; in their absence, a saved card is charged.
   */
  customer?: { id: string; isPresent: boolean } | undefined
}

/** A charge that was sent, but has no id at the provider yet. */
export type LostCharge = Pick<CardCharge, 'key' | 'account' | 'reference'> & {
  /** When it was first sent; it was not sent again a day later. */
  since: Date
}

export interface CardProvider extends PaymentProvider {
  /** Throws `Rejected` or `KeysRejected` if nothing was charged; after any other error the outcome is unknown. */
  charge: (charge: CardCharge) => Promise<Outcome>
  /** Finds the charges made with a key, whose reply was lost. May return others of the same sale. */
  findCharges: (lost: LostCharge) => Promise<Outcome[]>
  findDispute: (disputeId: string, account: string) => Promise<Dispute>
}

/** A card as the provider describes it; `fingerprint` is the same for the same number, '' if unknown. */
export interface Card {
  methodId: string
  /** The customer that it is saved for; null if it is not saved. */
  customer: string | null
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
  funding: string
  fingerprint: string
}

export interface NewCustomer {
  /** Idempotency key. */
  key: string
  account: string
  email: string
  name: string
}

/** A request to save a card without charging it, while the buyer is present. */
export interface CardSetup {
  /** Idempotency key. */
  key: string
  customer: string
  methodId: string
  account: string
  /** Address to which 3-D Secure sends the buyer back. */
  returnUrl: string
}

/** State of saving a card, as reported by the provider. */
export type SetupState =
  | { status: 'succeeded'; setupId: string; customer: string; methodId: string }
  /** The buyer must act at `url` first. */
  | { status: 'action'; setupId: string; url: string }
  | { status: 'pending'; setupId: string | null }
  /** `message` is for the buyer, '' if the provider has none. */
  | { status: 'failed'; setupId: string | null; message: string }

export interface StripeProvider extends CardProvider {
  publishableKey: string
  /** Address of the page's script if it is not the provider's own, otherwise ''. */
  script: string
  /** Creates a customer on an account and returns its id; the first one's with a repeated key. */
  createCustomer: (customer: NewCustomer) => Promise<string>
  /** Reads a card; null if the account has none with this id. */
  readCard: (methodId: string, account: string) => Promise<Card | null>
  saveCard: (setup: CardSetup) => Promise<SetupState>
  findSetup: (setupId: string, account: string) => Promise<SetupState>
  /** Removes a saved card, which cannot be charged again. One that is already removed is ignored. */
  removeCard: (methodId: string, account: string) => Promise<void>
}

export interface SquareProvider extends CardProvider {
  applicationId: string
  /** The location that takes the payments of an organiser with this account; '' for the shop's. */
  locationOf: (account: string) => string
  /** Address of the page's script. */
  script: string
}

/** A webhook event; the outcome is then read from the provider. */
export interface ProviderEvent {
  id: string
  type: string
  /** The payment that the event is about; null for other events. */
  payment: string | null
  /** Whether the event is about refunds of the payment. */
  isRefund: boolean
  /** A dispute about the payment that the buyer has opened at their bank; null for other events. */
  dispute: Dispute | null
  /** Whether the event reports money received. */
  isPaid: boolean
  /** The reference of the payment's sale, '' if the event has none. */
  reference: string
  /** The organiser's account that the event is about, if it names one. */
  account?: string
}

/** A dispute about a payment: the bank takes the money back unless the shop's owner answers in time and is right. */
export interface Dispute {
  id: string
  /** Pence. */
  amount: number
  currency: string
  /** The provider's word for it. */
  reason: string
  /** By when to answer, as an ISO 8601 time; null if the provider does not say. */
  answerBy: string | null
  /** `lost`: the buyer has the money, also because the owner has accepted the dispute. `won`: also withdrawn. */
  status: 'open' | 'won' | 'lost'
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
  /** Whether the shop has an account for transfers in a currency. */
  accepts: (currency: Currency) => boolean
  /** Opens a transfer and returns the address of the bank's page. */
  create: (transfer: BankTransfer) => Promise<{ providerId: string; url: string }>
}

/** The provider did not answer, so the payment's outcome is unknown; try again. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** The provider has rejected a charge for good: it was not made, by this request or by an earlier one with the same key. */
export class Rejected extends Error {
  override name = 'Rejected'
}

/** The provider has refused the shop's keys, so this request had no effect; an earlier one may have had. */
export class KeysRejected extends Error {
  override name = 'KeysRejected'
}
