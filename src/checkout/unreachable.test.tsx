// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Unreachable } from './unreachable.tsx'

const goes = (event: 'offline' | 'online') => act(() => void window.dispatchEvent(new Event(event)))

afterEach(() => {
  goes('online')
  cleanup()
})

it('blames the connection for a script that does not load only while the device is offline, else an update [F27]', () => {
  render(<Unreachable safe="basket is" />)
  const text = () => document.body.textContent
  expect(text()).toContain('perhaps because the shop has been updated. Your basket is safe')
  expect(text()).not.toContain('connection')
  goes('offline')
  expect(text()).toContain('Please check your connection. Your basket is safe')
  goes('online')
  expect(text()).not.toContain('connection')
})
