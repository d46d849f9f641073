// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { pending, refused, settled } from '#src/checkout/testing/open-checkout.tsx'
import { fakeSeatsio, type FakeSeat } from './testing/fake-seatsio.ts'

const friday = 'the-tempest-friday'

const replies = {
  get_event_date: {
    event_date: {
      id: friday,
      nice_date: 'Friday 4 December, 7.30pm',
      event: {
        id: 'the-tempest',
        title: 'The Tempest',
        provider_identifier: 'tempest-fri',
        venue_name: 'Old Harbour Theatre',
      },
      pricing: [
        {
          category: 'stalls',
          ticketTypes: [
            { ticketType: '31', label: 'Adult', price: '45.00' },
            { ticketType: '32', label: 'Under 18', price: '22.50' },
          ],
        },
        { category: 'circle', ticketTypes: [{ ticketType: '33', label: 'Standard', price: 25 }] },
      ],
    },
  },
  get_current_seating_plan: {
    seating_plan_layout: {
      seating_plan_provider: { provider: 'seatsio', public_key: 'public-key_1', region: 'eu' },
    },
    seating_plan_event: { id: 'the-tempest', provider_identifier: 'tempest-fri' },
  },
  get_user: { user: [] },
  get_free_seats: {
    seats: [
      { label: 'Stalls-C-2', section: 'Stalls', row: 'C', number: '2', category: 'stalls' },
      {
        label: 'Stalls-C-10',
        section: 'Stalls',
        row: 'C',
        number: '10',
        category: 'stalls',
        restricted_view: true,
      },
      { label: 'Circle-A-1', section: 'Circle', row: 'A', number: '1', category: 'circle', accessible: true },
    ],
  },
  get: { state: 'basket', tickets: [] },
  add: {},
  remove_from_basket: {},
}
type Name = keyof typeof replies
type Reply = object | Response | (() => Promise<Response>)

const hallSeats = (): FakeSeat[] => [
  { label: 'Stalls-C-1' },
  { label: 'Stalls-C-2' },
  { label: 'Stalls-C-10', restrictedView: true },
  { label: 'Circle-A-1', accessible: true },
]

let close = () => {}
/** Toasts of other tests: they stay until they are closed. */
let earlier: string[] = []
afterEach(() => {
  close()
  cleanup()
  window.seatsio = undefined as never
  delete document.documentElement.dataset.theme
  sessionStorage.clear()
  vi.useRealTimers()
})

let assign: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  assign.mockClear()
  earlier = allToasts()
})

/** Renders the screen with its real chart, actors and calls; shop and provider are fake. */
async function openSeats(
  changes: Partial<Record<Name, Reply>> = {},
  {
    held = [] as string[],
    hasScript = true,
    canBeRead = true,
    /** The basket that comes with the page, as does all that it begins with; undefined if it is to ask for that. */
    ofPage = undefined as { checkout?: unknown } | undefined,
  } = {},
) {
  const calls: { name: string; fields: Record<string, string> }[] = []
  const answers: Record<string, Reply> = { ...replies, ...changes }
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.replace(`/${friday}`, '').split('/').findLast(Boolean) ?? ''
    calls.push({ name, fields: Object.fromEntries(new URLSearchParams(await request.text())) })
    const reply = answers[name] ?? {}
    if (typeof reply === 'function') return reply()
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  }
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const hall = fakeSeatsio(hallSeats())
  hall.held = held
  hall.canBeRead = canBeRead
  if (!hasScript) window.seatsio = undefined as never

  window.history.replaceState(null, '', `/events/book_seats/${friday}/`)
  const { seatsWith } = await import('#src/app/seats-with.ts')
  const { queryClient } = await import('#src/app/query-client.ts')
  const { SeatsScreen } = await import('#src/seats/seats-screen.tsx')
  const { Announcer } = await import('#src/ui/announcer.tsx')
  const { storePageSeating } = await import('#src/seats/page-seating.ts')
  const { loadToaster } = await import('#src/ui/notify.ts')
  await loadToaster()
  queryClient.clear()
  if (ofPage)
    storePageSeating(queryClient, {
      ...{ eventDateId: friday, user: replies.get_user, eventDate: replies.get_event_date },
      ...{ seatingPlan: replies.get_current_seating_plan, ...ofPage },
    })
  const actor = createActor(seatsWith(queryClient), { input: { eventDateId: friday } })
  close = () => actor.stop()
  calls.length = 0
  actor.start()
  render(
    <QueryClientProvider client={queryClient}>
      <Announcer />
      <SeatsScreen actor={actor} />
    </QueryClientProvider>,
  )
  await settled()
  const buyer = userEvent.setup({ delay: null })
  return {
    hall,
    calls,
    actor,
    sent: (name: string) => calls.filter((call) => call.name === name).map(({ fields }) => fields),
    answer: (name: Name, reply: Reply) => void (answers[name] = reply),
    /** Chooses a seat on the seating plan. */
    async pick(label: string, ticketType?: string) {
      act(() => hall.plan.pick(label, ticketType))
      await settled()
    },
    async drop(label: string) {
      act(() => hall.plan.drop(label))
      await settled()
    },
    async press(name: string | RegExp, role = 'button') {
      await buyer.click(screen.getByRole(role, { name }))
      await settled()
    },
    buyer,
  }
}

/** Opens the screen with simulated time, which `pass` lets pass. */
async function openSlowly(...shop: Parameters<typeof openSeats>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const opened = await openSeats(...shop)
  const pass = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
    await settled()
  }
  return { ...opened, pass }
}

const page = () => within(screen.getByRole('main'))
const chosen = () => within(screen.getByRole('region', { name: 'Your seats' }))
const rows = () =>
  chosen()
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
const add = () => screen.queryByRole('button', { name: 'Add To Basket!' })
const allToasts = () =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((one) => one.textContent ?? '')
const toasts = () => allToasts().filter((text) => !earlier.includes(text))
const state = () => document.querySelector('[data-screen="seats"]')?.getAttribute('data-substate')

