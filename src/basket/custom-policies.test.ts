import { expect, it } from 'vitest'
import { customPolicies } from './custom-policies.ts'

const harbour = {
  name: 'Harbour Arts',
  full_url: '/organisers/harbour-arts/',
  has_custom_refund_policy: true,
}
const canal = {
  name: 'Canal Cinema',
  full_url: 'https://shop.example/canal',
  has_custom_refund_policy: true,
}
const plain = { name: 'Open Door', full_url: '/organisers/open-door/', has_custom_refund_policy: false }

it("links to the policy under its organiser's address [BASK-19]", () => {
  const organisers = [harbour, canal, plain]
  expect(customPolicies({ organiser_url: harbour.full_url }, organisers)).toEqual([
    { name: 'Harbour Arts', address: '/organisers/harbour-arts/refund-policy/' },
  ])
  expect(customPolicies({ organiser_url: canal.full_url }, organisers)).toEqual([
    { name: 'Canal Cinema', address: 'https://shop.example/canal/refund-policy/' },
  ])
})

it('links to the policy under the root for an organiser without an address [BASK-19, OPEN-54]', () => {
  expect(customPolicies({ organiser_url: '' }, [{ ...harbour, full_url: '' }])).toEqual([
    { name: 'Harbour Arts', address: '/refund-policy/' },
  ])
})

it('has no link for an organiser without a policy of its own [BASK-20]', () => {
  expect(customPolicies({ organiser_url: plain.full_url }, [harbour, plain])).toEqual([])
})

it('links to every policy in the basket if a line has no organiser', () => {
  expect(customPolicies({ organiser_url: '' }, [harbour, plain, canal]).map(({ name }) => name)).toEqual([
    'Harbour Arts',
    'Canal Cinema',
  ])
})

it('links to every policy for such a line, also beside an organiser without an address', () => {
  const rootless = { ...harbour, name: 'Northlight', full_url: '' }
  expect(customPolicies({ organiser_url: '' }, [rootless, canal]).map(({ name }) => name)).toEqual([
    'Northlight',
    'Canal Cinema',
  ])
})

it('has no link below an address that is no web address [OPEN-55]', () => {
  const script = { ...harbour, full_url: 'javascript:alert(1)//' }
  expect(customPolicies({ organiser_url: script.full_url }, [script])).toEqual([])
})
