import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { openShop } from '#src/http/testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { rewardReferrerLinkQuery, simpleInfoQuery } from './calls.ts'
import * as orderActors from './actors.ts'

const line = { ticket_id: '11', event_name: 'Lantern Evening', ticket_name: 'Adult', qty: 2, price: '18.50' }
const info = { sale_reference: 'S1', sale_email: 'ann@example.com' }

/** A page with a completed order; the shop answers the calls that are named, and knows no other. */
function openPage(replies: Record<string, object>, checkout: object = {}) {
  const calls = openShop((path) => {
    const reply = replies[path.split('/').at(-2) ?? '']
    return reply ? Response.json(reply) : new Response('', { status: 404 })
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  const actors = actorsOf(queryClient, orderActors)
  return {
    calls,
    queryClient,
    load: () => toPromise(createActor(actors.loadOrder).start()),
    actors,
  }
}

it('loads the reference and the email of the completed order [CALL-35, DONE-26]', async () => {
  const page = openPage({ get_simple_info: info })
  expect(await page.load()).toMatchObject({ canResend: false, canCorrectEmail: false })
  expect(page.queryClient.getQueryData(simpleInfoQuery.queryKey)).toMatchObject(info)
})

it('loads the reward link, and does without it [CALL-36, DONE-28, SHAR-14, ERRS-50]', async () => {
  const link = 'https://shop.example/r/7/'
  const page = openPage({ get_simple_info: info, get_reward_referrer_link: { data: link } })
  await page.load()
  await vi.waitFor(() => expect(page.queryClient.getQueryData(rewardReferrerLinkQuery.queryKey)).toBe(link))
  await expect(openPage({ get_simple_info: info }).load()).resolves.toBeDefined()
})

it('finds what the order allows, also without its details [DONE-21, DONE-22, DONE-27]', async () => {
  const checkout = { tickets: [line], events: [{ id: 1, venue: { full_address: '1 Quay Street' } }] }
  const lines = [expect.objectContaining({ ticketId: '11', title: 'Lantern Evening - Adult', qty: 2 })]
  expect(await openPage({}, checkout).load()).toEqual({
    lines,
    attempt: expect.any(String),
    offers: [],
    isSent: false,
    hasStay: true,
    canResend: false,
    canCorrectEmail: false,
  })
  expect(await openPage({ get_simple_info: { ...info, can_resend: '1' } }).load()).toEqual({
    lines: [],
    attempt: expect.any(String),
    offers: [],
    isSent: false,
    hasStay: false,
    canResend: true,
    canCorrectEmail: false,
  })
})

it.each([
  ['of a back-end that only lists it', {}, ['offered', 'accepted'], true],
  ['of a back-end that only lists it, until a ticket comes back', {}, ['accepted', 'declined'], false],
  ['of a back-end that says that a ticket came back', { has_transfers: 0 }, ['accepted'], false],
  ['of a back-end that says it', { has_transfers: 1 }, [], true],
  ['of an order of which nothing was', {}, [], false],
])(
  'finds after a reload whether tickets were sent: %s [XFER-18, OPEN-88]',
  async (_, told, statuses, isSent) => {
    const transfers = statuses.map((status, at) => ({ id: `o${at}`, ticket_id: '11', qty: 1, status }))
    const page = openPage(
      { get_simple_info: { ...info, transfers } },
      { tickets: [{ ...line, qty: 3 }], ...told },
    )
    expect(await page.load()).toMatchObject({ isSent })
  },
)

it('sends the message of the feedback [CALL-37]', async () => {
  const { actors, calls } = openPage({ send_customer_feedback: {} })
  await toPromise(createActor(actors.sendFeedback, { input: { message: 'Lovely & warm' } }).start())
  expect(calls).toMatchObject([
    { line: 'POST /ajax/checkout/checkout/send_customer_feedback/', fields: { message: 'Lovely & warm' } },
  ])
})

it('changes the email of the order with a code, and then shows the new one', async () => {
  const proof = { email: 'right@example.com', code: '123456' }
  const page = openPage({ get_simple_info: info, send_email_code: {}, change_email: {} })
  await page.load()
  const { sendEmailCode, changeEmail } = page.actors
  expect(await toPromise(createActor(sendEmailCode, { input: proof }).start())).toEqual({ message: '' })
  page.queryClient.setQueryDefaults(simpleInfoQuery.queryKey, { retry: false })
  expect(await toPromise(createActor(changeEmail, { input: proof }).start())).toEqual({ message: '' })
  expect(page.calls.filter(({ line: called }) => called.startsWith('POST'))).toMatchObject([
    { line: 'POST /ajax/checkout/checkout/send_email_code/', fields: { email: proof.email } },
    { line: 'POST /ajax/checkout/checkout/change_email/', fields: proof },
  ])
})