describe('the seating plan', () => {
  it('is drawn with a legend from the keys of the plan, in the buyer’s session [SEAT-01, SEAT-22, SEAT-23, SEAT-24, SEAT-25]', async () => {
    const { hall } = await openSeats()
    expect(hall.plan.config).toMatchObject({
      workspaceKey: 'public-key_1',
      event: 'tempest-fri',
      session: 'continue',
      showLegend: true,
      colorScheme: 'light',
    })
    expect(screen.getByRole('region', { name: 'Seating plan' })).toBeDefined()
  })

  it('demands seats next to each other without leaving single ones, and offers none without a price [SEAT-15, SEAT-16, SEAT-17]', async () => {
    const { hall } = await openSeats()
    expect(hall.plan.config.selectionValidators).toEqual([
      { type: 'noOrphanSeats' },
      { type: 'consecutiveSeats' },
    ])
    expect(hall.plan.config.objectWithoutPricingSelectable).toBe(false)
  })

  it('shows the prices of the shop in pounds [SEAT-18, ENTI-38, ENTI-43]', async () => {
    const { hall } = await openSeats()
    const { prices, priceFormatter } = hall.plan.config.pricing as {
      prices: unknown[]
      priceFormatter: (price: number) => string
    }
    expect(prices).toEqual([
      {
        category: 'stalls',
        ticketTypes: [
          { ticketType: '31', label: 'Adult', price: 45 },
          { ticketType: '32', label: 'Under 18', price: 22.5 },
        ],
      },
      { category: 'circle', ticketTypes: [{ ticketType: '33', label: 'Standard', price: 25 }] },
    ])
    expect([45, 22.5].map(priceFormatter)).toEqual(['£45', '£22.50'])
  })

  it('is drawn once, whatever is chosen', async () => {
    const { hall, pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    await pick('Stalls-C-2', '31')
    expect(hall.plans.filter(({ state }) => state === 'RENDERED')).toHaveLength(1)
  })

  it('stands under the name, date and venue of the event [SEAT-38]', async () => {
    await openSeats()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The Tempest')
    expect(screen.getByRole('main').textContent).toContain('Friday 4 December, 7.30pm')
    expect(screen.getByRole('main').textContent).toContain('Old Harbour Theatre')
    expect(document.title).toContain('The Tempest')
  })

  it('is shown to a visitor who is not signed in [ROLE-15]', async () => {
    const { hall } = await openSeats({ get_user: { user: [] } })
    expect(hall.plan.state).toBe('RENDERED')
  })
})

describe('the chosen seats', () => {
  it('are listed by section-row-number with ticket type and price [SEAT-02, SEAT-03, SEAT-04, SEAT-05, SEAT-10]', async () => {
    const { pick } = await openSeats()
    await pick('Circle-A-1')
    expect(rows()).toEqual(['Circle, row A, seat 1StandardCircle-A-1Step-free wheelchair space£25'])
    await pick('Stalls-C-1', '32')
    expect(rows()).toHaveLength(2)
    expect(rows()[1]).toContain('Stalls-C-1')
    expect(rows()[1]).toContain('£22.50')
  })

  it('leave the list when they are released on the seating plan [SEAT-11]', async () => {
    const { pick, drop } = await openSeats()
    await pick('Stalls-C-1', '31')
    await pick('Stalls-C-2', '31')
    await drop('Stalls-C-1')
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('Stalls-C-2')
  })

  it('have a running total, without decimals for whole pounds [SEAT-06, SEAT-19, SEAT-20]', async () => {
    const { pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    expect(chosen().getByText('Total for 1 seat').parentElement?.textContent).toContain('£45')
    await pick('Stalls-C-2', '32')
    expect(chosen().getByText('Total for 2 seats').parentElement?.textContent).toBe('Total for 2 seats£67.50')
  })

  it('tell what is to pay with the booking fee, and its parts', async () => {
    const pricing = [
      {
        category: 'circle',
        ticketTypes: [{ ticketType: '33', label: 'Standard', price: 25, booking_fee: '2.50' }],
      },
    ]
    const event_date = { ...replies.get_event_date.event_date, pricing }
    const { hall, pick } = await openSeats({ get_event_date: { event_date } })
    const { prices } = hall.plan.config.pricing as { prices: { ticketTypes: object[] }[] }
    expect(prices[0]?.ticketTypes).toEqual([{ ticketType: '33', label: 'Standard', price: 27.5, fee: 2.5 }])
    await pick('Circle-A-1')
    expect(rows()[0]).toContain('£27.50£25 +\u00a0£2.50\u00a0fee')
    expect(chosen().getByText('Total for 1 seat').parentElement?.textContent).toBe(
      'Total for 1 seat£27.50£25 +\u00a0£2.50\u00a0fee',
    )
  })

  it('are named in the bar of a phone with their ticket types, if there are others', async () => {
    const { pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    await pick('Stalls-C-2', '32')
    await pick('Circle-A-1', '33')
    expect(
      chosen().getByText(
        'Stalls, row C, seat 1 (Adult); Stalls, row C, seat 2 (Under 18); Circle, row A, seat 1',
      ),
    ).toBeDefined()
  })

  it('are announced with their total', async () => {
    const { pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    expect(chosen().getByRole('status').textContent).toBe('1 seat chosen: Stalls, row C, seat 1. Total £45.')
  })

  it('can be removed without the seating plan, and the focus stays beside the list', async () => {
    const { hall, pick, press } = await openSeats()
    await pick('Stalls-C-1', '31')
    await press('Remove Stalls, row C, seat 1')
    expect(hall.plan.chosen.size).toBe(0)
    expect(rows()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Your seats')
  })

  it('can get another ticket type [ENTI-41]', async () => {
    const { hall, pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    fireEvent.change(screen.getByLabelText('Ticket type of Stalls, row C, seat 1'), {
      target: { value: '32' },
    })
    await settled()
    expect(hall.plan.chosen).toEqual(new Map([['Stalls-C-1', '32']]))
    expect(chosen().getByText('Total for 1 seat').parentElement?.textContent).toContain('£22.50')
  })

  it('are there again after a reload with seats held', async () => {
    await openSeats({}, { held: ['Stalls-C-1'] })
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('Stalls-C-1')
  })

  it('that are in the basket already are neither counted nor added again', async () => {
    const tickets = [{ ticket_id: '31', qty: 1, price: '45', date_id: friday, seats: ['Stalls-C-1'] }]
    await openSeats({ get: { state: 'basket', tickets } }, { held: ['Stalls-C-1'] })
    expect(rows()[0]).toContain('In your basket')
    expect(add()).toBeNull()
  })

  it('that the basket names but the shop no longer holds are added again', async () => {
    const tickets = [
      {
        ...{ ticket_id: '31', qty: 2, price: '45', date_id: friday },
        ...{ seats: ['Stalls-C-1', 'Stalls-C-2'], lapsed_seats: ['Stalls-C-1'] },
      },
    ]
    const { press, sent } = await openSeats(
      { get: { state: 'basket', tickets } },
      { held: ['Stalls-C-1', 'Stalls-C-2'] },
    )
    expect(rows()[0]).not.toContain('In your basket')
    expect(rows()[1]).toContain('In your basket')
    await press('Add To Basket!')
    expect(sent('add')[0]).toMatchObject({ 'ticket[31][qty]': '1', 'ticket[31][seats][0][number]': '1' })
  })

  it('tell the time for which they are held', async () => {
    const { pick } = await openSeats()
    expect(screen.queryByRole('timer')).toBeNull()
    await pick('Stalls-C-1', '31')
    expect(screen.getByRole('timer').textContent).toBe('Your seats: Held 15m')
  })
})

describe('the seats of this date that are in the basket', () => {
  const line = {
    ...{ ticket_id: 'adult-friday', ticket_name: 'Adult', qty: 2, price: '45', date_id: friday },
    seats: ['Stalls-C-11', 'Stalls-C-12'],
  }
  const other = {
    ...line,
    ticket_id: 'adult-saturday',
    date_id: 'the-tempest-saturday',
    seats: ['Stalls-A-1'],
  }
  const basket = { state: 'basket', tickets: [line, other], can_remove_seats: true }
  const bins = () => chosen().queryAllByRole('button', { name: /^Remove .* from your basket$/ })
  const remove = 'Remove Stalls, row C, seat 11 from your basket'

  it('are listed from the start, also if the seating plan does not tell of them, with a way back to the basket', async () => {
    const { hall } = await openSeats({ get: basket })
    expect(rows()).toHaveLength(2)
    expect(rows()[0]).toContain('Stalls, row C, seat 11')
    expect(rows()[0]).toContain('In your basket')
    expect(add()).toBeNull()
    expect(chosen().getByText('Choose another seat to add it, or remove one in the list.')).toBeDefined()
    expect(chosen().getByRole('link', { name: 'Back to your basket' }).getAttribute('href')).toBe(
      '/checkout/',
    )
    expect(hall.plan.changes.extraConfig).toMatchObject({ own: line.seats })
  })

  it('have the colour of the text on the seating plan, and no other seats', async () => {
    document.body.style.color = 'rgb(1, 2, 3)'
    const { hall } = await openSeats({ get: basket })
    document.body.style.color = ''
    const { objectColor, extraConfig } = hall.plan.changes
    const colour = (label: string) => objectColor?.({ label } as never, 'grey', extraConfig ?? {})
    expect(['Stalls-C-11', 'Stalls-C-13'].map(colour)).toEqual(['rgb(1, 2, 3)', 'grey'])
  })

  it('say on the seating plan that they are in the basket, and where they can be removed', async () => {
    const { hall } = await openSeats({ get: basket })
    const told = (label: string) => hall.plan.config.popoverInfo?.({ label } as never)
    expect(told('Stalls-C-11')).toBe('In your basket. You can remove it in the list of your seats.')
    expect(told('Stalls-C-13')).toBe('')
  })

  it('say on the seating plan that they are in the basket, without a word of removing where the shop cannot', async () => {
    const { hall } = await openSeats({ get: { ...basket, can_remove_seats: false } })
    expect(hall.plan.config.popoverInfo?.({ label: 'Stalls-C-11' } as never)).toBe('In your basket.')
    expect(chosen().getByText('Choose another seat to add it.')).toBeDefined()
  })

  it('are counted apart from the others beside the total, as the way back to the basket', async () => {
    const { pick } = await openSeats({ get: basket })
    expect(chosen().getByRole('button', { name: 'Show 2 seats' })).toBeDefined()
    await pick('Circle-A-1')
    expect(chosen().getByRole('button', { name: 'Show all seats' })).toBeDefined()
    const back = chosen().getByRole('link', { name: '2 in your basket' })
    expect(back.getAttribute('href')).toBe('/checkout/')
    expect(back.parentElement?.textContent).toBe('Circle, row A, seat 1, and 2 in your basket')
  })

  it('stay listed when the best seats are found and when the session starts anew', async () => {
    const { hall, press } = await openSeats({ get: basket })
    await press('Find seats')
    expect(rows()).toHaveLength(4)
    act(() => hall.plan.config.onHoldTokenExpired?.())
    await press('Hold the same seats again')
    expect(rows()).toHaveLength(4)
  })

  it('are given back one by one, by their line and name', async () => {
    let tickets = [line, other]
    const { press, sent, hall } = await openSeats({
      get: () => Promise.resolve(Response.json({ ...basket, tickets })),
      remove_from_basket: () => {
        tickets = [{ ...line, qty: 1, seats: ['Stalls-C-12'] }, other]
        return Promise.resolve(Response.json({ success: true }))
      },
    })
    await press(remove)
    expect(sent('remove_from_basket')).toEqual([{ ticket_id: 'adult-friday', seat: 'Stalls-C-11' }])
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('Stalls, row C, seat 12')
    expect(document.activeElement?.textContent).toBe('Your seats')
    expect(hall.plan.changes.extraConfig).toMatchObject({ own: ['Stalls-C-12'] })
  })

  it('say that one is being removed, and cannot be removed twice', async () => {
    const { press, sent } = await openSeats({ get: basket, remove_from_basket: pending().reply })
    await press(remove)
    expect(chosen().getByText('Removing the seat from your basket…')).toBeDefined()
    expect(
      page()
        .getAllByRole('status')
        .map((status) => status.textContent),
    ).toContain('Removing the seat from your basket…')
    await press(remove)
    expect(sent('remove_from_basket')).toHaveLength(1)
  })

  it('stay if the shop refuses to remove one, which is told', async () => {
    const { press } = await openSeats({
      get: basket,
      remove_from_basket: refused('A payment is in progress'),
    })
    await press(remove)
    expect(rows()).toHaveLength(2)
    expect(toasts()).toEqual(['A payment is in progress'])
  })

  it('stay with a word about it if a removal has no answer, and are gone if the basket has lost them all the same', async () => {
    let tickets = [line]
    const { press } = await openSeats({
      get: () => Promise.resolve(Response.json({ ...basket, tickets })),
      remove_from_basket: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await press(remove)
    expect(rows()).toHaveLength(2)
    expect(page().getByText(/^We could not remove that seat from your basket\./)).toBeDefined()
    tickets = [{ ...line, qty: 1, seats: ['Stalls-C-12'] }]
    await press(remove)
    expect(rows()).toHaveLength(1)
  })

  it.each([
    ['of a back-end that does not say that it can', { can_remove_seats: undefined }],
    ['of a back-end that says that it cannot', { can_remove_seats: false }],
  ])('cannot be removed alone %s: it would remove the whole line', async (_, changes) => {
    await openSeats({ get: { ...basket, ...changes } })
    expect(rows()).toHaveLength(2)
    expect(bins()).toEqual([])
  })

  it('can be chosen and added again once the shop no longer holds them', async () => {
    let lapsed_seats: string[] = []
    const named = { ...line, qty: 1, seats: ['Stalls-C-2'] }
    const { press, buyer } = await openSeats({
      get: () => Promise.resolve(Response.json({ ...basket, tickets: [{ ...named, lapsed_seats }] })),
    })
    expect(rows()[0]).toContain('In your basket')
    await buyer.click(page().getByText('Choose from a list'))
    await settled()
    fireEvent.change(screen.getByLabelText('Section'), { target: { value: 'Stalls' } })
    lapsed_seats = named.seats
    await press(/^Stalls, row C, seat 2, /)
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).not.toContain('In your basket')
    expect(add()).not.toBeNull()
  })

  it.each([
    ['of a paid order', { state: 'order_completed', payment_complete: true }, []],
    ['of a basket that somebody has emptied', { tickets: [] }, []],
    [
      'whose other seat the shop no longer holds',
      { tickets: [{ ...line, lapsed_seats: ['Stalls-C-12'] }] },
      [11],
    ],
  ])('are listed as they are after a refusal, which is told: %s', async (why, changes, left) => {
    let now: object = basket
    const { press } = await openSeats({
      get: () => Promise.resolve(Response.json(now)),
      remove_from_basket() {
        now = { ...basket, ...changes }
        return Promise.resolve(refused(`No change ${why}`, 409))
      },
    })
    await press(remove)
    expect(toasts()).toEqual([`No change ${why}`])
    expect(rows().map((row) => /seat (\d+)/.exec(row ?? '')?.[1])).toEqual(left.map(String))
  })

  it('are listed as they are after a removal', async () => {
    let tickets = [line]
    const { press } = await openSeats({
      get: () => Promise.resolve(Response.json({ ...basket, tickets })),
      remove_from_basket() {
        tickets = [{ ...line, qty: 1, seats: ['Stalls-C-13'] }]
        return Promise.resolve(Response.json({ success: true }))
      },
    })
    await press(remove)
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('seat 13')
  })

  it('are not taken for removed by a removal without an answer if the order is paid, or the basket cannot be read', async () => {
    let now = () => Response.json(basket)
    const { press } = await openSeats({
      get: () => Promise.resolve(now()),
      remove_from_basket: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const told = () => page().queryByText(/^We could not remove that seat from your basket\./)
    now = () => refused('Busy', 400)
    await press(remove)
    expect(told()).not.toBeNull()
    expect(rows()).toHaveLength(2)
    now = () => Response.json({ ...basket, payment_complete: true, state: 'order_completed' })
    await press(remove)
    expect(told()).not.toBeNull()
    expect(rows()).toEqual([])
  })

  it('are gone if another window has removed them, which is no failure', async () => {
    let tickets = [line]
    const { press } = await openSeats({
      get: () => Promise.resolve(Response.json({ ...basket, tickets })),
      remove_from_basket() {
        tickets = [{ ...line, qty: 1, seats: ['Stalls-C-12'] }]
        return Promise.resolve(refused('This seat is not in your basket', 404))
      },
    })
    await press(remove)
    expect(rows()).toHaveLength(1)
    expect(toasts()).toEqual([])
    expect(page().queryByText(/could not remove/)).toBeNull()
  })

  it('stay listed but for the removed one if the basket cannot be read after that, and can be removed, too', async () => {
    let isBroken = false
    const { press, sent } = await openSeats({
      get: () => Promise.resolve(isBroken ? refused('Busy', 400) : Response.json(basket)),
      remove_from_basket() {
        isBroken = true
        return Promise.resolve(Response.json({ success: true }))
      },
    })
    await press(remove)
    expect(rows()).toHaveLength(1)
    await press('Find seats')
    expect(rows()).toHaveLength(3)
    await press('Remove Stalls, row C, seat 12 from your basket')
    expect(sent('remove_from_basket')).toHaveLength(2)
    expect(rows()).toHaveLength(2)
  })

  it('are listed once the basket has been read, for which the seating plan does not wait', async () => {
    const { reply, arrive } = pending(basket)
    const { pick, hall } = await openSeats({ get: reply })
    expect(state()).toBe('held')
    await pick('Stalls-C-1', '31')
    expect(rows()).toHaveLength(1)
    arrive()
    await settled()
    expect(rows().map((row) => row?.includes('In your basket'))).toEqual([true, true, false])
    expect(hall.plan.changes.extraConfig).toMatchObject({ own: line.seats })
  })

  it('are asked for again if those that came with the page cannot be read', async () => {
    const { sent } = await openSeats({ get: basket }, { ofPage: { checkout: 'nonsense' } })
    expect(sent('get')).toHaveLength(1)
    expect(rows()).toHaveLength(2)
  })

  it('come with the page, which asks for them no more until the seating plan is loaded again', async () => {
    const { hall, sent, press, answer } = await openSeats({}, { ofPage: { checkout: basket } })
    expect(sent('get')).toEqual([])
    expect(rows()).toHaveLength(2)
    expect(hall.plan.changes.extraConfig).toMatchObject({ own: line.seats })
    answer('get', { ...basket, tickets: [{ ...line, qty: 1, seats: ['Stalls-C-12'] }] })
    act(() => hall.plan.config.onChartRenderingFailed?.(hall.plan as never))
    await press('Try again')
    expect(sent('get')).toHaveLength(1)
    expect(rows()).toHaveLength(1)
  })

  it('are not asked for by the page of a visitor without a basket', async () => {
    const { sent } = await openSeats({ get: basket }, { ofPage: {} })
    expect(sent('get')).toEqual([])
    expect(rows()).toEqual([])
  })

  it('are not those that the page had shown before the browser kept it, if the basket cannot be read', async () => {
    const { answer } = await openSeats({ get: basket })
    expect(rows()).toHaveLength(2)
    answer('get', refused('Busy', 400))
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await settled()
    expect(state()).toBe('held')
    expect(rows()).toEqual([])
  })

  it('are those of lines that name it: one without a date only tells that a chosen seat is in the basket', async () => {
    const undated = { ...line, date_id: undefined, seats: ['Stalls-C-1', 'Stalls-C-2'] }
    await openSeats({ get: { ...basket, tickets: [undated] } }, { held: ['Stalls-C-1'] })
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('In your basket')
  })

  it('are not those of an order that is paid', async () => {
    await openSeats({ get: { ...basket, state: 'order_completed', payment_complete: true } })
    expect(rows()).toEqual([])
  })
})

describe('"Add To Basket!"', () => {
  it('appears once a seat is chosen; until then a line says why not [SEAT-07, SEAT-08]', async () => {
    const { pick } = await openSeats()
    expect(add()).toBeNull()
    expect(chosen().getByText('Choose at least one seat to go on.')).toBeDefined()
    await pick('Stalls-C-1', '31')
    expect(add()).not.toBeNull()
  })

  it('is absent while a hold call is pending, and back when it is complete [SEAT-09, SEAT-12, SEAT-13] [F26]', async () => {
    const { hall, pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    act(() => hall.plan.config.onHoldCallsInProgress?.())
    expect(add()).toBeNull()
    expect(chosen().getByText('Holding your seats…')).toBeDefined()
    act(() => hall.plan.config.onHoldCallsComplete?.())
    expect(add()).not.toBeNull()
  })

  it('explains a choice that breaks a rule of the hall, and adds nothing [SEAT-15, SEAT-16]', async () => {
    const { hall, pick, press, sent } = await openSeats()
    await pick('Stalls-C-1', '31')
    act(() => hall.plan.config.onSelectionInvalid?.(['noOrphanSeats']))
    expect(chosen().getByText(/leaves a single seat empty/)).toBeDefined()
    await press('Add To Basket!')
    expect(sent('add')).toEqual([])
    act(() => hall.plan.config.onSelectionValid?.())
    await press('Add To Basket!')
    expect(sent('add')).toHaveLength(1)
  })

  it('adds the seats by ticket type with the token of the session [SEAT-28, SEAT-29, SEAT-32, SEAT-33, SEAT-34]', async () => {
    const { pick, press, sent } = await openSeats()
    await pick('Stalls-C-1', '31')
    await pick('Stalls-C-2', '31')
    await pick('Circle-A-1')
    await press('Add To Basket!')
    expect(sent('add')).toEqual([
      {
        parent_event_id: '',
        'ticket[31][ticket]': `the-tempest|${friday}|31|0`,
        'ticket[31][vz_id]': '',
        'ticket[31][has_offer]': 'false',
        'ticket[31][qty]': '2',
        'ticket[31][seats][0][section]': 'Stalls',
        'ticket[31][seats][0][row]': 'C',
        'ticket[31][seats][0][number]': '1',
        'ticket[31][seats][0][hold_token]': 'token-1',
        'ticket[31][seats][1][section]': 'Stalls',
        'ticket[31][seats][1][row]': 'C',
        'ticket[31][seats][1][number]': '2',
        'ticket[31][seats][1][hold_token]': 'token-1',
        'ticket[33][ticket]': `the-tempest|${friday}|33|0`,
        'ticket[33][vz_id]': '',
        'ticket[33][has_offer]': 'false',
        'ticket[33][qty]': '1',
        'ticket[33][seats][0][section]': 'Circle',
        'ticket[33][seats][0][row]': 'A',
        'ticket[33][seats][0][number]': '1',
        'ticket[33][seats][0][hold_token]': 'token-1',
      },
    ])
  })

  it('goes to the checkout after the seats are added [SEAT-14, CALL-40]', async () => {
    const { pick, press } = await openSeats()
    await pick('Stalls-C-1', '31')
    expect(assign).not.toHaveBeenCalled()
    await press('Add To Basket!')
    expect(assign).toHaveBeenCalledExactlyOnceWith('/checkout/')
  })

  it('adds once, however often it is pressed', async () => {
    const waiting = pending()
    const { pick, press, sent } = await openSeats({ add: waiting.reply })
    await pick('Stalls-C-1', '31')
    await press('Add To Basket!')
    await press('Add To Basket!')
    waiting.arrive()
    await settled()
    expect(sent('add')).toHaveLength(1)
    expect(assign).toHaveBeenCalledOnce()
  })

  it('does not add again what a lost reply has added [F26]', async () => {
    const { pick, press, sent, answer } = await openSeats({ add: () => Promise.reject(new TypeError('cut')) })
    await pick('Stalls-C-1', '31')
    answer('get', {
      state: 'basket',
      tickets: [{ ticket_id: '31', qty: 1, price: '45', date_id: friday, seats: ['Stalls-C-1'] }],
    })
    await press('Add To Basket!')
    expect(sent('add')).toHaveLength(1)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/checkout/')
  })

  it('asks the basket before another attempt, if a lost reply could not be cleared up', async () => {
    const cut = () => Promise.reject(new TypeError('cut'))
    const { pick, press, sent, answer } = await openSeats({ add: cut, get: refused('', 400) })
    await pick('Stalls-C-1', '31')
    await press('Add To Basket!')
    expect(assign).not.toHaveBeenCalled()
    expect(page().getByText(/They are still held: please try again/)).toBeDefined()
    answer('get', {
      state: 'basket',
      tickets: [{ ticket_id: '31', qty: 1, price: '45', date_id: friday, seats: ['Stalls-C-1'] }],
    })
    answer('add', {})
    await press('Add To Basket!')
    expect(sent('add')).toHaveLength(1)
    expect(assign).toHaveBeenCalledOnce()
  })
})

describe('a failure', () => {
  it.each(['get_event_date', 'get_current_seating_plan'] as const)(
    'of %s is shown as a notification with the message of the reply, and the buyer can try again [SEAT-35, SEAT-36, ERRS-51]',
    async (name) => {
      const { hall, press, answer } = await openSeats({ [name]: refused(`No ${name}`, 404) })
      expect(toasts()).toEqual([`No ${name}`])
      expect(page().queryByText('Loading')).toBeNull()
      expect(hall.plans).toEqual([])
      answer(name, replies[name])
      await press('Try again')
      expect(hall.plan.state).toBe('RENDERED')
    },
  )

  it('to add is shown as a notification, and the seats stay chosen [SEAT-35, SEAT-36, ERRS-51] [F26]', async () => {
    const { pick, press } = await openSeats({ add: refused('You can buy eight tickets at most') })
    await pick('Stalls-C-1', '31')
    await press('Add To Basket!')
    expect(toasts()).toEqual(['You can buy eight tickets at most'])
    expect(add()?.getAttribute('aria-busy')).toBeNull()
    expect(rows()).toHaveLength(1)
    expect(assign).not.toHaveBeenCalled()
  })

  it.each(['get_event_date', 'get_current_seating_plan', 'add'] as const)(
    'of %s without a message shows no notification [SEAT-36, SEAT-37]',
    async (name) => {
      const { pick, press } = await openSeats({ [name]: new Response('', { status: 422 }) })
      if (name === 'add') {
        await pick('Stalls-C-1', '31')
        await press('Add To Basket!')
      }
      expect(toasts()).toEqual([])
      expect(state()).toBe(name === 'add' ? 'held' : 'loading_failed')
    },
  )

  it('of the hold gives the seat up, with a word about it [F26]', async () => {
    const { hall, pick } = await openSeats()
    await pick('Stalls-C-1', '31')
    await act(async () => hall.plan.loseHold('Stalls-C-1'))
    await settled()
    expect(rows()).toEqual([])
    expect(hall.plan.chosen.size).toBe(0)
    expect(page().getByText(/Sorry, Stalls, row C, seat 1 has just been taken/)).toBeDefined()
    expect(add()).toBeNull()
  })

  it('of a slow hold gives up that seat alone, and only the seat that is held is added [SEAT-09, SEAT-12, SEAT-13] [F26]', async () => {
    const { hall, pick, press, sent, pass } = await openSlowly()
    await pick('Stalls-C-1', '31')
    let hold = { complete: () => {} }
    act(() => void (hold = hall.plan.pickSlowly('Stalls-C-2', '31')))
    await pass(60_000)
    expect(add()).toBeNull()
    expect(chosen().getByText('Holding your seats…')).toBeDefined()
    await act(async () => {
      hall.plan.loseHold('Stalls-C-2')
      hold.complete()
    })
    await pass(1_000)
    expect(rows()).toEqual([expect.stringContaining('Stalls-C-1')])
    expect(chosen().getByText('Total for 1 seat').parentElement?.textContent).toContain('£45')
    expect(page().getByText(/Sorry, Stalls, row C, seat 2 has just been taken/)).toBeDefined()
    await press('Add To Basket!')
    expect(sent('add')).toEqual([
      expect.objectContaining({ 'ticket[31][qty]': '1', 'ticket[31][seats][0][number]': '1' }),
    ])
  })

  it('of a slow attempt to add is shown when it comes, and the seats stay chosen [SEAT-35, SEAT-36] [F26]', async () => {
    const late = pending({ message: 'This seat is not on sale any more' }, 422)
    const { pick, press, sent, pass } = await openSlowly({ add: late.reply })
    await pick('Stalls-C-1', '31')
    await press('Add To Basket!')
    await pass(60_000)
    expect(toasts()).toEqual([])
    late.arrive()
    await pass(1_000)
    expect(toasts()).toEqual(['This seat is not on sale any more'])
    expect(rows()).toHaveLength(1)
    expect(sent('add')).toHaveLength(1)
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('a plan', () => {
  it('of an unknown provider is not drawn [SEAT-26]', async () => {
    const seating_plan_provider = { provider: 'otherseats', public_key: 'k', region: 'eu' }
    const { hall } = await openSeats({
      get_current_seating_plan: { seating_plan_layout: { seating_plan_provider } },
    })
    expect(hall.plans).toEqual([])
    expect(page().getByText('Seats for this date cannot be chosen here.')).toBeDefined()
  })

  it.each([
    { provider: 'seatsio', public_key: 'k', region: 'evil.example/#' },
    { provider: 'seatsio', public_key: '"><script>', region: 'eu' },
  ])('with a malformed region or key is not drawn: $region $public_key', async (seating_plan_provider) => {
    const plan = { ...replies.get_current_seating_plan, seating_plan_layout: { seating_plan_provider } }
    const { hall } = await openSeats({ get_current_seating_plan: plan })
    expect(hall.plans).toEqual([])
    expect(state()).toBe('not_offered')
  })

  it('with no price for any seat of the hall says that none can be chosen', async () => {
    const { event_date } = replies.get_event_date
    const pricing = [{ category: 'balcony', ticketTypes: [{ ticketType: '40', label: 'Adult', price: 20 }] }]
    await openSeats({ get_event_date: { event_date: { ...event_date, pricing } } })
    expect(page().getByText('Seats for this date cannot be chosen here.')).toBeDefined()
  })

  it('whose seating plan cannot be read can be drawn again', async () => {
    const { hall, press } = await openSeats({}, { canBeRead: false })
    expect(page().getByText(/The seating plan could not be loaded/)).toBeDefined()
    hall.canBeRead = true
    await press('Try again')
    expect(screen.getByLabelText('Where?')).toBeDefined()
  })
})

describe('the script of the seating plan', () => {
  const scripts = () => [...document.head.querySelectorAll('script')]
  afterEach(() => scripts().forEach((script) => script.remove()))

  it('comes from the regional content network; blocked, it can be tried again [SEAT-21]', async () => {
    const append = vi.spyOn(document.head, 'append').mockImplementation(() => {})
    const { press } = await openSeats({}, { hasScript: false })
    const [first] = append.mock.calls.flat() as HTMLScriptElement[]
    expect(first?.src).toBe('https://cdn-eu.seatsio.net/chart.js')
    act(() => void first?.dispatchEvent(new Event('error')))
    await settled()
    expect(page().getByText(/The seating plan could not be loaded/)).toBeDefined()
    await press('Try again')
    const [, second] = append.mock.calls.flat() as HTMLScriptElement[]
    const hall = fakeSeatsio(hallSeats())
    act(() => void second?.dispatchEvent(new Event('load')))
    await settled()
    expect(hall.plan.state).toBe('RENDERED')
    append.mockRestore()
  })

  /** Opens the screen while the script of a region, which loads once, is on its way; returns a function that lets it come. */
  async function openWaiting(region: string) {
    const { seating_plan_event, seating_plan_layout } = replies.get_current_seating_plan
    const seating_plan_provider = { ...seating_plan_layout.seating_plan_provider, region }
    const get_current_seating_plan = { seating_plan_event, seating_plan_layout: { seating_plan_provider } }
    const append = vi.spyOn(document.head, 'append').mockImplementation(() => {})
    const opened = await openSeats({ get_current_seating_plan }, { hasScript: false })
    const [script] = append.mock.calls.flat() as HTMLScriptElement[]
    append.mockRestore()
    const come = async () => {
      const hall = fakeSeatsio(hallSeats())
      act(() => void script?.dispatchEvent(new Event('load')))
      await settled()
      return hall
    }
    return { ...opened, come }
  }

  it('leaves its place to the prices until the seating plan is drawn', async () => {
    const { come } = await openWaiting('na')
    const map = () => screen.getByRole('region', { name: 'Seating plan' })
    expect(map().textContent).toContain('Adult£45Under 18£22.50Standard£25')
    await come()
    expect(map().textContent).not.toContain('Prices')
  })

  it('is not waited for by who asks for the best seats: they are found as soon as it can be', async () => {
    const { come, press } = await openWaiting('sa')
    await press('One more')
    await press('Find seats')
    expect(screen.getByRole('button', { name: 'Find seats' }).getAttribute('aria-busy')).toBe('true')
    const hall = await come()
    expect(hall.asked).toEqual([{ number: 3 }])
    expect(rows()).toHaveLength(3)
  })

  it('is not waited for by who opens the list of free seats: it is filled with the seating plan', async () => {
    const { come, sent } = await openWaiting('oc')
    const details = page().getByText('Choose from a list').closest('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    await come()
    expect(sent('get_free_seats')).toHaveLength(1)
    expect(screen.getByLabelText('Section')).toBeDefined()
  })
})

describe('without the seating plan', () => {
  it('the best seats are found by number, price and side by side', async () => {
    const { hall, press, buyer } = await openSeats()
    const where = screen.getByLabelText('Where?')
    expect([...where.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      'Anywhere',
      'Stalls, from £22.50, 3 left',
      'Circle, £25, 1 left',
    ])
    await buyer.selectOptions(where, 'stalls')
    await press('Find seats')
    expect(hall.asked).toEqual([{ number: 2, categories: ['stalls'] }])
    expect(rows()).toHaveLength(2)
    expect(hall.plan.zoomedTo).toEqual(['Stalls-C-1', 'Stalls-C-2'])
    expect(add()).not.toBeNull()
  })

  it('the seating plan and then "Add To Basket!" are brought into view once seats are found, which the heading names; if none are, the message', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    const { hall, press } = await openSeats()
    const plan = screen.getByRole('region', { name: 'Seating plan' })
    const isPlan = () => scrolled.mock.contexts.map((one) => plan.contains(one as Element))
    hall.isNextToEachOther = false
    await press('Find seats')
    const texts = scrolled.mock.contexts.map((one) => (one as Element).textContent)
    expect(texts).toEqual([expect.stringMatching(/^There are no 2 free seats next to each other/)])
    expect(isPlan()).toEqual([false])
    scrolled.mockClear()
    hall.isNextToEachOther = true
    await press('Find seats')
    const { parentElement: head } = chosen().getByText('Stalls, row C, seats 1 and 2 (Adult)')
    expect(head?.firstElementChild?.textContent).toBe('Your seats')
    expect(isPlan()).toEqual([true, true, false, false])
    const last = scrolled.mock.contexts.at(-1) as HTMLElement
    expect(within(last).getByRole('button').textContent).toBe('Add To Basket!')
    expect(document.activeElement?.textContent).toBe('Find seats')
    await press('Show 2 seats')
    expect(chosen().queryByText('Stalls, row C, seats 1 and 2 (Adult)')).toBeNull()
  })

  it('found seats may be apart for a buyer who says so, also after a reload', async () => {
    const apart = { held: ['Stalls-C-1', 'Circle-A-1'] }
    const { hall, press } = await openSeats()
    hall.isNextToEachOther = false
    await press('Only seats next to each other', 'checkbox')
    await press('Find seats')
    expect(rows()).toHaveLength(2)
    close()
    cleanup()
    const again = await openSeats({}, apart)
    act(() => again.hall.plan.config.onSelectionInvalid?.(['consecutiveSeats']))
    expect(rows()).toHaveLength(2)
    await again.press('Add To Basket!')
    expect(again.sent('add')).toHaveLength(1)
    close()
    cleanup()

    const later = await openSeats()
    await later.press('Find seats')
    close()
    cleanup()
    const last = await openSeats({}, apart)
    act(() => last.hall.plan.config.onSelectionInvalid?.(['consecutiveSeats']))
    await last.press('Add To Basket!')
    expect(last.sent('add')).toHaveLength(0)
  })

  it('found seats replace those chosen before', async () => {
    const { pick, press } = await openSeats()
    await pick('Circle-A-1')
    await press('Find seats')
    expect(rows().map((row) => row?.slice(0, 21))).toEqual(['Stalls, row C, seat 1', 'Stalls, row C, seat 2'])
  })

  it('seats that are not together are given back', async () => {
    const { hall, press } = await openSeats()
    hall.isNextToEachOther = false
    await press('Find seats')
    expect(rows()).toEqual([])
    expect(hall.plan.chosen.size).toBe(0)
    expect(page().getByText(/There are no 2 free seats next to each other/)).toBeDefined()
  })

  it('says so if there are not enough seats, and keeps those chosen before', async () => {
    const { pick, press, buyer } = await openSeats()
    await pick('Circle-A-1')
    await buyer.selectOptions(screen.getByLabelText('Where?'), 'circle')
    await press('Find seats')
    expect(page().getByText(/could not find that many free seats/)).toBeDefined()
    expect(rows()).toHaveLength(1)
  })

  async function openList(changes = {}, options = {}) {
    const opened = await openSeats(changes, options)
    const details = page().getByText('Choose from a list').closest('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    await settled()
    return opened
  }

  it('seats are chosen by section and row, told their price and restrictions before', async () => {
    const { hall, buyer, press } = await openList()
    const options = (label: string) =>
      [...screen.getByLabelText(label).querySelectorAll('option')].map((one) => one.textContent)
    expect(options('Section')).toEqual(['Circle (1 free)', 'Stalls (2 free)'])
    expect(
      screen.getByRole('button', { name: 'Circle, row A, seat 1, £25, Step-free wheelchair space' }),
    ).toBeDefined()
    await buyer.selectOptions(screen.getByLabelText('Section'), 'Stalls')
    expect(options('Row')).toEqual(['Row C: 2 seats'])
    expect(screen.getAllByRole('button', { name: /^Stalls, row C/ }).map((one) => one.textContent)).toEqual([
      'Stalls, row C, seat 2, from £22.502',
      'Stalls, row C, seat 10, from £22.50, Restricted view10',
    ])
    await press(/^Stalls, row C, seat 2, /)
    expect(hall.plan.chosen).toEqual(new Map([['Stalls-C-2', '31']]))
    expect(
      screen.getByRole('button', { name: /^Stalls, row C, seat 2, / }).getAttribute('aria-pressed'),
    ).toBe('true')
    await press(/^Stalls, row C, seat 2, /)
    expect(hall.plan.chosen.size).toBe(0)
  })

  it('a seat that is released stays in the list with the focus, although the list was read while it was held [A22]', async () => {
    const { press, buyer } = await openList({}, { held: ['Stalls-C-1'] })
    await buyer.selectOptions(screen.getByLabelText('Section'), 'Stalls')
    const seat = () => screen.getByRole('button', { name: /^Stalls, row C, seat 1, / })
    expect(seat().getAttribute('aria-pressed')).toBe('true')
    await press(/^Stalls, row C, seat 1, /)
    expect(rows()).toEqual([])
    expect(seat().getAttribute('aria-pressed')).toBe('false')
    expect(document.activeElement).toBe(seat())
    await press(/^Stalls, row C, seat 1, /)
    expect(rows()).toHaveLength(1)
  })

  it('a seat that is in the basket already is not offered in the list', async () => {
    const tickets = [{ id: 't', date_id: friday, seats: ['Stalls-C-1'] }]
    await openList({ get: { state: 'basket', tickets } }, { held: ['Stalls-C-1'] })
    expect(rows()[0]).toContain('In your basket')
    expect(screen.getByRole('option', { name: 'Stalls (2 free)' })).toBeDefined()
  })

  it('the focus of a seat that others have taken goes to the next one, then to the row [A22]', async () => {
    const { actor, answer, buyer } = await openList()
    await buyer.selectOptions(screen.getByLabelText('Section'), 'Stalls')
    const readAgain = async (left: string[]) => {
      const { seats } = replies.get_free_seats
      answer('get_free_seats', { seats: seats.filter(({ label }) => left.includes(label)) })
      const list = actor.getSnapshot().children.freeSeats
      act(() => {
        list?.send({ type: 'list.close' })
        list?.send({ type: 'list.open' })
      })
      await settled()
    }
    screen.getByRole('button', { name: /^Stalls, row C, seat 2, / }).focus()
    await readAgain(['Stalls-C-10', 'Circle-A-1'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Stalls, row C, seat 10, / }))
    await readAgain(['Circle-A-1'])
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Free seats' }))
  })

  it.each([
    ['has just been reserved there', [], /^Circle, row A, seat 1 is in your basket already/],
    ['has expired', ['Circle-A-1'], /^The time for Circle, row A, seat 1 in your basket expired/],
  ])(
    'does not tell that somebody else has a seat of the own basket, which %s [F26]',
    async (_, lapsed_seats, words) => {
      const { hall, press, answer } = await openList()
      hall.seats.forEach((seat) => (seat.isTaken = true))
      const line = {
        ticket_id: '31',
        qty: 1,
        price: '45',
        date_id: friday,
        seats: ['Circle-A-1'],
        lapsed_seats,
      }
      answer('get', { state: 'basket', tickets: [line] })
      await press(/^Circle, row A, seat 1/)
      expect(page().getByText(words)).toBeDefined()
      expect(page().queryByText(/just been taken/)).toBeNull()
    },
  )

  it('tells that a seat of the list has gone', async () => {
    const { hall, press } = await openList()
    hall.seats.forEach((seat) => (seat.isTaken = true))
    await press(/^Circle, row A, seat 1/)
    expect(page().getByText(/Sorry, Circle, row A, seat 1 has just been taken/)).toBeDefined()
    expect(rows()).toEqual([])
  })

  it('a list that cannot be loaded can be asked for again, and the focus goes to the list', async () => {
    const { press, answer, sent } = await openList({ get_free_seats: refused('') })
    expect(page().getByText('We could not load the free seats.')).toBeDefined()
    answer('get_free_seats', replies.get_free_seats)
    await press('Try again')
    expect(sent('get_free_seats')).toHaveLength(2)
    expect(page().queryByText('We could not load the free seats.')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Section'))
  })

  it('a list is read when it is open and the page is shown, not before', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { sent } = await openList()
    expect(sent('get_free_seats')).toHaveLength(0)
    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(sent('get_free_seats')).toHaveLength(1)
    expect(screen.getByLabelText('Section')).toBeDefined()
  })

  it('a back-end without a list of free seats still finds the best ones', async () => {
    const { press, sent } = await openList({ get_free_seats: new Response('', { status: 404 }) })
    expect(page().getByText(/no list of free seats/)).toBeDefined()
    expect(sent('get_free_seats')).toHaveLength(1)
    await press('Find seats')
    expect(rows()).toHaveLength(2)
  })
})

describe('the end of the session', () => {
  it('is told, and the same seats can be held again', async () => {
    const { hall, pick, press } = await openSeats()
    await pick('Stalls-C-1', '31')
    await act(async () => hall.plan.config.onHoldTokenExpired?.())
    expect(page().getByText('Your time has run out')).toBeDefined()
    expect(add()).toBeNull()
    await press('Hold the same seat again')
    expect(hall.plan.holdToken).toBe('token-2')
    expect(hall.plan.chosen).toEqual(new Map([['Stalls-C-1', '31']]))
    expect(rows()).toHaveLength(1)
    expect(page().getByText(/holding the same seats for you again/)).toBeDefined()
  })

  it('is told of the seats that are not in the basket, as is the time for which they are held', async () => {
    const tickets = [{ id: 't', date_id: friday, seats: ['Stalls-C-1'] }]
    const { hall, pick } = await openSeats({ get: { state: 'basket', tickets } }, { held: ['Stalls-C-1'] })
    expect(screen.queryByText('Your seats:')).toBeNull()
    await pick('Stalls-C-2', '31')
    expect(screen.getByText('Your seats:')).toBeDefined()
    act(() => hall.plan.config.onHoldTokenExpired?.())
    await settled()
    expect(page().getByText(/^We could no longer hold Stalls, row C, seat 2\./)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Hold the same seat again' })).toBeDefined()
  })

  it('names the seats that are no longer free [F26]', async () => {
    const { hall, pick, press } = await openSeats()
    await pick('Stalls-C-2', '31')
    await pick('Stalls-C-1', '31')
    await act(async () => hall.plan.config.onHoldTokenExpired?.())
    hall.seats.find(({ label }) => label === 'Stalls-C-1')!.isTaken = true
    await press('Hold the same seats again')
    expect(rows()).toHaveLength(1)
    expect(page().getByText(/Stalls, row C, seat 1 is no longer free/)).toBeDefined()
  })

  it('between choosing and adding starts afresh with the same seats [F26]', async () => {
    const gone = Response.json({ message: 'Your time is over', expired_token: true }, { status: 409 })
    const { hall, pick, press, answer, sent } = await openSeats({ add: gone })
    await pick('Stalls-C-1', '31')
    await press('Add To Basket!')
    expect(hall.plan.holdToken).toBe('token-2')
    expect(rows()).toHaveLength(1)
    expect(page().getByText(/Your time had run out/)).toBeDefined()
    expect(assign).not.toHaveBeenCalled()
    answer('add', {})
    await press('Add To Basket!')
    expect(sent('add').at(-1)).toMatchObject({ 'ticket[31][seats][0][hold_token]': 'token-2' })
    expect(assign).toHaveBeenCalledOnce()
  })

  it('during a slow hold offers nothing to add, also when that hold has completed [SEAT-09] [F26]', async () => {
    const { hall, sent } = await openSeats()
    let hold = { complete: () => {} }
    act(() => void (hold = hall.plan.pickSlowly('Stalls-C-1', '31')))
    act(() => hall.plan.config.onHoldTokenExpired?.())
    act(() => hold.complete())
    await settled()
    expect(page().getByText('Your time has run out')).toBeDefined()
    expect(add()).toBeNull()
    expect(sent('add')).toEqual([])
  })

  it('starts a new one in silence while no seat is chosen', async () => {
    const { hall } = await openSeats()
    await act(async () => hall.plan.config.onHoldTokenExpired?.())
    await settled()
    expect(hall.plan.holdToken).toBe('token-2')
    expect(page().queryByText('Your time has run out')).toBeNull()
  })
})

describe('dark mode', () => {
  const user = (is_dark_mode: boolean) => ({ user: { id: 7, email: 'ada@example.org', is_dark_mode } })

  it('is on for a user who has chosen it, for page and seating plan [DARK-01]', async () => {
    const { hall } = await openSeats({ get_user: user(true) })
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(hall.plan.config.colorScheme).toBe('dark')
  })

  it('follows the user of a page that comes back from the browser’s cache [DARK-04, DARK-05]', async () => {
    const { sent, answer, press } = await openSeats({ get_user: user(false), get_event_date: refused('') })
    await press('Try again')
    expect(sent('get_user')).toHaveLength(1)
    answer('get_user', user(true))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await settled()
    expect(sent('get_user')).toHaveLength(2)
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('is off for a user who has not [DARK-02]', async () => {
    const { hall } = await openSeats({ get_user: user(false) })
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(hall.plan.config.colorScheme).toBe('light')
  })
})
