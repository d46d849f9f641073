// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { readConsent, removeTrackingCookies, writeConsent } from './consent-cookie.ts'

const names = () =>
  document.cookie
    .split('; ')
    .filter(Boolean)
    .map((one) => one.split('=')[0])

beforeEach(() => {
  for (const name of names()) document.cookie = `${name}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`
})

it('reads consent from the configured cookie only [MONI-27, MONI-28, OPEN-95]', () => {
  expect(readConsent('analytics_consent=1')).toBeNull()
  document.cookie = 'other=1; Path=/'
  document.cookie = 'my_analytics_consent=1; Path=/'
  expect(readConsent('analytics_consent=1')).toBeNull()
  document.cookie = 'analytics_consent=0; Path=/'
  expect(readConsent('analytics_consent=1')).toBe('refused')
  document.cookie = 'analytics_consent=1; Path=/'
  expect(readConsent('analytics_consent=1')).toBe('granted')
  document.cookie = 'cc_stats=yes; Path=/'
  expect(readConsent('cc_stats=yes')).toBe('granted')
})

it('stores a refusal without the cookie of consent [MONI-28]', () => {
  expect(writeConsent('analytics_consent=1', true)).toBe('granted')
  expect(writeConsent('analytics_consent=1', false)).toBe('refused')
  expect(names()).toEqual(['analytics_consent_refused'])
  expect(writeConsent('analytics_consent=1', true)).toBe('granted')
  expect(names()).toEqual(['analytics_consent'])
})

it('deletes the cookies of analytics and pixels and no others [L9]', () => {
  for (const name of ['_ga', '_ga_ABC', '_gcl_au', '_fbp', '_gallery', 'session'])
    document.cookie = `${name}=1; Path=/`
  removeTrackingCookies()
  expect(names()).toEqual(['_gallery', 'session'])
})
