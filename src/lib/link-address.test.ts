import { expect, test } from 'vitest'
import { linkAddress } from './link-address.ts'

const origin = 'https://shop.example'

test('returns web, email and phone addresses to link to', () => {
  expect(linkAddress('/help/', origin)).toBe('https://shop.example/help/')
  expect(linkAddress('https://help.example/?a=1', origin)).toBe('https://help.example/?a=1')
  expect(linkAddress('mailto:help@shop.example', origin)).toBe('mailto:help@shop.example')
  expect(linkAddress('tel:+442079460958', origin)).toBe('tel:+442079460958')
})

test('returns null for scripts, data, and web addresses with a user name', () => {
  for (const address of ['', 'javascript:alert(1)', 'data:text/html,x', 'https://bank.example@evil.example/'])
    expect(linkAddress(address, origin), address).toBeNull()
})
