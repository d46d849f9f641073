// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { transfersMachine, type TransferLine } from '#machines/transfers.ts'
import { ukDateOf, ukToday } from '#src/lib/uk-date.ts'
import { BackToOverview } from '#src/order/back-to-overview.tsx'
import type { Offer } from '#src/order/schemas.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as transferActors from './actors.ts'
import TransferTickets from './transfer-tickets.tsx'

// Slow machines take longer than a second.
configure({ asyncUtilTimeout: 15_000 })

const adults = { ticketId: 'a', title: 'Lantern Evening - Adult', qty: 2 }
const children = { ticketId: 'c', title: 'Lantern Evening - Child', qty: 1 }

const notifyError = vi.fn()
let sent: Record<string, string>[] = []
let reply: () => Response | Promise<Response>

beforeEach(() => {
  sent = []
  reply = () => Response.json({ success: true })
  globalThis.fetch = async (input, init) => {
    sent.push(Object.fromEntries(new URLSearchParams(await new Request(input, init).text())))
    return reply()
  }
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const buyer = userEvent.setup({ delay: null })

function open(lines: TransferLine[] = [adults], offers: Offer[] = []) {
  const chart = createActor(
    transfersMachine.provide({
      actors: actorsOf(new QueryClient(), transferActors),
      actions: { notifyError: (_, { text }) => notifyError(text) },
    }),
    { input: { lines, offers, attempt: 'k1' } },
  ).start()
  render(
    <>
      <BackToOverview chart={undefined} transfers={chart} />
      <TransferTickets chart={chart} checkout={{ tickets: [], payment_plan_remaining: false }} />
    </>,
  )
  return chart
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => buyer.click(button(name))
const accordion = (title: string) =>
  screen.getByRole('heading', { name: title, level: 2 }).closest('details') as HTMLDetailsElement
/** The row of a recipient in the open accordion. */
function recipient(number: number) {
  const line = within(document.querySelector<HTMLElement>('details[open]') ?? document.body)
  return within(line.getByRole('group', { name: `Recipient ${number}` }))
}
const quantity = (number: number) =>
  recipient(number).getByRole<HTMLInputElement>('spinbutton', { name: `Tickets for recipient ${number}` })
const send = () => button('Send tickets')
const isBlocked = () => send().getAttribute('aria-disabled') === 'true'
const errors = () => [...document.querySelectorAll('[id$="-error"]')].map((error) => error.textContent)

const oneMore = (number: number) => buyer.click(recipient(number).getByRole('button', { name: 'One more' }))

async function fill(number: number, name = 'Ada Lovelace', email = 'ada@example.com') {
  await buyer.type(recipient(number).getByLabelText('Full name'), name)
  await buyer.type(recipient(number).getByLabelText('Email'), email)
}

async function tickGift(number = 1) {
  await buyer.click(recipient(number).getByRole('checkbox', { name: 'This ticket is a gift' }))
}

async function scheduleGift() {
  await tickGift()
  await buyer.click(recipient(1).getByRole('radio', { name: 'Schedule' }))
}

describe('the screen', () => {
  it('explains what a transfer does [XFER-02, XFER-03]', () => {
    open()
    expect(screen.getByText(/^Your friends get a transfer notification/).textContent).toBe(
      'Your friends get a transfer notification by email. If they accept, the ticket moves to their account, otherwise it stays in your wallet.',
    )
  })

  it('has an accordion for each line, headed "event name - ticket name", the first one open [XFER-04, XFER-05]', () => {
    open([adults, children])
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Lantern Evening - Adult',
      'Lantern Evening - Child',
    ])
    expect([accordion(adults.title).open, accordion(children.title).open]).toEqual([true, false])
  })

  it('has a quantity stepper, name, email and a gift checkbox in each row [XFER-06, XFER-07, XFER-08, XFER-09]', () => {
    open()
    const row = recipient(1)
    expect(quantity(1).value).toBe('1')
    expect(row.getByLabelText<HTMLInputElement>('Full name').value).toBe('')
    expect(row.getByLabelText<HTMLInputElement>('Email').type).toBe('email')
    expect(row.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(row.queryByLabelText('Delivery date')).toBeNull()
  })

  it('goes back to the order [XFER-16]', async () => {
    const chart = open()
    await press('Back')
    expect(chart.getSnapshot().output).toMatchObject({ isSent: false, isChanged: false, offers: [] })
  })
})

describe('quantities', () => {
  it('stop at the tickets of the line, where plus is hidden [XFER-25, XFER-26]', async () => {
    open()
    const more = recipient(1).getByRole('button', { name: 'One more' })
    expect(more.hasAttribute('data-gone')).toBe(false)
    await oneMore(1)
    expect(quantity(1).value).toBe('2')
    expect(more.hasAttribute('data-gone')).toBe(true)
    expect(screen.getByText('2 of 2 chosen')).toBeDefined()
  })

  it('clamp a typed number to what other rows leave [XFER-25]', async () => {
    open()
    await press(/Add another recipient/)
    await buyer.type(quantity(2), '5', { initialSelectionStart: 0, initialSelectionEnd: 1 })
    expect([quantity(1).value, quantity(2).value]).toEqual(['1', '1'])
  })

  it('do not go below 0 [XFER-27]', async () => {
    open([adults, children])
    const less = recipient(1).getByRole('button', { name: 'One less' })
    expect(less.getAttribute('aria-disabled')).toBe('true')
    await buyer.click(less)
    expect(quantity(1).value).toBe('0')
  })
})

describe('recipients', () => {
  it('are added by the plus button, which is hidden at the limit, and typed at once [XFER-15, XFER-26]', async () => {
    open()
    await press('+ Add another recipient')
    expect(document.activeElement).toBe(recipient(2).getByLabelText('Full name'))
    expect(screen.queryByRole('button', { name: /Add another recipient/ })).toBeNull()
  })

  it('are removed, all but the first, and the focus goes to the one before [XFER-10]', async () => {
    open()
    await press('+ Add another recipient')
    expect(screen.queryByRole('button', { name: 'Remove recipient 1' })).toBeNull()
    await press('Remove recipient 2')
    expect(screen.queryByRole('group', { name: 'Recipient 2' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Recipient 1' }))
  })
})

describe('a gift', () => {
  it('is sent now, unless the buyer schedules it', async () => {
    open()
    await fill(1)
    await tickGift()
    expect(recipient(1).getByRole<HTMLInputElement>('radio', { name: 'Send now' }).checked).toBe(true)
    expect(isBlocked()).toBe(false)
  })

  it('is scheduled or sent now [XFER-11, XFER-12, XFER-13, OPEN-89]', async () => {
    open()
    await scheduleGift()
    const delivery = within(screen.getByRole('group', { name: 'Delivery' }))
    expect(screen.getByLabelText<HTMLInputElement>('Delivery date').type).toBe('text')
    expect(screen.getByLabelText<HTMLInputElement>('Delivery time').type).toBe('time')
    await buyer.click(delivery.getByRole('radio', { name: 'Send now' }))
    expect(screen.queryByLabelText('Delivery date')).toBeNull()
    expect(screen.queryByLabelText('Delivery time')).toBeNull()
  })

  it('can have a message [XFER-14]', async () => {
    open()
    expect(screen.queryByPlaceholderText('Leave a message...')).toBeNull()
    await tickGift()
    const message = screen.getByPlaceholderText<HTMLTextAreaElement>('Leave a message...')
    expect(screen.getByLabelText('Message (optional)')).toBe(message)
    expect(message.maxLength).toBe(1000)
  })

  it('needs date and time when it is scheduled [XFER-22, XFER-23, XFER-32]', async () => {
    open()
    await fill(1)
    await scheduleGift()
    await press('Send tickets')
    expect(errors()).toEqual(['Please enter a date', 'Please enter a time'])
    await buyer.type(screen.getByLabelText('Delivery date'), '24/12/2099')
    fireEvent.change(screen.getByLabelText('Delivery time'), { target: { value: '18:30' } })
    expect(errors()).toEqual([])
    expect(isBlocked()).toBe(false)
  })

  it('cannot be delivered in the past [XFER-31]', async () => {
    open()
    await fill(1)
    await scheduleGift()
    fireEvent.change(screen.getByLabelText('Delivery time'), { target: { value: '18:30' } })
    await buyer.type(screen.getByLabelText('Delivery date'), '24/12/2020')
    await press('Send tickets')
    expect(errors()).toEqual(['Please enter a date that is not in the past'])
    expect(sent).toEqual([])
  })

  it('takes its date from a calendar, which starts today and offers no earlier day [XFER-12, XFER-31, XFER-32]', async () => {
    open()
    await scheduleGift()
    await press('Choose in the calendar')
    const calendar = within(await screen.findByRole('dialog', { name: 'Delivery date' }, { timeout: 15_000 }))
    const today = await calendar.findByRole('button', { name: /^Today, / }, { timeout: 15_000 })
    expect(document.activeElement).toBe(today)
    const days = calendar.getAllByRole<HTMLButtonElement>('button', { name: /20\d\d/ })
    for (const day of days.slice(0, days.indexOf(today as HTMLButtonElement))) expect(day.disabled).toBe(true)
    await buyer.click(today)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Delivery date').value).toBe(ukDateOf(ukToday()))
  })
})

describe('"Send tickets"', () => {
  it('is disabled with its reason until every entry is valid [XFER-16, XFER-28]', async () => {
    open()
    expect(isBlocked()).toBe(true)
    expect(screen.getByText("Complete the recipient's details first.")).toBeDefined()
    await fill(1)
    expect(isBlocked()).toBe(false)
    await press('+ Add another recipient')
    expect(isBlocked()).toBe(true)
    expect(screen.getByText('Complete the details of every recipient first.')).toBeDefined()
    await fill(2, 'Bo', 'bo@')
    expect(isBlocked()).toBe(true)
    await buyer.type(recipient(2).getByLabelText('Email'), 'example.com')
    expect(isBlocked()).toBe(false)
  })

  it.each([
    ['Bo 4242424242424242', 'Hello', 'Full name', 'Please do not type card numbers here'],
    ['Bo www.evil.example', 'Hello', 'Full name', 'Please type a name without web or email addresses'],
    ['Bo', 'Pay with 4242 4242 4242 4242', 'Message (optional)', 'Please do not type card numbers here'],
    [
      'Bo',
      'Win at evil.example',
      'Message (optional)',
      'Please write a message without web or email addresses, and with a space after each full stop',
    ],
  ])(
    'says at the field why the gift to %j with %j is not sent [S33, S36, S43]',
    async (name, text, label, reason) => {
      open()
      await fill(1, name)
      await tickGift()
      await buyer.type(recipient(1).getByLabelText('Message (optional)'), text)
      await press('Send tickets')
      expect(errors()).toEqual([reason])
      const described = recipient(1).getByLabelText(label).getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(described.split(' ').at(-1) ?? '')?.textContent).toBe(reason)
      expect(sent).toEqual([])
    },
  )

  it("speaks of the recipient's details while only one is typed, also of several lines, who gets a ticket [XFER-28]", async () => {
    open([adults, children])
    await buyer.type(recipient(1).getByLabelText('Full name'), 'Bo')
    expect(quantity(1).value).toBe('1')
    expect(screen.getByText("Complete the recipient's details first.")).toBeDefined()
  })

  it('asks for a number and a recipient where nothing is chosen of several lines [XFER-16, XFER-28]', () => {
    open([adults, children])
    expect(isBlocked()).toBe(true)
    expect(screen.getByText('Choose how many tickets to send, and to whom.')).toBeDefined()
  })

  it('lists what is missing and sends nothing [XFER-19, XFER-20, XFER-21, XFER-30]', async () => {
    open()
    await buyer.click(recipient(1).getByRole('button', { name: 'One less' }))
    await press('Send tickets')
    expect(errors()).toEqual([
      'Please choose how many tickets',
      'Please enter a name',
      'Please enter an email',
    ])
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    await buyer.click(within(summary).getByRole('link', { name: 'Please enter a name' }))
    expect(document.activeElement).toBe(recipient(1).getByLabelText('Full name'))
    await buyer.type(recipient(1).getByLabelText('Full name'), 'A')
    expect(errors()).toEqual(['Please enter an email'])
    expect(sent).toEqual([])
  })

  it('opens the first line with an invalid row [XFER-29, XFER-30]', async () => {
    const chart = open([adults, children])
    await oneMore(1)
    await fill(1)
    act(() => chart.send({ type: 'line.toggle', ticketId: 'c' }))
    const child = within(accordion(children.title))
    await buyer.type(child.getByLabelText('Full name'), 'Bo')
    act(() => chart.send({ type: 'line.toggle', ticketId: 'a' }))
    await press('Send tickets')
    expect([accordion(adults.title).open, accordion(children.title).open]).toEqual([false, true])
    expect(errors()).toEqual(['Please enter an email'])
    expect(sent).toEqual([])
  })

  it('sends each used row with the documented fields [CALL-39, ENTI-36, XFER-24]', async () => {
    open([adults, children])
    await oneMore(1)
    await fill(1)
    await press('Send tickets')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      'transfers[0][ticket_id]': 'a',
      'transfers[0][name]': 'Ada Lovelace',
      'transfers[0][email]': 'ada@example.com',
      'transfers[0][qty]': '1',
      'transfers[0][is_gift]': 'false',
      'transfers[0][send_gift]': 'Send now',
      'transfers[0][delivery_date]': '',
      'transfers[0][delivery_time]': '',
      'transfers[0][message]': '',
      attempt: 'k1',
    })
  })

  it.each([
    ['an object', () => Response.json({ success: true })],
    ['a number', () => Response.json(1)],
    ['a text', () => Response.json('1')],
    ['an empty list', () => Response.json([])],
    ['nothing', () => new Response(null, { status: 200 })],
  ])('replaces the form by its success if the reply is %s [XFER-17]', async (_, answer) => {
    reply = answer
    const chart = open()
    await fill(1)
    await press('Send tickets')
    const success = await screen.findByText('Your tickets have been transferred')
    expect(document.activeElement).toBe(success)
    expect(document.querySelector('form')).toBeNull()
    expect(screen.queryByText(/in your wallet/)).toBeNull()
    await press('Back')
    expect(chart.getSnapshot().output).toMatchObject({
      isSent: true,
      isChanged: false,
      lines: [],
      offers: [],
    })
  })

  it("can be pressed again after a failure, which shows the toast and the shop's reason [XFER-35, ERRS-44]", async () => {
    reply = () => Response.json({ message: 'These tickets cannot be transferred' }, { status: 422 })
    document.title = 'Transfer tickets'
    open()
    await fill(1)
    await press('Send tickets')
    expect(await screen.findByText('These tickets cannot be transferred')).toBeDefined()
    expect(document.title).toBe('Error: Transfer tickets')
    expect(notifyError.mock.calls).toEqual([['Unable to send tickets. Please try again later']])
    expect(isBlocked()).toBe(false)
    expect(recipient(1).getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Lovelace')
  })

  it('shows the toast alone if the back-end lacks the call [XFER-35, ERRS-44]', async () => {
    reply = () => Response.json({ message: 'Not found' }, { status: 404 })
    open()
    await fill(1)
    await press('Send tickets')
    await waitFor(() =>
      expect(notifyError.mock.calls).toEqual([['Unable to send tickets. Please try again later']]),
    )
    expect(document.body.textContent).not.toContain('Not found')
  })

  it('is busy while the tickets are sent, and ignores further presses', async () => {
    let arrive = () => {}
    reply = () => new Promise((resolve) => (arrive = () => resolve(Response.json(1))))
    open()
    await fill(1)
    await press('Send tickets')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(send().getAttribute('aria-busy')).toBe('true')
    await press('Send tickets')
    expect(button('Back').getAttribute('aria-disabled')).toBe('true')
    arrive()
    await screen.findByText('Your tickets have been transferred')
    expect(sent).toHaveLength(1)
    expect(button('Back').getAttribute('aria-disabled')).toBeNull()
  })
})

describe('offers', () => {
  const offer = {
    id: 'o1',
    ticket_id: 'a',
    title: 'Lantern Evening - Adult',
    qty: 1,
    name: 'Bo',
    email: 'bo@example.com',
    status: 'offered',
    send_on: '',
  }
  const words = () => document.body.textContent
  const answer = (...transfers: object[]) => Response.json({ success: true, transfers })

  it('are listed after sending as offered, or with the time at which they are sent', async () => {
    open()
    await fill(1, 'Bo', 'bo@example.com')
    reply = () => answer(offer, { ...offer, id: 'o2', status: 'scheduled', send_on: 'Thu 24 Dec, 6:00pm' })
    await press('Send tickets')
    expect(await screen.findByText('Offered to Bo, bo@example.com')).toBeDefined()
    expect(words()).toContain('Will be sent on Thu 24 Dec, 6:00pm to Bo, bo@example.com')
    expect(words()).toContain('Offered to 1 person')
    expect(words()).toContain('The tickets stay in your wallet until they are accepted.')
  })

  it('say how they are accepted, and until when they can be taken back, while one of them is open', () => {
    open([], [offer])
    expect(words()).toContain(
      'Your friends are asked by email; until they accept, you can correct or cancel an offer here.',
    )
    cleanup()
    open([], [{ ...offer, status: 'accepted' }])
    expect(words()).not.toContain('asked by email')
  })

  it('say that friends are asked at the chosen time while all of them wait for it', () => {
    const scheduled = { ...offer, id: 'o2', status: 'scheduled', send_on: 'Thu 24 Dec, 6:00pm' }
    open([], [scheduled, { ...offer, status: 'accepted' }])
    expect(words()).toContain(
      'The tickets stay in your wallet until they are accepted. Your friends are asked by email at the time you chose; until they accept, you can correct or cancel an offer here.',
    )
    cleanup()
    open([], [scheduled, offer])
    expect(words()).toContain('Your friends are asked by email; until they accept,')
  })

  it('have no buttons if the back-end does not list them', async () => {
    open()
    await fill(1)
    await press('Send tickets')
    expect(await screen.findByText('Your tickets have been transferred')).toBeDefined()
    expect(words()).toContain('Your friends get an email. The tickets move once they accept.')
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Back'])
  })

  it('are taken back at the press of a button', async () => {
    open([], [offer])
    reply = () => answer()
    await press(/^Cancel/)
    expect(sent).toEqual([{ transfer_id: 'o1' }])
    await waitFor(() => expect(words()).not.toContain('Offered to Bo'))
    expect(words()).not.toContain('have been transferred')
  })

  it('are corrected in a form that knows name and email, and checks them', async () => {
    open([], [offer])
    await press(/^Correct/)
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect([screen.getByLabelText<HTMLInputElement>('Full name').value, email.value]).toEqual([
      'Bo',
      'bo@example.com',
    ])
    await buyer.clear(email)
    await press('Offer to this address instead')
    expect(sent).toEqual([])
    expect(errors()).toEqual([expect.stringContaining('Please enter an email')])
    await buyer.type(email, 'right@example.com')
    reply = () => answer({ ...offer, id: 'o3', email: 'right@example.com' })
    await press('Offer to this address instead')
    expect(sent).toEqual([{ transfer_id: 'o1', name: 'Bo', email: 'right@example.com' }])
    expect(await screen.findByText('Offered to Bo, right@example.com')).toBeDefined()
  })

  it('that wait for their time are corrected without a word about a link, as none was sent', async () => {
    open([], [{ ...offer, status: 'scheduled', send_on: 'Thu 24 Dec, 6:00pm' }])
    await press(/^Correct/)
    expect(screen.getByText('We have sent nothing to bo@example.com yet.')).toBeDefined()
    expect(words()).not.toContain('link')
  })

  it('say why they could not be changed, and what became of them meanwhile', async () => {
    open([], [offer])
    globalThis.fetch = async (input, init) => {
      const { url } = new Request(input, init)
      return url.includes('get_simple_info')
        ? Response.json({ transfers: [{ ...offer, status: 'accepted' }] })
        : Response.json({ message: 'Bo has accepted these tickets already' }, { status: 409 })
    }
    await press(/^Cancel/)
    expect(await screen.findByText('Bo has accepted these tickets already')).toBeDefined()
    expect(await screen.findByText('Accepted by Bo')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })
})
