import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ContextFrom, type StateValueFrom } from 'xstate'
import { basketMachine } from '#machines/basket.ts'
import type { CheckoutContext } from '#machines/checkout.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { userSchema } from '#src/checkout/schemas/user.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { checkoutFacts } from '#src/checkout/rules/facts.ts'
import { restingCheckout } from '#src/checkout/testing/resting-checkout.ts'
import { prepareAll } from '#src/checkout/lazy-component.tsx'
import BasketStep from './basket-step.tsx'

beforeAll(() => prepareAll())
beforeEach(() => vi.stubGlobal('location', new URL('https://shop.example/checkout/')))

const adult = {
  ticket_id: '1',
  event_id: 'lantern',
  date_id: 'friday',
  event_name: 'Lantern Evening',
  event_url: 'events/lantern/',
  organiser_url: '/organisers/harbour/',
  ticket_name: 'Adult',
  nice_date: 'Fri 4 Dec, 7pm',
  qty: 2,
  price: '18.50',
  booking_fee: '1.50',
  thumbnail: '/pictures/lantern.svg',
  refund_policy: { title: 'Flexible', description: 'Up to a week before', text: 'Ask us.' },
  can_update_quantity: true,
  max_can_reserve: 8,
}
const child = { ...adult, ticket_id: '2', ticket_name: 'Child', qty: 1, price: '0' }
const harbour = {
  name: 'Harbour Arts',
  full_url: '/organisers/harbour/',
  upcoming_events: [
    {
      url: '/events/swim/',
      thumbnail: '/pictures/swim.svg',
      title: 'Dawn Swim',
      location: 'West Cliff Beach',
      date: 'Sat 5 Dec',
    },
  ],
}
const lantern = { id: 'lantern', title: 'Lantern Evening', refund_protection: true }
const voucher = {
  id: '9',
  name: 'Gift voucher',
  value: '25.00',
  qty: 1,
  o_name: 'Harbour Arts',
  o_url: 'organisers/harbour/',
  uk_expiry_date: '20/11/2028',
  thumbnail: '/pictures/gift.svg',
}
const basket = {
  state: 'basket',
  currency: '£',
  tickets: [adult, child],
  gift_vouchers: [voucher],
  events: [lantern],
  organisers: [harbour],
  has_refund_protection: true,
  refund_protection_cost: '2.10',
}
const member = { id: '5', email: 'ada@example.com', subscribed: true }

type Place = StateValueFrom<typeof basketMachine>

/** Renders the step as HTML, with the basket chart in the state `place`. */
function draw(
  reply: object,
  { user, place = { open: 'ready' }, context = {}, basket = {} }: Partial<Scene> = {},
): string {
  const checkout = checkoutSchema.parse(reply)
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkout)
  queryClient.setQueryData(userQuery.queryKey, user ? userSchema.parse(user) : null)
  const input = { facts: checkoutFacts(checkout, null), isFresh: true }
  const fresh = createActor(basketMachine, { input }).getSnapshot().context
  const chart = createActor(basketMachine, {
    input,
    snapshot: basketMachine.resolveState({ value: place, context: { ...fresh, ...basket } }),
  })
  const actor = restingCheckout('basket', { context, children: { basket: chart } })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <BasketStep actor={actor} />
    </QueryClientProvider>,
  )
}
type Scene = {
  user: object
  place: Place
  context: Partial<CheckoutContext>
  basket: Partial<ContextFrom<typeof basketMachine>>
}

/** Returns the texts of the step in order, separated by "|". */
function words(...scene: Parameters<typeof draw>) {
  const html = draw(...scene).split('</main>')[0] ?? ''
  return html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\s*\|[|\s]*/g, '|')
}

/** Returns the opening tag of the Reserve Basket button. */
function reserveButton(...scene: Parameters<typeof draw>) {
  const html = draw(...scene)
  return html
    .slice(0, html.indexOf('Reserve Basket'))
    .match(/<button[^>]*>/g)
    ?.at(-1)
}

it('links from an empty basket to all events and to the mailing list [BASK-01..04]', () => {
  const html = draw({ state: 'basket' })
  expect(html).toContain('>Basket</h1>')
  expect(html).toContain('Have a look for something to put in it')
  expect(html).toMatch(/<a href="\/all-events\/"[^>]*>Browse events<\/a>/)
  expect(html).toContain('<a href="/mailing-list">')
  expect(html).not.toContain('Reserve Basket')
})

