import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeAddress } from './navigation.ts'

const origin = 'https://shop.example'
const allowedHosts = ['localhost:4000', 'bank.example', 'pay.example:8443', 'xn--bcher-kva.example']
const safe = (address: string, own = origin) => safeAddress(address, { allowedHosts, origin: own })

test.each([
  ['/checkout/', '/checkout/'],
  ['/checkout/?a=1&b=%20#top', '/checkout/?a=1&b=%20#top'],
  ['all-events/', '/all-events/'],
  ['/events/café', '/events/caf%C3%A9'],
  ['/a/../checkout/', '/checkout/'],
  ['/go?to=https://evil.example', '/go?to=https://evil.example'],
  ['evil.example', '/evil.example'],
  ['https://shop.example/checkout/', '/checkout/'],
  ['HTTPS://Shop.Example/checkout/', '/checkout/'],
  ['https://bank.example', 'https://bank.example/'],
  ['https://bank.example/pay?id=1#x', 'https://bank.example/pay?id=1#x'],
  ['https://pay.example:8443/', 'https://pay.example:8443/'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
])('accepts %s [S24]', (address, expected) => {
  expect(safe(address)).toBe(expected)
})

test.each([
  ...['', ' ', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '\\/evil.example'],
  ...['/\t/evil.example', '\t//evil.example', '/\n/evil.example', '/.//evil.example', '/a/..//evil.example'],
  ...['./\\evil.example', './/evil.example', '/%2e//evil.example'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'],
  ...[
    'javascript://bank.example/%0aalert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'blob:https://shop.example/1',
  ],
  ...['data:text/html,<script>alert(1)</script>', 'file:///etc/passwd', 'mailto:a@b.example', 'about:blank'],
  ...[
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:/\\evil.example',
    'http:checkout/',
  ],
  ...['https://evil.example', 'https://evil.example/?shop.example', 'https://shop.example.evil.example/'],
  ...['https://bank.example.evil.example/', 'https://evil.example#bank.example', 'https://sub.bank.example/'],
  ...['https://bank.example:444/', 'https://pay.example/', 'https://bank.example./', 'http://bank.example/'],
  ...['https://user@bank.example/', 'https://user:secret@bank.example/', 'https://@bank.example/'],
  ...[
    'https://bank.example@evil.example/',
    'https://shop.example%40evil.example/',
    'https://user@shop.example/',
  ],
  ...['/checkout/\r\nSet-Cookie: a=b', '/checkout/%0d%0aSet-Cookie:a=b', '/checkout/%0ASet-Cookie:a=b'],
  ...['https://bücher.example/', 'https://bаnk.example/', 'https://ｂank.example/', 'https://bank。example/'],
  ...['https://ban%6b.example/', 'https://bank\u00ad.example/', 'https://bank.example\u200b/'],
  ...['http://shop.example/checkout/', 'ftp://bank.example/', 'https://[', 'wss://bank.example/'],
])('rejects %j [S24]', (address) => {
  expect(safe(address)).toBeNull()
})

test('accepts plain http only for its own origin on localhost [S24]', () => {
  const local = 'http://localhost:3000'
  expect(safe('/checkout/', local)).toBe('/checkout/')
  expect(safe('http://localhost:3000/checkout/', local)).toBe('/checkout/')
  expect(safe('http://localhost:4000/checkout/', local)).toBeNull()
  expect(safe('https://localhost:3000/checkout/', local)).toBeNull()
  expect(safe('http://localhost:3000/checkout/')).toBeNull()
  expect(safe('http://shop.example/checkout/', 'http://shop.example')).toBeNull()
  expect(safe('https://bank.example/', local)).toBe('https://bank.example/')
})

test('accepts other sites only if they are allowed https hosts, for any text [S24]', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    ':',
    '@',
    '.',
    '//',
    'https:',
    'evil.example',
    'bank.example',
    '\t',
    'a',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.string(),
        fc.webUrl(),
      ),
      (text) => {
        const address = safe(text)
        if (address === null) return
        const url = new URL(address, origin)
        expect([origin, 'https://bank.example', 'https://pay.example:8443']).toContain(url.origin)
      },
    ),
    { numRuns: 5000 },
  )
})
