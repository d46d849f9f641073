// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drafts, forgetDrafts } from './drafts.ts'
import { draftOf, storeDrafts, takeStoredDrafts } from './form-drafts.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  forgetDrafts()
  sessionStorage.clear()
  vi.useRealTimers()
})

/** Loads the page anew, which keeps the tab's storage only. */
function reload() {
  storeDrafts()
  drafts.clear()
  takeStoredDrafts()
}

it('finds name, address and answers again after a reload, and keeps nothing stored while the page is seen', () => {
  draftOf('login').set('fullName', 'Ada Byron')
  draftOf('delivery_address').set('line1', '1 Quay')
  draftOf('ticket_questions_before').set('q1', 'Vegan')
  reload()
  expect(draftOf('login').get('fullName')).toBe('Ada Byron')
  expect(draftOf('delivery_address').get('line1')).toBe('1 Quay')
  expect(draftOf('ticket_questions_before').get('q1')).toBe('Vegan')
  expect(sessionStorage).toHaveLength(0)
})

it('stores nothing that was ticked, no consent, no amount and nothing of the payment', () => {
  draftOf('ticket_questions_before').set('agree=1', '1')
  for (const step of ['donation', 'gift_aid', 'marketing_preferences', 'payment'])
    draftOf(step).set('text', 'x')
  storeDrafts()
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/agree|gift_aid|donation|marketing|payment|"x"/)
})

it('finds nothing after half an hour, nor once all was forgotten', () => {
  const known = () => draftOf('login').get('fullName')
  draftOf('login').set('fullName', 'Ada Byron')
  storeDrafts()
  drafts.clear()
  vi.setSystemTime(Date.now() + 30 * minute + 1)
  takeStoredDrafts()
  expect(known()).toBeUndefined()
  draftOf('login').set('fullName', 'Ada Byron')
  storeDrafts()
  forgetDrafts()
  takeStoredDrafts()
  expect(known()).toBeUndefined()
})

it('keeps what was typed anew, and passes over what it cannot read', () => {
  draftOf('login').set('fullName', 'Ada Byron')
  storeDrafts()
  draftOf('login').set('fullName', 'Grace Hopper')
  takeStoredDrafts()
  expect(draftOf('login').get('fullName')).toBe('Grace Hopper')
  for (const text of ['{', '7', '{"at":1}']) {
    sessionStorage.setItem('drafts', text)
    expect(takeStoredDrafts).not.toThrow()
  }
})