it('shows what is coming up below an empty basket, if the shop sends it', () => {
  const upcoming_events = [{ url: 'events/swim/', title: 'Dawn Swim', location: 'Beach', date: 'Sat 5 Dec' }]
  const run = { ...upcoming_events[0], title: 'Night Run' }
  const organisers = [
    { name: 'Harbour Arts', upcoming_events },
    { name: 'Open Door', upcoming_events: [run] },
  ]
  const html = draw({ state: 'basket', organisers })
  expect(html).toMatch(/Coming up.*Dawn Swim.*Night Run/)
  expect(html.match(/<h[23]>/g)).toHaveLength(1)
  expect(draw({ state: 'basket' })).not.toContain('Coming up')
})

it('offers the mailing list to guests and to subscribed users only [BASK-05..07, ROLE-10]', () => {
  const empty = { state: 'basket' }
  expect(draw(empty)).toContain('/mailing-list')
  expect(draw(empty, { user: member })).toContain('/mailing-list')
  expect(draw(empty, { user: { ...member, subscribed: false } })).not.toContain('/mailing-list')
})

it('links a ticket to its event and shows its picture [BASK-22, BASK-25]', () => {
  const html = draw(basket)
  expect(html).toContain('<a href="https://shop.example/events/lantern/">Lantern Evening</a>')
  expect(html).toContain('<img src="/pictures/lantern.svg"')
})

it('shows the quantity of a ticket in a number field [BASK-26]', () => {
  expect(draw(basket)).toMatch(
    /<input id="quantity-ticket-1-0"[^>]* type="number"[^>]* min="1"[^>]* value="2"/,
  )
})

it('shows the name, date, price and refund policy of a ticket [BASK-09, BASK-23, BASK-24, BASK-27, BASK-28]', () => {
  expect(words(basket)).toContain(
    '|Lantern Evening|Adult|Fri 4 Dec, 7pm|Flexible: Up to a week before.|Refund policy|of Adult|£37.00|£18.50 each|',
  )
})

it('shows where a ticket takes place, unless it is streamed', () => {
  const at = (event: object) =>
    words({ ...basket, events: [{ ...lantern, venue: { name: 'Quay' }, ...event }] })
  expect(at({})).toContain('|Adult|Fri 4 Dec, 7pm,|Quay|')
  expect(at({ has_livestream: true })).toContain('|Adult|Fri 4 Dec, 7pm|Flexible')
})

it('shows what a line of several tickets costs, and small what each of them does and its fee [BASK-27]', () => {
  const charging = { ...basket, basket_total: '140.00', tickets: [adult] }
  expect(words(charging)).toContain('|£40.00|£20.00 each\n£18.50 +\u00a0£1.50\u00a0fee|')
  expect(words({ ...charging, tickets: [{ ...adult, qty: 1 }] })).toContain(
    'of Adult|£20.00|£18.50 +\u00a0£1.50\u00a0fee|',
  )
  expect(words({ ...basket, tickets: [{ ...adult, price: '0', booking_fee: '0' }] })).not.toContain(' each')
})

it('shows a ticket without a price as FREE [BASK-29, OPEN-55]', () => {
  expect(words(basket)).toContain('|of Child|FREE|')
})

it('includes the fee in the price if all fees are absorbed and the event does not hide it [BASK-30, BASK-31]', () => {
  const absorbing = { ...basket, all_booking_fees_are_absorbed: true }
  expect(words(absorbing)).toContain('|£40.00|£20.00 each\nincludes £1.50\u00a0fee|')
  const hiding = { ...absorbing, tickets: [{ ...adult, event_hide_booking_fee: true }] }
  expect(words(hiding)).toContain('|£37.00|£18.50 each|')
})

it('shows seated tickets, and tickets of a fixed quantity, without a number field', () => {
  const seated = { ...adult, seats: ['Stalls-C-14', 'Stalls-C-15'] }
  expect(draw({ ...basket, tickets: [seated], gift_vouchers: [] })).not.toContain('type="number"')
  expect(words({ ...basket, tickets: [seated] })).toContain('|Stalls, row C, seats 14 and 15|')
  expect(words({ ...basket, tickets: [{ ...adult, can_update_quantity: false }] })).toContain('|Quantity: 2|')
})

