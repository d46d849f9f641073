// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  button,
  heading,
  openCheckout,
  shownStep,
  step,
  summary,
} from '#src/checkout/testing/open-checkout.tsx'

const paid = { payment_complete: 1, sale_reference: 'A&B' }
const link = `${location.origin}/activity-terms-and-conditions/A%26B/`

afterEach(() => vi.restoreAllMocks())

it('shows the waiver with a link to the terms of this sale in a new tab [WAIV-01, WAIV-02, WAIV-03, WAIV-08]', async () => {
  await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  expect(heading()).toBe('Activity Terms and Conditions')
  const terms = step().getByRole('link')
  expect(terms.getAttribute('href')).toBe(link)
  expect(terms.getAttribute('target')).toBe('_blank')
  expect(terms.textContent).toBe(`${link} (opens in a new tab)`)
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
})

it('copies the link of the waiver and confirms it [WAIV-04, WAIV-07]', async () => {
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.press('Copy link')
  expect(copied).toHaveBeenCalledWith(link)
  expect(await screen.findByText('Link copied')).toBeDefined()
})

it('shares the link of the waiver [WAIV-05]', async () => {
  const share = vi.fn(() => Promise.resolve())
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  await page.press('Share link')
  expect(share).toHaveBeenCalledWith({ title: 'Activity Terms and Conditions', url: link })
})

it('continues from the waiver to the completed order [WAIV-06]', async () => {
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  await page.press('Continue')
  expect(shownStep()).toBe('order_completed')
})

it('shows every message with event, date, time and organiser, as plain text [MESG-01, MESG-02, MESG-04]', async () => {
  const message = {
    organiser_name: 'Harbour Arts',
    event_title: 'Lantern Evening',
    event_nice_date: 'Fri 25 Dec',
    event_nice_time: '7pm',
    message: 'Bring a lamp.\n<b>Dress warmly</b>',
  }
  const other = { ...message, event_title: 'Dawn Swim', event_nice_time: '' }
  await openCheckout({ state: 'after_sale_messages', after_sale_messages: [message, other], ...paid })
  const [first, second] = step().getAllByRole('listitem')
  const words = [...(first as HTMLElement).children].map(({ textContent }) => textContent)
  expect(words).toEqual([
    'Lantern Evening',
    'Fri 25 Dec, 7pm',
    'Bring a lamp.\n<b>Dress warmly</b>',
    'Message from Harbour Arts',
  ])
  expect(within(second as HTMLElement).getByText('Fri 25 Dec')).toBeDefined()
  expect(heading()).toBe('Before you go')
})

it('continues from the messages to the completed order [MESG-03]', async () => {
  const message = { organiser_name: 'Harbour Arts', event_title: 'Lantern Evening', message: 'Bring a lamp.' }
  const page = await openCheckout({ state: 'after_sale_messages', after_sale_messages: [message], ...paid })
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
  await page.press(button('Continue'))
  expect(shownStep()).toBe('order_completed')
})
