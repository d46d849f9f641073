// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadToaster, notify } from './notify.ts'

const toaster = vi.hoisted(() => ({
  isReachable: false,
  show: { error: vi.fn<(text: string) => void>(), success: vi.fn<(text: string) => void>() },
}))

vi.mock('./toaster.tsx', () => {
  if (!toaster.isReachable) throw new Error('no network')
  return { show: toaster.show }
})

beforeEach(() => {
  vi.clearAllMocks()
  for (const shown of screen.queryAllByRole('alert')) shown.remove()
})

it('shows a notification even if the notification area cannot be loaded [CONT-67]', async () => {
  await expect(loadToaster()).rejects.toThrow()
  notify('error', 'Unable to send the code')
  expect(screen.getByRole('alert').textContent).toContain('Unable to send the code')
  expect(toaster.show.error).not.toHaveBeenCalled()
})

it('closes a plain notification by a click on its button or its text [MONI-18]', async () => {
  notify('error', 'Unable to save')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()

  notify('error', 'Unable to save')
  await userEvent.click(screen.getByRole('alert'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('replaces a plain notification by an equal one, which is read out again', () => {
  notify('error', 'Unable to save')
  const first = screen.getByRole('alert')
  notify('error', 'Unable to send')
  notify('error', 'Unable to save')
  const shown = screen.getAllByRole('alert')
  expect(shown.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Unable to send', 'Unable to save'])
  expect(shown).not.toContain(first)
})

it('uses the notification area as soon as it is loaded', async () => {
  toaster.isReachable = true
  await waitFor(() => loadToaster())
  notify('success', 'Link copied')
  expect(toaster.show.success).toHaveBeenCalledWith('Link copied')
  expect(screen.queryByRole('alert')).toBeNull()
})