it('leads from seated tickets to the page on which their seats are chosen, if the shop names it', () => {
  const seated = { ...adult, seats: ['Stalls-C-14', 'Stalls-C-15'] }
  const named = { ...seated, seats_url: '/events/book_seats/lantern-friday/' }
  expect(draw({ ...basket, tickets: [named] })).toMatch(
    /<a href="https:\/\/shop\.example\/events\/book_seats\/lantern-friday\/" aria-label="Change seats: Lantern Evening">Change seats<\/a>/,
  )
  expect(words({ ...basket, tickets: [seated] })).not.toContain('Change seats')
})

it('shows a gift voucher with its value, organiser, expiry, picture and quantity [BASK-65]', () => {
  expect(words(basket)).toContain('|Gift voucher|Harbour Arts|Expires 20/11/2028|£25.00|')
  expect(draw(basket)).toContain('<a href="https://shop.example/organisers/harbour/">Harbour Arts</a>')
  expect(draw(basket)).toContain('<img src="/pictures/gift.svg"')
  expect(draw(basket)).toMatch(/<input id="quantity-voucher-9-2500"[^>]* value="1"/)
})

it('names the removed line in each remove button', () => {
  expect(draw(basket)).toContain('aria-label="Remove Adult, Lantern Evening, Fri 4 Dec, 7pm"')
  expect(draw(basket)).toContain('aria-label="Remove Gift voucher, £25.00"')
})

it('offers refund protection at its cost, with the saved choice or the one being saved [BASK-10, BASK-32, BASK-33, CONT-12]', () => {
  const chosen = (html: string) => /name="refund_protection"[^>]*checked=""[^>]*value="(\d)"/.exec(html)?.[1]
  expect(words(basket)).toContain('|Refund protection|Yes|Protect this booking|+£2.10|No|')
  expect(chosen(draw(basket))).toBe('0')
  expect(chosen(draw({ ...basket, refund_protection: 1 }))).toBe('1')
  expect(chosen(draw(basket, { basket: { protection: true } }))).toBe('1')
})

it('says what refund protection covers, with a link to its terms, as far as organisers tell [BASK-10]', () => {
  const told = { name: 'Harbour Arts', refund_protection_terms: 'We pay back if you are ill.' }
  const withLink = { ...told, refund_protection_url: '/protection/' }
  expect(words({ ...basket, organisers: [told] })).toContain(
    '|Refund protection|We pay back if you are ill.|Yes|',
  )
  expect(draw({ ...basket, organisers: [withLink] })).toContain(
    '<a href="/protection/">Terms of refund protection</a>',
  )
  expect(
    draw({ ...basket, organisers: [{ ...withLink, refund_protection_url: 'javascript:x' }] }),
  ).not.toContain('Terms of refund protection')
})

it('names the events without refund protection, and offers none if no event is covered [BASK-34]', () => {
  const swim = { id: 'swim', title: 'Dawn Swim', refund_protection: false }
  expect(words({ ...basket, events: [lantern, swim] })).toContain('|Does not cover Dawn Swim.|')
  const stream = { ...swim, id: 'stream', title: 'The Tidewrights, Live Stream' }
  expect(words({ ...basket, events: [lantern, swim, stream] })).toContain(`|Covers only ${lantern.title}.|`)
  expect(words({ ...basket, events: [swim] })).not.toContain('Refund protection')
})

it('says of a ticket that it comes by post', () => {
  const posted = words({ ...basket, tickets: [{ ...adult, is_posted: 1 }, child] })
  expect(posted.match(/\|Comes by post\|/g)).toHaveLength(1)
})

it.each([
  ['the fee', '40.00', '0.00', '£40.00</b>incl. £3.00\u00a0fee<'],
  ['fee and delivery', '42.50', '2.50', '£42.50</b>incl. £3.00\u00a0fee, £2.50\u00a0delivery<'],
  ['the delivery', '39.50', '2.50', '£39.50</b>incl. £2.50\u00a0delivery<'],
  ['neither', '37.00', '0.00', '£37.00</b><'],
])('says beside Reserve Basket that the total includes %s', (_, basket_total, delivery_cost, said) => {
  const reply = { ...basket, tickets: [adult], gift_vouchers: [], basket_total, delivery_cost }
  expect(draw(reply)).toContain(said)
})

