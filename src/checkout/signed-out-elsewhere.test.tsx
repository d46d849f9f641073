// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { everyStep } from './testing/every-step.ts'
import { openCheckout, settled } from './testing/open-checkout.tsx'

const ada = { id: 7, email: 'ada@example.org' }

/** Returns to the tab. */
async function lookAt() {
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await settled()
}

async function openTab() {
  const { checkout, replies = {} } = everyStep.donation
  const page = await openCheckout(checkout, { user: ada, replies })
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
