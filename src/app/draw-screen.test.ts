import { expect, it } from 'vitest'
import { drawPage } from './draw.ts'

const place = { settings: '{}', origin: 'https://shop.example' }

/** Draws the sign-in step of a guest whose order costs this. */
async function drawOrder(basket_total: string): Promise<string> {
  const checkout = { state: 'login', seconds_remaining: 600, basket_total, tickets: [], gift_vouchers: [] }
  return new TextDecoder().decode(await drawPage(place, 'checkout', { user: { user: null }, checkout }))
}

it('draws each of two baskets at once with its own total, by one chart', async () => {
  const [first, second] = await Promise.all([drawOrder('11.00'), drawOrder('22.00')])
  expect(first).toContain('11.00')
  expect(first).not.toContain('22.00')
  expect(second).toContain('22.00')
  expect(second).not.toContain('11.00')
})
