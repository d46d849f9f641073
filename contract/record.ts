import { parse } from 'qs'
import { arrange, type Arrangement } from '#sandbox/arrange.ts'
import { payByCard } from '#sandbox/scripted-buyer.ts'
import { visit, type Fields, type Visitor } from '#sandbox/visitor.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { codeFor } from '#server/testing/buyers.ts'
import { callEntries } from './calls.ts'
import type { Examples } from './examples.ts'

/** A call with its reply as the shop sent it. */
export interface Recorded {
  name: string
  request: unknown
  status: number
  reply: unknown
}

/** Buyers who together meet every call. */
const buyers: Arrangement[] = [
  { shape: 'everything', state: 'order_completed', user: 'guest' },
  { shape: 'charity', state: 'order_completed', user: 'guest' },
  { shape: 'free', state: 'order_completed', user: 'guest' },
  { shape: 'square', state: 'order_completed', user: 'guest' },
  { shape: 'plan', state: 'order_completed', user: 'member' },
  { shape: 'bank', state: 'awaiting_truelayer', user: 'guest', bank: 'pay' },
  { shape: 'paid', state: 'captcha', captcha: true },
]

/** Buys in every way at the shop, with scripted buyers, and returns all calls that were made. */
export async function recordCalls(shop: TestShop): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const app = {
    request: async (url: string, init: RequestInit) => {
      const response = await shop.app.request(url, init)
      const name = nameOf(init.method ?? 'GET', new URL(url).pathname)
      if (name)
        recorded.push({
          name,
          request: typeof init.body === 'string' ? parse(init.body, { depth: 6 }) : {},
          status: response.status,
          reply: await response.clone().json(),
        })
      return response
    },
  }
  const open = () => visit(app, shop.config.origin)
  for (const wanted of buyers) await arrange(shop, await open(), wanted)
  await editBasket(shop, await open())
  await identify(shop, await open())
  await afterwards(shop, await open())
  await forgetAddress(shop, await open())
  await waitForBank(shop, await open())
  await correctEmail(shop, await open())
  await chooseSeats(await open())
  return recorded
}

const checkout = (visitor: Visitor, name: string, fields: Fields = {}) =>
  visitor.post(`/ajax/checkout/checkout/${name}/`, fields)
const user = (visitor: Visitor, name: string, fields: Fields = {}) =>
  visitor.post(`/ajax/user/user/${name}/`, fields)

async function editBasket(shop: TestShop, visitor: Visitor) {
  await arrange(shop, visitor, { shape: 'everything' })
  const { json } = await visitor.get('/ajax/checkout/checkout/get/')
  const [ticket] = json.tickets
  const [voucher] = json.gift_vouchers
  const line = { gift_voucher_id: voucher.id, value: voucher.value }
  await checkout(visitor, 'update_ticket_quantity', { ticket_id: ticket.ticket_id, quantity: 2 })
  await checkout(visitor, 'update_gift_voucher_quantity', { ...line, qty: 2 })
  await checkout(visitor, 'update_refund_protection', { refund_protection: true })
  await checkout(visitor, 'set_code', { code: 'QUAY10' })
  await checkout(visitor, 'remove_gift_voucher_from_basket', line)
  await checkout(visitor, 'remove_from_basket', { ticket_id: ticket.ticket_id })
}

async function identify(shop: TestShop, visitor: Visitor) {
  const email = 'ada.contract@example.com'
  await arrange(shop, visitor, { shape: 'deliverable', state: 'login' })
  await user(visitor, 'send_one_time_code', { email })
  await user(visitor, 'check_one_time_code', { email, code: '000000' })
  await user(visitor, 'check_one_time_code', { email, code: await codeFor(shop, email) })
  await visitor.get('/ajax/user/user/get_user/')
  await user(visitor, 'get_user_addresses')
  await user(visitor, 'lookup_address', { address: 'YO21 1DN' })
  await checkout(visitor, 'get_address_all_countries_states')
  await checkout(visitor, 'get_payment_error')
  await checkout(visitor, 'logout_of_sale')
  await checkout(visitor, 'extend_hold')
  await checkout(visitor, 'destroy_sale')
}

