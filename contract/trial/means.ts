import type { Basket, ShapeName } from '#e2e/any-shop/baskets-file.ts'
import type { Browser } from './browser.ts'

/** How a trial wants its basket, if a back-end can arrange that. */
export interface Wish {
  /** The reservation asks for a captcha. */
  captcha?: boolean
  /** The buyer is at the payment, and the hold is over in a second. */
  expiring?: boolean
  /** The buyer is signed in, at the payment. */
  member?: boolean
}

/** What a trial needs beside the calls of the page, and how it is got at one back-end. */
export interface Means {
  /** Opens a browser with a basket. Throws `NotTried`, also if the wish cannot be met. */
  open: (shape: ShapeName, basket: Basket, wish?: Wish) => Promise<Browser>
  /** The one-time code that was sent to an email. Throws `NotTried`. */
  codeFor: (email: string) => Promise<string>
  /** Types a card into the provider's fields, and returns what they hand over. Without it, no card is typed. */
  typeCard?: (provider: 'stripe' | 'square', key: string, card: 'pays' | 'declined') => Promise<string>
  /** Pays on the bank's page. Throws `NotTried`. */
  payAtBank: (browser: Browser, url: string) => Promise<void>
  /** How often the sale with this reference was charged. Without it, nobody can see that from outside. */
  chargesOf?: (reference: string) => Promise<number>
  solveCaptcha?: () => Promise<string>
  /** Lets so many seconds pass. Throws `NotTried` if that takes too long. */
  pass: (seconds: number) => Promise<void>
  /** A ticket of which few are left, as `event|date|type|0`. */
  scarce?: string
}
