import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { addressOf } from './fill.ts'
import type { Answer, Client } from './client.ts'

const cardPath = '/sandbox/stripe/v1/payment_methods'

/** How long a reply took. */
export interface Timed {
  milliseconds: number
  status: number
}

/** Is told of each reply. */
type Answered = (path: string, reply: Timed) => void

/** A guest with cookies at a network address, who makes every call that the page makes. */
export class Buyer {
  readonly #client: Client
  readonly #address: string
  readonly #answered: Answered
  readonly #cookies: Map<string, string>
  #hasBasket = false
  /** How many captchas the buyer has passed. */
  captchas = 0

  constructor(
    client: Client,
    address: string,
    answered: Answered = () => {},
    cookies = new Map<string, string>(),
  ) {
    this.#client = client
    this.#address = address
    this.#answered = answered
    this.#cookies = cookies
  }

  /** The same browser on another connection. */
  by(client: Client): Buyer {
    const same = new Buyer(client, this.#address, this.#answered, this.#cookies)
    same.#hasBasket = this.#hasBasket
    return same
  }

  /** Sends a request and returns the reply, whatever it is. */
  async send(method: string, path: string, fields: Record<string, string> = {}): Promise<Answer> {
    const headers = [
      this.#address,
      `Cookie: ${[...this.#cookies].map((pair) => pair.join('=')).join('; ')}`,
      `X-XSRF-TOKEN: ${this.#cookies.get('XSRF-TOKEN') ?? ''}`,
    ]
    const sent = performance.now()
    const answer = await this.#client.send(method, path, headers, new URLSearchParams(fields).toString())
    this.#answered(path, { milliseconds: performance.now() - sent, status: answer.status })
    for (const cookie of answer.cookies) {
      const [name = '', value = ''] = cookie.split('=')
      this.#cookies.set(name, value)
    }
    return answer
  }

  async ask(method: string, path: string, fields?: Record<string, string>): Promise<Answer> {
    const answer = await this.send(method, path, fields)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }

  call(name: string, fields?: Record<string, string>): Promise<Answer> {
    return this.ask('POST', `/ajax/checkout/checkout/${name}/`, fields)
  }

  read(): Promise<Answer> {
    return this.ask('GET', '/ajax/checkout/checkout/get/')
  }

  /** Adds tickets of a pool, the first time, and reserves them, after a captcha if one is asked for; returns the reply. */
  async reserve(pool: string, qty = 1): Promise<string> {
    await this.read()
    if (!this.#hasBasket) await this.#add(pool, qty)
    await this.read()
    await this.call('update_basket_state', { state: 'basket' })
    const { text } = await this.call('reserve_tickets')
    return text.includes('"captcha":true') ? this.passCaptcha() : text
  }

  async #add(pool: string, qty: number): Promise<void> {
    const event = pool.slice(0, pool.lastIndexOf('-'))
    const line = { 'ticket[0][ticket]': `${event}|${pool}|adult|0`, 'ticket[0][qty]': String(qty) }
    await this.ask('POST', '/do/checkout/add/', line)
    this.#hasBasket = true
  }

  async passCaptcha(): Promise<string> {
    this.captchas++
    const { token } = JSON.parse((await this.ask('POST', '/sandbox/hcaptcha/token')).text)
    return (await this.call('reserve_tickets', { 'h-captcha-response': token })).text
  }

  /** Signs in with a mailed code, and names the buyer of the basket. */
  async signIn(email: string): Promise<void> {
    await this.call('update_basket_state', { state: 'login' })
    const user = (name: string, fields: Record<string, string>) =>
      this.ask('POST', `/ajax/user/user/${name}/`, fields)
    await user('send_one_time_code', { email })
    const sent = await this.ask('GET', `/sandbox/code?email=${email}`)
    await user('check_one_time_code', { email, code: JSON.parse(sent.text).code })
    await this.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    await this.read()
    await this.call('update_basket_state', { state: 'payment' })
  }

  /** Types a card and presses Pay, and asks again while the payment is being checked, as the page does; returns the reply. */
  async tryToPay(number = '4242424242424242'): Promise<string> {
    const fields = { payment_method_id: await typeCard(this.#client, number), attempt: randomUUID() }
    for (;;) {
      const { text } = await this.send('POST', '/ajax/checkout/checkout/pay_with_card/', fields)
      if (!text.includes('"pending"')) return text
      await wait(3000)
    }
  }
}

/**
 * A guest, without cookies unless they come back as `buyer`, who buys one ticket, with a mailed code and a card; returns how many
 * captchas they have passed.
 */
export async function orderAsGuest(
  client: Client,
  run: string,
  index: number,
  {
    address = addressOf(index),
    pool = 'hot-0',
    answered,
    buyer = new Buyer(client, address, answered),
  }: { address?: string; pool?: string; answered?: Answered; buyer?: Buyer } = {},
): Promise<number> {
  const reply = await buyer.reserve(pool)
  if (!reply.includes('"reserved":true')) throw new Error(reply)
  await buyer.signIn(`${run}-${index}@example.com`)
  let paid = await buyer.tryToPay()
  if (paid.includes('"url":"/checkout/"')) {
    await buyer.passCaptcha()
    paid = await buyer.tryToPay()
  }
  if (!paid.includes('"success"')) throw new Error(paid)
  await buyer.call('update_basket_state', { state: 'deliver_tickets' })
  await buyer.call('deliver_to_bitticket')
  await buyer.call('deliver_to_wallet')
  await buyer.read()
  return buyer.captchas
}

async function typeCard(client: Client, number: string): Promise<string> {
  const card = {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': String(new Date().getFullYear() + 1),
    'card[cvc]': '123',
    'billing_details[name]': 'Ada Lovelace',
  }
  const body = new URLSearchParams(card).toString()
  const answer = await client.send('POST', cardPath, ['Authorization: Bearer pk_sandbox_foyer'], body)
  return JSON.parse(answer.text).id
}
