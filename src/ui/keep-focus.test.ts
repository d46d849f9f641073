// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'
import { takeLostFocus } from './take-lost-focus.ts'

beforeAll(keepFocus)
beforeEach(() => {
  document.body.innerHTML = '<h1 tabindex="-1">Payment</h1><button>Pay</button><button>Back</button>'
})

const title = () => document.querySelector('h1')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === name)!
const pay = () => button('Pay')
const back = () => button('Back')
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('gives the title the focus when the focused control disappears', async () => {
  pay().focus()
  pay().remove()
  await turn()
  expect(document.activeElement).toBe(title())
})

it('leaves the focus where something has taken it meanwhile', async () => {
  pay().focus()
  const other = back()
  pay().remove()
  other.focus()
  await turn()
  expect(document.activeElement).toBe(other)
})

it('moves nothing for a buyer who had left the control before it disappears', async () => {
  pay().focus()
  pay().blur()
  await turn()
  pay().remove()
  await turn()
  expect(document.activeElement).toBe(document.body)
})

it('lends the title the focus until what comes in place of the control takes it', async () => {
  pay().focus()
  pay().remove()
  await turn()
  takeLostFocus(back())
  expect(document.activeElement).toBe(back())
})

it('leaves the title the focus after a while, as the buyer may be reading', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  pay().focus()
  pay().remove()
  await turn()
  vi.advanceTimersByTime(10_000)
  takeLostFocus(back())
  expect(document.activeElement).toBe(title())
  vi.useRealTimers()
})

it('lends the title the focus as long for a second control that disappears soon after the first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pay().focus()
  pay().remove()
  await turn()
  vi.advanceTimersByTime(6_000)
  document.body.append(Object.assign(document.createElement('button'), { textContent: 'Pay' }))
  pay().focus()
  pay().remove()
  await turn()
  vi.advanceTimersByTime(6_000)
  takeLostFocus(back())
  expect(document.activeElement).toBe(back())
  vi.useRealTimers()
})

it('leaves the title the focus once a buyer has come back to it', async () => {
  pay().focus()
  pay().remove()
  await turn()
  back().focus()
  title()?.focus()
  takeLostFocus(back())
  expect(document.activeElement).toBe(title())
})
