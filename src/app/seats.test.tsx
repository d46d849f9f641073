// @vitest-environment happy-dom
import { configure, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

// Slow machines take longer than a second.
configure({ asyncUtilTimeout: 15_000 })

vi.mock('#src/seats/seats-screen.tsx', () => ({
  SeatsScreen: () => {
    throw new Error('the seats have failed')
  },
}))
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))

const { default: Seats } = await import('./seats.tsx')

it('shows what is safe, a way to try again and a support code when the seat selection fails, and passes the error on [F20]', async () => {
  const onCaughtError = vi.fn()
  render(<Seats actor={{} as never} />, { onCaughtError })
  expect(await screen.findByText(/Your basket and the seats you chose are safe/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Copy details for support' })).toBeTruthy()
  expect(screen.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/)).toBeTruthy()
  expect(onCaughtError.mock.calls[0]?.[0]).toMatchObject({ message: 'the seats have failed' })
})
