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
  expect(terms.textContent).toBe('Read the terms (opens in a new tab)')
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
})

it('makes reading the terms the main way, and continuing once they were opened [WAIV-02, WAIV-06]', async () => {
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  const looks = () => [step().getByRole('link'), button('Continue')].map(({ dataset }) => dataset['look'])
  expect(looks()).toEqual(['primary', 'secondary'])
  step()
    .getByRole('link')
    .addEventListener('click', (event) => event.preventDefault())
  await page.press(step().getByRole('link'))
  expect(looks()).toEqual(['secondary', 'primary'])
})

it.each([
  ['those of several that have one', [1, 0, 1], 'Night Run and Dawn Swim'],
  ['the only one', [undefined], 'Night Run'],
  ['none of several if it is not known which have one', [undefined, undefined], null],
])('names the events of the waiver: %s', async (_, flags, name) => {
  const titles = ['Night Run', 'Late Film', 'Dawn Swim']
  const events = flags.map((has_waiver, index) => ({ id: `${index}`, title: titles[index], has_waiver }))
  await openCheckout({ state: 'waiver', has_waivers: 1, ...paid, events })
  expect(step().queryByRole('heading', { level: 2 })?.textContent ?? null).toBe(name)
})

it('copies the link of the waiver and confirms it [WAIV-04, WAIV-07]', async () => {
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.press('Copy link')
  expect(copied).toHaveBeenCalledWith(link)
  expect(await screen.findByText('Link copied')).toBeDefined()
})

it.each(['Copy link', 'Share link'])(
  'shows the link of the waiver, selected, each time that the browser refuses to copy it for "%s"',
  async (name) => {
    const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    expect(step().queryByLabelText('Link to the terms')).toBeNull()
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await page.press(name)
      const field = await step().findByLabelText<HTMLInputElement>('Link to the terms')
      expect([field.value, field.readOnly]).toEqual([link, true])
      expect(document.activeElement).toBe(field)
      expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])
    }
    expect(screen.getByText("We couldn't copy the link. Please copy it from here.")).toBeDefined()
  },
)

it('shows where the link of the waiver begins when it is selected', async () => {
  const page = await openCheckout({ state: 'waiver', has_waivers: 1, ...paid })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await page.press('Copy link')
  const field = await step().findByLabelText('Link to the terms')
  field.blur()
  field.scrollLeft = 300
  field.focus()
  expect(field.scrollLeft).toBe(0)
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
    'Message from Harbour Arts',
    'Bring a lamp.\n<b>Dress warmly</b>',
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

it.each([
  [
    'with its reference',
    { basket_total: '20.00', order_reference: 'S7MH0MD2' },
    'Paid. Order S7MH 0MD2. Nearly done.',
  ],
  ['without a reference that is not told', { basket_total: '20.00' }, 'Paid. Nearly done.'],
  ['by the first payment of a plan', { payment_plan_remaining: 1 }, 'First payment made. Nearly done.'],
  ['as booked, if there was nothing to pay', { basket_total: '0.00' }, 'Booked. Nearly done.'],
])('says on the steps after payment that the order is paid, %s', async (_, told, words) => {
  const message = { organiser_name: 'Harbour Arts', event_title: 'Lantern Evening', message: 'Bring a lamp.' }
  const question = { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '0' }
  const page = await openCheckout(
    {
      state: 'ticket_questions_after',
      tickets: [{ ticket_id: '1', qty: 1, event_name: 'Lantern Evening', ticket_name: 'Adult' }],
      after_payment_questions: { 1: [question] },
      has_waivers: 1,
      after_sale_messages: [message],
      ...paid,
      ...told,
    },
    { replies: { save_question_answers: { questions_set: 1 } } },
  )
  for (const shown of ['ticket_questions_after', 'waiver', 'after_sale_messages']) {
    expect(shownStep()).toBe(shown)
    expect(
      step()
        .getByText(/Nearly done/)
        .closest('p')?.textContent,
    ).toBe(words)
    await page.press('Continue')
  }
})

it('does not call an order paid on the questions before payment', async () => {
  await openCheckout({
    state: 'ticket_questions_before',
    seconds_remaining: 600,
    tickets: [{ ticket_id: '1', qty: 1, event_name: 'Lantern Evening', ticket_name: 'Adult' }],
    before_payment_questions: {
      1: [{ id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '0' }],
    },
  })
  expect(step().queryByText(/Nearly done/)).toBeNull()
})
