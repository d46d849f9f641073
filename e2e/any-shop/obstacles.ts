import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { ShopThere } from './look-at-shop.ts'

/** What is known before a step is left. */
interface Leaving {
  shop: Pick<ShopThere, 'isSandbox' | 'isProduction' | 'cardKey'>
  facts: Partial<Facts>
  /** How the buyer pays; null for free tickets. */
  method: PaymentMethod | null
  /** Whether the tester has said how to read the emailed code. */
  readsCodes: boolean
  /** Methods of payment for which the tester has what is needed there. */
  pays?: readonly PaymentMethod[]
}

const undescribed = {
  bank: 'what a buyer does on the page of a real bank is not described',
  square: 'what a buyer types into the fields of Square is not described',
  wallet: 'a wallet belongs to a device',
}

/** Returns why a test cannot leave a step there as a buyer would, if so. */
export function obstacleAt(
  state: CheckoutState,
  { shop, facts, method, readsCodes, pays = [] }: Leaving,
): string | null {
  if (state === 'captcha' && !shop.isSandbox) return 'the shop asks for a captcha, which is for people'
  if (state === 'login' && !readsCodes) return 'it needs the emailed code: give --code-command'
  if (state !== 'payment') return null
  if (shop.isProduction) return 'nothing is paid or claimed in production'
  if (facts.isPaymentUnavailable) return 'its organiser has no payment provider'
  if (method === null || shop.isSandbox || pays.includes(method)) return null
  if (method !== 'card' && method !== 'plan') return undescribed[method]
  if (!shop.cardKey.startsWith('pk_test_')) return 'the shop tells no test key, so no card is typed'
  return null
}
