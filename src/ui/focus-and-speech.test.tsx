// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce, Announcer } from './announcer.tsx'
import { Button } from './button.tsx'
import { CountdownFace } from './countdown-face.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { markTitle } from './error-title.ts'
import { Field } from './field.tsx'
import { LinkButton } from './link-button.tsx'
import { Notice, type NoticeTone } from './notice.tsx'
import { QuantityField } from './quantity-field.tsx'
import { takeLostFocus } from './take-lost-focus.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const spoken = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent)

it('announces each text once, politely, and removes it afterwards', () => {
  render(<Announcer />)
  announce('Total £5.00')
  announce('Total £5.00')
  announce(' ')
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite')
  expect(spoken()).toEqual(['Total £5.00', 'Total £5.00'])
  vi.advanceTimersByTime(6_000)
  expect(spoken()).toEqual([])
})

it('announces a text alone, not the region again with what was said before', () => {
  render(<Announcer />)
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

it('announces nothing without an announcer on the page', () => {
  announce('Nobody hears this')
  render(<Announcer />)
  expect(spoken()).toEqual([])
})

it('announces the paragraphs of a notice as separate words', () => {
  render(
    <>
      <Announcer />
      <Notice tone="error" title="Payment failed.">
        <p>The card was declined.</p>
        <p>
          You have <b>not</b> been charged.
        </p>
      </Notice>
    </>,
  )
  expect(spoken()).toEqual(['Payment failed. The card was declined. You have not been charged.'])
})

it('announces a notice when it appears or changes, without moving the focus', () => {
  const page = (text: string) => (
    <>
      <Announcer />
      <Notice tone="error">{text}</Notice>
    </>
  )
  const { rerender } = render(page('Declined'))
  rerender(page('Declined'))
  rerender(page('Expired'))
  expect(spoken()).toEqual(['Declined', 'Expired'])
  expect(document.activeElement).toBe(document.body)
})

it.each<NoticeTone>(['warning', 'success', 'error', 'info'])(
  'shows a notice of the tone %s with its title',
  (tone) => {
    const { container } = render(
      <Notice tone={tone} title="Title">
        Words
      </Notice>,
    )
    expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
    expect(container.textContent).toBe('TitleWords')
  },
)

it('shows a different icon for each tone, so that colour is not the only difference', () => {
  const tones: NoticeTone[] = ['warning', 'success', 'error', 'info']
  const icons = tones.map((tone) => {
    const { container } = render(<Notice tone={tone}>Words</Notice>)
    return container.querySelector('path')?.getAttribute('d')
  })
  expect(new Set(icons).size).toBe(4)
})

it('takes the focus only if the focused element is gone', () => {
  const { rerender } = render(<button ref={takeLostFocus}>First</button>)
  expect(document.activeElement?.textContent).toBe('First')
  rerender(
    <>
      <button key="other">Other</button>
      <p tabIndex={-1}>Text</p>
    </>,
  )
  screen.getByText('Other').focus()
  render(<button ref={takeLostFocus}>Second</button>)
  expect(document.activeElement?.textContent).toBe('Other')
})

it('takes the focus of an element that has become inert', () => {
  const Screen = ({ isOver }: { isOver: boolean }) => (
    <>
      <div inert={isOver}>
        <button>Seat</button>
      </div>
      {isOver && <button ref={takeLostFocus}>Hold it again</button>}
    </>
  )
  const { rerender } = render(<Screen isOver={false} />)
  screen.getByText('Seat').focus()
  rerender(<Screen isOver />)
  expect(document.activeElement?.textContent).toBe('Hold it again')
})

it('moves a lost focus to the first control of a new part', () => {
  render(
    <div ref={takeLostFocus}>
      <p>Text</p>
      <input aria-label="Name" />
    </div>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

it('moves a lost focus to a new part without controls', () => {
  render(
    <h2 tabIndex={-1} ref={takeLostFocus}>
      Heading
    </h2>,
  )
  expect(document.activeElement?.textContent).toBe('Heading')
})

it('focuses the field, or the first choice of the fieldset, of an entry of the error summary', () => {
  render(
    <>
      <ErrorSummary
        problems={[
          { id: 'email', message: 'Type an email' },
          { id: 'choice', message: 'Choose one' },
        ]}
      />
      <Field id="email" label="Email" />
      <fieldset id="choice">
        <input type="radio" aria-label="Yes" />
      </fieldset>
    </>,
  )
  fireEvent.click(screen.getByText('Type an email'))
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  fireEvent.click(screen.getByText('Choose one'))
  expect(document.activeElement).toBe(screen.getByLabelText('Yes'))
})

it('prefixes the page title with "Error:" while there are problems', () => {
  document.title = 'Account'
  const { unmount } = render(<ErrorSummary problems={[{ id: 'email', message: 'Type an email' }]} />)
  expect(document.title).toBe('Error: Account')
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
  unmount()
  expect(document.title).toBe('Account')
})

it('keeps "Error:" in the page title until the last of several errors is gone', () => {
  document.title = 'Account'
  const drops = [markTitle(), markTitle()]
  drops[0]?.()
  expect(document.title).toBe('Error: Account')
  drops[1]?.()
  expect(document.title).toBe('Account')
})

it('shows the remaining time with its label, and the word "left" under two minutes', () => {
  const { rerender } = render(<CountdownFace seconds={545} text="9m 5s" label="Tickets held for" />)
  expect(screen.getByRole('timer').textContent).toBe('Tickets held for 9m 5s')
  rerender(<CountdownFace seconds={119} text="1m 59s" label="Tickets held for" />)
  expect(screen.getByRole('timer').textContent).toBe('Tickets held for 1m 59sleft')
  expect(screen.getByRole('timer').hasAttribute('data-short')).toBe(true)
})

it('announces the remaining time at two minutes, not every second', () => {
  const face = (seconds: number) => (
    <>
      <Announcer />
      <CountdownFace seconds={seconds} text="" label="Held for" />
    </>
  )
  const { rerender } = render(face(121))
  rerender(face(120))
  rerender(face(119))
  expect(spoken()).toEqual(['2 minutes left'])
})

it('ignores presses of a busy button, a busy link or a blocked button', () => {
  const press = vi.fn()
  const showTheWay = vi.fn()
  render(
    <>
      <Button busy onClick={press}>
        Busy
      </Button>
      <Button blockedBecause="Not yet" onClick={press} onBlockedPress={showTheWay}>
        Blocked
      </Button>
      <LinkButton busy onClick={press}>
        Link
      </LinkButton>
      <Button onClick={press}>Free</Button>
    </>,
  )
  for (const name of ['Busy', 'Blocked', 'Link']) fireEvent.click(screen.getByRole('button', { name }))
  expect(press).not.toHaveBeenCalled()
  expect(showTheWay).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Free' }))
  expect(press).toHaveBeenCalledOnce()
})

it('shows a spinner in a busy button', () => {
  const { container, rerender } = render(<Button busy>Pay</Button>)
  expect(container.querySelectorAll('button > span')).toHaveLength(2)
  rerender(<Button>Pay</Button>)
  expect(container.querySelectorAll('button > span')).toHaveLength(1)
})

function quantity(value: number, limits: { max?: number; error?: string } = {}) {
  const onChange = vi.fn()
  render(<QuantityField id="q" label="Quantity of Adult" value={value} {...limits} onChange={onChange} />)
  return onChange
}

it('steps the quantity by one, not below one and not above the maximum', () => {
  const onChange = quantity(2, { max: 3 })
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  fireEvent.click(screen.getByRole('button', { name: 'One less' }))
  expect(onChange.mock.calls).toEqual([[3], [1]])
  cleanup()
  const atLeast = quantity(1)
  expect(screen.getByRole('button', { name: 'One less' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'One less' }))
  expect(atLeast).not.toHaveBeenCalled()
  cleanup()
  const atMost = quantity(3, { max: 3 })
  expect(screen.getByRole('button', { name: 'One more' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  expect(atMost).not.toHaveBeenCalled()
})

it('keeps the plus button in sight at the maximum, with the focus', () => {
  function Stepper() {
    const [value, setValue] = useState(2)
    return <QuantityField id="q" label="Quantity of Adult" value={value} max={3} onChange={setValue} />
  }
  render(<Stepper />)
  const more = screen.getByRole('button', { name: 'One more' })
  more.focus()
  fireEvent.click(more)
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('3')
  expect(more.hasAttribute('data-gone')).toBe(false)
  expect(document.activeElement).toBe(more)
})

it('accepts a typed integer, ignores an empty field, and describes the field by its error', () => {
  const onChange = quantity(2, { error: 'You can only reserve 8' })
  const input = screen.getByRole('spinbutton', { name: 'Quantity of Adult' })
  fireEvent.change(input, { target: { value: '' } })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '7.9' } })
  expect(onChange.mock.calls).toEqual([[7]])
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You can only reserve 8',
  )
})
