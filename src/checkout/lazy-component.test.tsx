// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  goOnline()
  cleanup()
  vi.useRealTimers()
})

const goOffline = () => window.dispatchEvent(new Event('offline'))
const goOnline = () => window.dispatchEvent(new Event('online'))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** A lazy component whose script can be loaded while `isReachable` is true. */
function draw(name: string) {
  const script = { isReachable: false, tries: 0 }
  const Part = lazyComponent<object>(
    name,
    async () => {
      script.tries += 1
      if (!script.isReachable) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>The next step</p> }
    },
    ({ failures }) => <p>{failures} failed</p>,
  )
  render(<Part />)
  return script
}

it('shows a step when the network is back, without a press', async () => {
  goOffline()
  const script = draw('offline')
  await pass(0)
  expect(screen.getByText('1 failed')).toBeTruthy()
  await pass(60_000)
  expect(script.tries).toBe(1)

  script.isReachable = true
  goOnline()
  await pass(0)
  expect(screen.getByText('The next step')).toBeTruthy()
})

it('retries after a pause while the browser reports to be online', async () => {
  const script = draw('unreachable')
  await pass(4_000)
  expect(screen.getByText('3 failed')).toBeTruthy()
  script.isReachable = true
  await pass(10_000)
  expect(screen.getByText('The next step')).toBeTruthy()
})