async function afterwards(shop: TestShop, visitor: Visitor) {
  await arrange(shop, visitor, { shape: 'paid', state: 'order_completed', user: 'member' })
  const { json } = await visitor.get('/ajax/checkout/checkout/get/')
  const gift = {
    ticket_id: json.tickets[0].ticket_id,
    name: 'Grace Hopper',
    email: 'grace@example.com',
    qty: 1,
    is_gift: false,
    send_gift: 'Send now',
    delivery_date: '',
    delivery_time: '',
    message: '',
  }
  const made = await checkout(visitor, 'set_transfers', { transfers: [gift], attempt: crypto.randomUUID() })
  const transfer_id = made.json.transfers[0].id
  const recipient = { transfer_id, name: 'Grace Hopper', email: 'hopper@example.com' }
  const corrected = await checkout(visitor, 'correct_transfer', recipient)
  const open = corrected.json.transfers.find(({ status }: { status: string }) => status === 'offered')
  await checkout(visitor, 'cancel_transfer', { transfer_id: open?.id ?? transfer_id })
  await visitor.get('/ajax/checkout/checkout/get_simple_info/')
  await visitor.get('/ajax/checkout/checkout/get_reward_referrer_link/')
  await checkout(visitor, 'send_customer_feedback', { message: 'Lovely' })
  await checkout(visitor, 'subscribe_to_events')
  await checkout(visitor, 'resend_tickets')
}

async function forgetAddress(shop: TestShop, visitor: Visitor) {
  await arrange(shop, visitor, { shape: 'deliverable', state: 'payment', user: 'member' })
  const { json } = await user(visitor, 'get_user_addresses')
  await user(visitor, 'delete_address', { address_id: json.existing_addresses[0].id })
}

async function waitForBank(shop: TestShop, visitor: Visitor) {
  await arrange(shop, visitor, { shape: 'bank', state: 'awaiting_truelayer' })
  await checkout(visitor, 'get_truelayer_status')
}

/** Only an email that no code has proven can be corrected: that of an express buyer. */
async function correctEmail(shop: TestShop, visitor: Visitor) {
  const [name, typed, email] = ['Ada Lovelace', 'ada.typed@example.com', 'ada.corrected@example.com']
  await arrange(shop, visitor, { shape: 'express', state: 'payment' })
  await checkout(visitor, 'save_guest_to_sale', { email: typed, fullname: name })
  const { json } = await visitor.get('/ajax/checkout/checkout/get/')
  const buyer = { visitor, isMember: false, email: typed, name, proveEmail: () => Promise.resolve() }
  await payByCard(buyer, json, '4242424242424242')
  await checkout(visitor, 'deliver_to_bitticket')
  await checkout(visitor, 'deliver_to_wallet')
  await checkout(visitor, 'send_email_code', { email })
  await checkout(visitor, 'change_email', { email, code: await codeFor(shop, email) })
}

async function chooseSeats(visitor: Visitor) {
  const date = 'winter-arena-saturday'
  for (const name of ['get_event_date', 'get_current_seating_plan', 'get_free_seats'])
    await visitor.get(`/ajax/organiser/event_dates/${name}/${date}/`)
}

function nameOf(method: string, path: string): string | undefined {
  return callEntries.find(
    ([, call]) =>
      call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
  )?.[0]
}

/** The most that an example may be, in characters, so that the documents stay readable. */
const longest = 6000

/** Returns for each call the fullest of its short replies, with what is personal, secret or random replaced. */
export function examplesOf(recorded: readonly Recorded[]): Examples {
  const length = ({ reply }: Recorded) => JSON.stringify(reply).length
  const short = recorded.map((one) => ({ ...one, reply: shortened(one.reply) }))
  const chosen = callEntries.flatMap(([name]) => {
    const [best] = short
      .filter((one) => one.name === name && one.status === 200 && length(one) <= longest)
      .sort((a, b) => length(b) - length(a))
    return best ? [[name, replaced({ request: best.request, reply: best.reply })] as const] : []
  })
  return Object.fromEntries(chosen) as Examples
}

/** Cuts long lists, such as that of all countries. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

function replaced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value === 'string') return replacedText(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [replacedText(key), replaced(inner)]))
}

const replacedText = (text: string) =>
  text
    .replaceAll(/[\w.+-]+@[\w.-]+/g, 'ada@example.com')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000')
    .replaceAll(/\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{16,}/g, 'EXAMPLE')
    .replaceAll(/^\d{6}$/g, '123456')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '2027-04-01T12:00:00.000Z')
