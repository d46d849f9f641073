import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { mailsOf } from '#server/testing/mails.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { askerOf } from './client-address.ts'

let direct: TestShop
let proxied: TestShop
beforeAll(async () => {
  direct = await createTestShop()
  proxied = await createTestShop({ trustedProxies: 1 })
})
afterAll(() => Promise.all([direct.close(), proxied.close()]))
beforeEach(async () => {
  for (const { db } of [direct, proxied]) await db.deleteFrom('limit_counters').execute()
})

/** Signs a mailbox up for the newsletter from new sessions with these headers, which one address may do twice. */
async function statuses(shop: TestShop, headers: Record<string, string>[]): Promise<number[]> {
  const email = newEmail()
  const found = []
  for (const header of headers)
    found.push((await (await shop.visitor()).post('/mailing-list', { email }, header)).status)
  return found
}

const invented = [1, 2, 3].map((n) => `203.0.113.${n}`)

it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'])(
  'an invented %s makes nobody another asker, unless a proxy is trusted [S37]',
  async (name) => {
    const value = (address: string) => (name === 'Forwarded' ? `for=${address}` : address)
    expect(
      await statuses(
        direct,
        invented.map((address) => ({ [name]: value(address) })),
      ),
    ).toEqual([200, 200, 422])
  },
)

it.each([
  ['before the one of the proxy', (address: string) => `${address}, 198.51.100.9`],
  ['without spaces', (address: string) => `${address},198.51.100.9`],
  ['in a long list', (address: string) => `${`${address}, `.repeat(50)}198.51.100.9`],
  ['and no address', (address: string) => `<script>${address}</script>, 198.51.100.9`],
])('an address that a visitor puts %s counts for nothing behind a trusted proxy [S37]', async (_, of) => {
  const headers = invented.map((address) => ({ 'X-Forwarded-For': of(address) }))
  expect(await statuses(proxied, headers)).toEqual([200, 200, 422])
  expect(
    await statuses(
      proxied,
      invented.map((address) => ({ 'X-Forwarded-For': `198.51.100.9, ${address}` })),
    ),
  ).toEqual([200, 200, 200])
})

it.each([
  ['Host', 'evil.example'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', 'host=evil.example'],
  ['X-Original-URL', 'https://evil.example/'],
])('an invented %s is in no link of a mail [S36, S37]', async (name, value) => {
  const email = newEmail()
  const visitor = await direct.visitor()
  expect((await visitor.post('/mailing-list', { email }, { [name]: value })).status).toBe(200)
  const [mail] = await mailsOf(direct, 'newsletter:')
  expect(mail?.to).toBe(email)
  expect(mail?.text).toContain('http://shop.test/mailing-list/confirm/')
  expect(mail?.text).not.toContain('evil')
  expect(mail?.text).not.toContain('javascript')
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:DB8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::ffff', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('counts what %s asks for %s [S7, S11, S37]', (address, asker) => expect(askerOf(address)).toBe(asker))

it('counts all addresses of one IPv6 subscriber as one asker, and their neighbour as another [S37, S43]', async () => {
  const asking = (addresses: string[]) => addresses.map((address) => ({ 'X-Forwarded-For': address }))
  expect(
    await statuses(
      proxied,
      asking(['2001:db8::1', '2001:db8::aaaa:1', '2001:db8::b:c:d', '2001:db8:0:1::1']),
    ),
  ).toEqual([200, 200, 422, 200])
})
