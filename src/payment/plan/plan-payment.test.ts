import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { PlanChoice } from '#machines/payment-attempt.ts'
import { guestDetails, planChoice } from '#machines/testing/samples.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { openShop } from '#src/http/testing.ts'
import { cardFields, CardRefusal } from '#src/payment/card/card-fields.ts'
import { openPaymentCharts } from '#src/payment/testing.ts'

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('#src/lib/config.ts', () => ({ config: {} }))

afterEach(() => vi.restoreAllMocks())

const failed = 'There was an error with your payment. Please try again.'
const face = { brand: 'visa', last4: '4242', month: 4, year: 2031, funding: 'credit' }
const savedCard = { ...planChoice, card: '7' }

/** A page at the payment, with the shop's reply to paying by instalments. */
function openPage(answer: () => Response, changes: object = {}) {
  const queryClient = new QueryClient()
  const checkout = { state: 'payment', sale_reference: crypto.randomUUID(), basket_total: '60.00' }
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  const payCall = 'POST /ajax/checkout/checkout/pay_with_instalment/'
  const calls = openShop(() =>
    calls.at(-1)?.line === payCall ? answer() : Response.json({ ...checkout, ...changes }),
  )
  const step = openPaymentCharts(queryClient)
  let cards = 0
  const createPaymentMethod = vi
    .spyOn(cardFields, 'createPaymentMethod')
    .mockImplementation(() => Promise.resolve({ id: `pm_${++cards}`, face }))
  return {
    queryClient,
    createPaymentMethod,
    pay: (plan: PlanChoice) => step.pay({ method: 'plan', details: guestDetails, plan }),
    changeCard: step.changeCard,
    paid: () => calls.filter(({ line }) => line === payCall).map(({ fields }) => fields),
  }
}

const json = (reply: object) => () => Response.json(reply)

it('sets the remaining plan in the page, which a late checkout does not undo [INST-19, INST-20]', async () => {
  const page = openPage(json({ status: 'success' }), { payment_plan_remaining: 0, payment_complete: 0 })
  expect(await page.pay(savedCard)).toEqual({ status: 'success' })
  expect(page.queryClient.getQueryData(checkoutQuery.queryKey)).toMatchObject({
    payment_plan_remaining: true,
    payment_complete: false,
  })
})

it.each([
  [
    { status: 'redirect_to_url', url: '/3ds/' },
    { status: 'redirect_to_url', url: '/3ds/' },
  ],
  [{ status: 'pending' }, { status: 'pending' }],
  [{ status: 'unsuccessful' }, { status: 'unsuccessful', message: failed, isDeclined: false }],
  [
    { status: 'unsuccessful', message: 'Declined.' },
    { status: 'unsuccessful', message: `${failed} Declined.`, isDeclined: true },
  ],
  [
    { status: 'unsuccessful', message: failed },
    { status: 'unsuccessful', message: failed, isDeclined: true },
  ],
  [
    { status: 'unsuccessful', message: 'Too late.', charged: 1 },
    { status: 'unsuccessful', message: `${failed} Too late.`, isDeclined: false },
  ],
])('ends a plan answered %j as %j [INST-21, INST-22]', async (reply, outcome) => {
  expect(await openPage(json(reply)).pay(savedCard)).toEqual(outcome)
})

it('is paid after all if the reply is lost and the checkout has a plan [INST-19]', async () => {
  const page = openPage(() => new Response('', { status: 504 }), { payment_plan_remaining: 1 })
  expect(await page.pay(savedCard)).toEqual({ status: 'success' })
})

it('sends the face of a new card, and of a saved card only its id [INST-24, ENTI-33]', async () => {
  const page = openPage(json({ status: 'unsuccessful' }))
  await page.pay({ ...planChoice, makesDefault: true })
  await page.pay(savedCard)
  const [newCard, saved] = page.paid()
  expect(newCard).toMatchObject({
    selected_payment_method_id: '',
    'new_payment_method[id]': 'pm_1',
    'new_payment_method[year]': '2031',
    'new_payment_method[make_default_payment_method]': 'true',
  })
  expect(saved).toEqual({
    instalment_option: '3',
    contact_number: '07700 900123',
    selected_payment_method_id: '7',
    new_payment_method: '',
    attempt: expect.any(String) as string,
  })
  expect(page.createPaymentMethod).toHaveBeenCalledOnce()
})

it('repeats a plan that the shop could not start with the same key, and another plan with another one', async () => {
  const page = openPage(() => Response.json({ message: 'Try again in a moment' }, { status: 503 }))
  for (const plan of [planChoice, planChoice, { ...planChoice, months: '6' }]) await page.pay(plan)
  const [first, second, third] = page.paid()
  expect(second).toEqual(first)
  expect(third).toMatchObject({ instalment_option: '6', 'new_payment_method[id]': 'pm_2' })
  expect(third?.attempt).not.toBe(first?.attempt)
})

it('repeats a saved card that the shop could not start with the same key, whatever was typed for a new card meanwhile', async () => {
  const page = openPage(() => Response.json({ message: 'Try again in a moment' }, { status: 503 }))
  await page.pay(savedCard)
  page.changeCard()
  await page.pay(savedCard)
  const [first, second] = page.paid()
  expect(second).toEqual(first)
})

it.each([
  ['a decline', json({ status: 'unsuccessful', message: 'Declined.' }), `${failed} Declined.`],
  [
    'a rejection',
    () => Response.json({ message: 'You are paying.' }, { status: 409 }),
    `${failed} You are paying.`,
  ],
])(
  'promises nothing after %s while another plan has no reply, nor if a card is refused then',
  async (_, reply, message) => {
    let sent = 0
    const page = openPage(() => (++sent === 1 ? new Response('', { status: 504 }) : reply()))
    // Lost, and then not known to be open.
    await page.pay(savedCard)
    await page.pay(savedCard)
    expect(await page.pay({ ...savedCard, months: '6' })).toEqual({
      status: 'unsuccessful',
      message,
      isDeclined: false,
    })
    page.createPaymentMethod.mockRejectedValueOnce(new CardRefusal('Your card has expired.'))
    expect(await page.pay(planChoice)).toMatchObject({
      message: 'Your card has expired.',
      isDeclined: false,
    })
  },
)

it('charges no payments that differ from those on screen [INST-05, INST-15]', async () => {
  const plan = (first: string) => ({
    payment_plan_schedule_options: { 3: { schedule: [{ value: first }, { value: '20.00' }] } },
  })
  const page = openPage(json({ status: 'success' }), plan('40.00'))
  await page.queryClient.invalidateQueries({ queryKey: checkoutQuery.queryKey, refetchType: 'none' })
  expect(await page.pay(savedCard)).toEqual({
    status: 'unsuccessful',
    message: 'Your payments have changed. Please check them and pay again.',
    isDeclined: false,
  })
  expect(page.paid()).toEqual([])
  expect(await page.pay(savedCard)).toMatchObject({ status: 'success' })
})

it('sends nothing if the provider refuses the card or does not tell its face', async () => {
  const page = openPage(json({ status: 'success' }))
  page.createPaymentMethod.mockRejectedValueOnce(new CardRefusal('Your card has expired.'))
  expect(await page.pay(planChoice)).toMatchObject({ message: 'Your card has expired.', isDeclined: true })
  page.createPaymentMethod.mockResolvedValueOnce({ id: 'pm_9' })
  expect(await page.pay(planChoice)).toMatchObject({ message: failed, isDeclined: false })
  expect(page.paid()).toEqual([])
})
