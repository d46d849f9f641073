import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { storePageSeating, takePageBasket, takePageSeating } from './page-seating.ts'

const page = {
  eventDateId: 'friday',
  user: { user: [] },
  eventDate: { event_date: { id: 'friday', event: {}, pricing: [] } },
  seatingPlan: {
    seating_plan_layout: {
      seating_plan_provider: { provider: 'seatsio', public_key: 'key', region: 'eu' },
    },
    seating_plan_event: { id: 'hamlet', provider_identifier: 'hamlet-fri' },
  },
}
afterEach(() => vi.unstubAllGlobals())

const checkout = { state: 'basket', tickets: [] }

function cacheOf(replies: object) {
  const queryClient = new QueryClient()
  storePageSeating(queryClient, { ...page, ...replies })
  return queryClient
}

it('takes the basket of the page once, and what else came with it once', () => {
  const cache = cacheOf({ checkout })
  expect(cache.getQueryData(checkoutQuery.queryKey)).toMatchObject({ state: 'basket' })
  expect([takePageSeating(cache), takePageBasket(cache)]).toEqual([true, true])
  expect(takePageBasket(cache)).toBe(false)
  expect(takePageSeating(cache)).toBe(false)
})

it('takes no basket of the page once everything is loaded again', () => {
  const cache = cacheOf({ checkout })
  takePageSeating(cache)
  takePageSeating(cache)
  expect(takePageBasket(cache)).toBe(false)
})

it('knows of a visitor without a basket, in silence', () => {
  const report = vi.fn()
  vi.stubGlobal('onPageEvent', report)
  const cache = cacheOf({})
  expect(takePageBasket(cache)).toBe(true)
  expect(cache.getQueryData(checkoutQuery.queryKey)).toBeUndefined()
  expect(report).not.toHaveBeenCalled()
})

it('leaves a basket that cannot be read to its call, and takes the rest', () => {
  const cache = cacheOf({ checkout: 'nonsense' })
  expect(takePageSeating(cache)).toBe(true)
  expect(takePageBasket(cache)).toBe(false)
})
