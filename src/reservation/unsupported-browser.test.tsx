// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { UnsupportedBrowser } from './unsupported-browser.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function pressCopy(writeText: () => Promise<void>) {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const queryClient = new QueryClient()
  queryClient.setQueryData(
    checkoutQuery.queryKey,
    checkoutSchema.parse({ state: 'reserve', sale_reference: 'AB12' }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <UnsupportedBrowser />
    </QueryClientProvider>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy link' })))
}

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

it('copies the link of the sale and confirms it for two seconds [CONT-65, CONT-66] [F15]', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  await pressCopy(writeText)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}/smartcheckout/?session=AB12`)
  advance(1_999)
  expect(screen.getByRole('button').textContent).toBe('Link copied')
  advance(1)
  expect(screen.getByRole('button').textContent).toBe('Copy link')
})

it('selects the link and asks the buyer to copy it by hand if the browser cannot [F15]', async () => {
  await pressCopy(() => Promise.reject(new Error('denied')))
  const field = screen.getByLabelText<HTMLInputElement>('Link to your checkout')
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  expect(screen.getByText("We couldn't copy the link. Please copy it from here.")).toBeTruthy()
  expect(screen.getByRole('button').textContent).toBe('Copy link')
})