it('says below the total what reserving does', () => {
  expect(words(basket)).toContain('|Reserving holds your basket while you check out.|')
})

it('has a code box that opens [BASK-14]', () => {
  expect(draw(basket)).toMatch(/<details[^>]*><summary[^>]*><span>Discount or voucher code</)
})

it('shows the number of items on the Reserve Basket button [BASK-15, BASK-16]', () => {
  expect(words(basket)).toContain('|Reserve Basket|4|items|')
  expect(reserveButton(basket)).not.toContain('aria-disabled')
})

it('disables reserving while leaving, while a quantity is pending and while the basket is updated [BASK-39..41, CONT-13]', () => {
  for (const place of ['leaving', { updating: 'reloading' }, { open: 'pausing' }] satisfies Place[])
    expect(reserveButton(basket, { place })).toContain('aria-disabled="true"')
  expect(reserveButton(basket, { place: 'leaving' })).toContain('aria-busy="true"')
})

it('disables reserving below the minimum of a ticket and shows the minimum [BASK-43, BASK-49, ENTI-17]', () => {
  const few = { ...basket, tickets: [{ ...adult, min_per_customer: 4 }] }
  expect(reserveButton(few)).toContain('aria-disabled="true"')
  expect(words(few)).toContain('|You must purchase a minimum of 4 tickets of this type|')
})

it('shows the maximum quantity when more was typed [BASK-48, ENTI-17]', () => {
  const draft = { kind: 'ticket', id: '1', value: 0, quantity: 8, flag: 'exceeded', isPending: true } as const
  const html = draw(basket, { basket: { drafts: { 'ticket 1 0': draft } } })
  expect(html).toContain('You can only reserve 8 tickets of this type')
  expect(html).toMatch(/<input id="quantity-ticket-1-0"[^>]* value="8"/)
})

const needy = {
  ...basket,
  tickets: [
    {
      ...adult,
      required_tickets: [
        { ids: ['7'], title: 'Stalls' },
        { ids: ['8'], title: 'Gallery' },
      ],
    },
  ],
}

it('names missing required tickets, and disables reserving without them [BASK-42, BASK-52, BASK-53]', () => {
  expect(words(needy)).toContain(
    '|You must also purchase the following tickets to continue the checkout|Stalls|Gallery|',
  )
  expect(reserveButton(needy)).toContain('aria-disabled="true"')
  const beside = words({ ...needy, tickets: [...needy.tickets, { ...child, refund_policy: null }] })
  expect(beside.match(/You must also purchase/g)).toHaveLength(1)
})

it('asks guests, not members, to log in if they bought a required ticket before [BASK-21, BASK-55, ROLE-02]', () => {
  expect(draw(needy)).toContain('<a href="/signin/">')
  expect(draw(needy, { user: member })).not.toContain('/signin/')
})

it('warns about different time slots if the event has a warning [BASK-36, BASK-37]', () => {
  const events = [{ ...lantern, warn_customers_about_different_timeslots_message: 'Two evenings!' }]
  const tickets = [adult, { ...child, date_id: 'saturday' }]
  expect(words({ ...basket, events, tickets })).toContain('|Two evenings!|')
  expect(words({ ...basket, events })).not.toContain('Two evenings!')
  expect(words({ ...basket, tickets })).not.toContain('Two evenings!')
})

const told = {
  ...basket,
  reserving_error: 'Sold out',
  basket_errors: ['A ticket was removed'],
  basket_success: 'Added',
}

it('shows that the checkout time expired [CONT-11, BASK-62, ERRS-12]', () => {
  expect(words(basket, { context: { showsExpiryNotice: true } })).toContain(
    '|Basket|Your checkout time expired. If the tickets are still available, you can try to reserve them again.|',
  )
})

it("shows the server's warnings and success message [CONT-68..70, BASK-64]", () => {
  expect(words(told)).toContain('|Basket|Sold out|A ticket was removed|Added|')
  expect(words(basket, { context: { reservingError: 'Try later' } })).toContain('|Basket|Try later|')
  expect(reserveButton(told)).not.toContain('aria-disabled')
})
