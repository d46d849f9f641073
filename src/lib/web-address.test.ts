import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

const origin = 'https://shop.example'

test('returns web addresses of any host, and paths from the root of the site [OPEN-55]', () => {
  expect(webAddress('https://stream.example/live?x=1', origin)).toBe('https://stream.example/live?x=1')
  expect(webAddress('/account/wallet/', origin)).toBe('https://shop.example/account/wallet/')
  expect(webAddress('events/1/', origin)).toBe('https://shop.example/events/1/')
})

test('returns null for anything but a web address', () => {
  for (const address of [
    '',
    ' ',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://',
    'java\nscript:alert(1)',
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    '//bank.example@evil.example/',
  ])
    expect(webAddress(address, origin), address).toBeNull()
})
