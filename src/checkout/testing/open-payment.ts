import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { fakeCardProvider } from './fake-card-provider.ts'
import { openCheckout, type OpenedCheckout } from './open-checkout.tsx'

export const ada = { id: '5', email: 'ada@example.com', full_name: 'Ada Byron' }

/** Credentials of the card provider. */
export const credentials = { publishable_key: 'pk_test', account: '', script: '' }

/** A basket that is paid by card. */
export const card = { opoa: { provider: 'stripe', merchant_id: 'acct_1' } }

/** A basket that is paid by bank transfer or card. */
export const both = { opoa: { provider: 'pay' } }

/** Opens the payment step on a basket of £53.00, with a fake card provider and a shop that accepts every card. */
export async function openPayment(
  changes: object = {},
  replies: Record<string, object> = {},
  user: object | null = ada,
) {
  const provider = fakeCardProvider()
  const page = await openCheckout(
    { state: 'payment', basket_total: '53.00', ...changes },
    {
      replies: { get_card_credentials: credentials, pay_with_card: { status: 'success' }, ...replies },
      user,
    },
  )
  return { ...page, ...provider }
}

/** Types a card into the provider's fields. */
export async function typeCard(page: Pick<OpenedCheckout, 'type'>) {
  for (const name of ['Card number', 'Expiry date', 'Security code'])
    await page.type(`${name} at the provider`, '4')
}

/** Stops time for the charts, up to `nextCheck`. */
export const fakeTimers = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

/** Lets the time until the next check of an open payment pass. */
export const nextCheck = () => act(() => vi.advanceTimersByTimeAsync(3_000))
