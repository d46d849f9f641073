// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { everyStep } from './testing/every-step.ts'
import { openCheckout, settled } from './testing/open-checkout.tsx'

const ada = { id: 7, email: 'ada@example.org' }

afterEach(() => void (document.cookie = 'signed_out=; Max-Age=0'))

/** What the shop does to the browser when somebody signs out in it. */
const signOut = (mark: string) => void (document.cookie = `signed_out=${mark}`)

/** Returns to the tab. */
async function lookAt() {
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await settled()
}

async function openTab(user: typeof ada | null = ada) {
  const { checkout, replies = {} } = everyStep.donation
  const page = await openCheckout(checkout, { user, replies })
  return { ...page, reload: vi.spyOn(window.location, 'reload').mockImplementation(() => {}) }
}

it('loads the page anew when the buyer has signed out in another tab', async () => {
  const page = await openTab()
  page.answer('get_user', { user: [] })
  await lookAt()
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('keeps the page of a buyer who is still signed in', async () => {
  const page = await openTab()
  await lookAt()
  expect(page.sent('get')).toHaveLength(2)
  expect(page.reload).not.toHaveBeenCalled()
})

it('loads the page of a guest anew when somebody has signed out in another tab', async () => {
  signOut('before')
  const page = await openTab(null)
  await lookAt()
  expect(page.reload).not.toHaveBeenCalled()
  signOut('since')
  await lookAt()
  expect(page.reload).toHaveBeenCalledTimes(1)
})
