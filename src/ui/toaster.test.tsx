// @vitest-environment happy-dom
import { configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type * as reactDom from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Slow machines take longer than a second.
configure({ asyncUtilTimeout: 15_000 })

/** The React root of the notification area, unmounted before the test environment closes. */
const roots: reactDom.Root[] = []
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof reactDom>()
  const createRoot: typeof original.createRoot = (...args) => {
    const root = original.createRoot(...args)
    roots.push(root)
    return root
  }
  return { ...original, createRoot }
})

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

/** Finds the text of a notification that has just been shown. */
const text = 'Unable to send the code'

beforeEach(async () => {
  vi.resetModules()
  document.body.replaceChildren()
  const { show } = await import('./toaster.tsx')
  show.error(text)
  await screen.findByText(text)
})

it('closes a notification by a click anywhere on it [MONI-18]', async () => {
  await userEvent.click(screen.getByText(text))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

it('closes a notification with the keyboard', async () => {
  screen.getByRole('button', { name: 'Close toast' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

it('closes only the notification that was clicked [MONI-17, MONI-18]', async () => {
  const { show } = await import('./toaster.tsx')
  show.success('Link copied')
  await userEvent.click(await screen.findByText('Link copied'))
  await waitFor(() => expect(screen.queryByText('Link copied')).toBeNull())
  expect(screen.getByText(text)).toBeTruthy()
})

it('replaces a notification by an equal one, which is read out again', async () => {
  const { show } = await import('./toaster.tsx')
  const first = screen.getByText(text).closest('li')
  show.error(text)
  await waitFor(() => expect(first?.isConnected).toBe(false))
  expect(screen.getAllByText(text)).toHaveLength(1)
})

it('replaces an equal notification that was shown before the area had loaded', async () => {
  const { showPlainNotification } = await import('./plain-notification.ts')
  showPlainNotification('error', 'The card was declined')
  const { show } = await import('./toaster.tsx')
  show.error('The card was declined')
  await screen.findByText('The card was declined', { ignore: '[role=alert]' })
  expect(screen.getAllByText('The card was declined')).toHaveLength(1)
})

it('shows warnings, errors, successes and plain notifications, each in its own way [MONI-22]', async () => {
  const { show } = await import('./toaster.tsx')
  show.warn('One ticket is gone')
  show.error('The card was declined')
  show.success('Saved for later')
  show.default('You are offline')
  const texts = ['One ticket is gone', 'The card was declined', 'Saved for later', 'You are offline']
  const typeOf = async (shown: string) =>
    (await screen.findByText(shown)).closest('[data-sonner-toast]')?.getAttribute('data-type')
  const types = await Promise.all(texts.map(typeOf))
  expect(types).toEqual(['warning', 'error', 'success', null])
})
