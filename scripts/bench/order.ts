import { randomUUID } from 'node:crypto'

import { addressOf } from './fill.ts'
import type { Answer, Client } from './client.ts'

/** How long a reply took. */
export interface Timed {
  milliseconds: number
  status: number
}

/**
 * A guest without cookies who buys one ticket, with a mailed code and a card: every call that the page makes. `answered` is told of
 * each reply.
 */
export async function orderAsGuest(
  client: Client,
  run: string,
  index: number,
  answered: (path: string, reply: Timed) => void = () => {},
): Promise<void> {
  const cookies = new Map<string, string>()
  const email = `${run}-${index}@example.com`
  const ask = async (method: string, path: string, body = ''): Promise<Answer> => {
    const headers = [
      addressOf(index),
      `Cookie: ${[...cookies].map((pair) => pair.join('=')).join('; ')}`,
      `X-XSRF-TOKEN: ${cookies.get('XSRF-TOKEN') ?? ''}`,
    ]
    const sent = performance.now()
    const answer = await client.send(method, path, headers, body)
    answered(path, { milliseconds: performance.now() - sent, status: answer.status })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    for (const cookie of answer.cookies) {
      const [name = '', value = ''] = cookie.split('=')
      cookies.set(name, value)
    }
    return answer
  }
  const call = (name: string, fields: Record<string, string> = {}) =>
    ask('POST', `/ajax/checkout/checkout/${name}/`, new URLSearchParams(fields).toString())
  const read = () => ask('GET', '/ajax/checkout/checkout/get/')

  await read()
  const line = { 'ticket[0][ticket]': 'hot|hot-0|adult|0', 'ticket[0][qty]': '1' }
  await ask('POST', '/do/checkout/add/', new URLSearchParams(line).toString())
  await read()
  await call('update_basket_state', { state: 'basket' })
  const { text } = await call('reserve_tickets')
  if (!text.includes('"reserved":true')) throw new Error(text)
  await call('update_basket_state', { state: 'login' })
  const user = (name: string, fields: Record<string, string>) =>
    ask('POST', `/ajax/user/user/${name}/`, new URLSearchParams(fields).toString())
  await user('send_one_time_code', { email })
  const sent = await ask('GET', `/sandbox/code?email=${email}`)
  await user('check_one_time_code', { email, code: JSON.parse(sent.text).code })
  await call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
  await read()
  await call('update_basket_state', { state: 'payment' })
  const paid = await call('pay_with_card', {
    payment_method_id: await typeCard(client),
    attempt: randomUUID(),
  })
  if (!paid.text.includes('"success"')) throw new Error(paid.text)
  await call('update_basket_state', { state: 'deliver_tickets' })
  await call('deliver_to_bitticket')
  await call('deliver_to_wallet')
  await read()
}

async function typeCard(client: Client): Promise<string> {
  const card = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': String(new Date().getFullYear() + 1),
    'card[cvc]': '123',
    'billing_details[name]': 'Ada Lovelace',
  }
  const path = '/sandbox/stripe/v1/payment_methods'
  const body = new URLSearchParams(card).toString()
  const answer = await client.send('POST', path, ['Authorization: Bearer pk_sandbox_foyer'], body)
  return JSON.parse(answer.text).id
}
