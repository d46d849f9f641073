// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { missingDetail } from '#src/checkout/rules/missing-details.ts'
import { isPhone } from '#src/checkout/rules/people.ts'
import { fakeCardProvider } from '#src/checkout/testing/fake-card-provider.ts'
import { fakeSquare } from '#src/checkout/testing/fake-square.ts'
import { openCheckout, pending, problems, settled } from '#src/checkout/testing/open-checkout.tsx'
import { ada, credentials, typeCard } from '#src/checkout/testing/open-payment.ts'

const truths = [false, true]
const accounts = {
  'a new guest': { user: null, contact_number: '', init_guest_email: '' },
  'a known guest': { user: null, contact_number: '', init_guest_email: 'guest@example.com' },
  'a member without a name, with a number': {
    user: { ...ada, full_name: '' },
    contact_number: '07700 900123',
    init_guest_email: '',
  },
}

const line = { ticket_id: '1', event_id: 'lantern', ticket_name: 'Adult', qty: 2, price: '18.50' }
const voucher = { id: '9', name: 'Gift voucher', value: '25.00', qty: 1 }

/** Every basket: what is in it, and what its organiser demands. */
const baskets = truths.flatMap((isPosted) =>
  truths.flatMap((hasVoucher) =>
    truths.map((needsPhone) => ({
      tickets: hasVoucher && !isPosted ? [] : [line],
      gift_vouchers: hasVoucher ? [voucher] : [],
      require_delivery_address: isPosted,
      has_require_phone_number: needsPhone,
    })),
  ),
)

/** Answers to the fields that may be asked; cards are typed into the provider's fields. */
const answers: Record<string, string> = {
  'Full name': 'Grace Hopper',
  'Email address': 'grace@example.com',
  'Contact number': '0113 496 0000',
  'Address line 1': '1 Harbour Street',
  'Town or city': 'Whitby',
  'Postcode or zip code': 'YO21 1DN',
  From: 'Grace',
  To: 'Ada',
}

async function payOnPage(sale: object, account: keyof typeof accounts, method: string) {
  fakeCardProvider()
  if (method === 'square') fakeSquare()
  const { user, ...known } = accounts[account]
  const provider = { bank: 'pay', card: 'stripe', square: 'square', free: 'stripe' }[method]
  const page = await openCheckout(
    {
      state: 'payment',
      ...sale,
      ...known,
      basket_total: method === 'free' ? '0.00' : '53.00',
      opoa: { provider },
    },
    {
      user,
      hasBriefInput: true,
      replies: {
        get_card_credentials: credentials,
        get_square_credentials: { app_id: 'sq0idp-1', location_id: 'L1', checkout_js: '' },
        pay_with_card: { status: 'success' },
        pay_with_square: { status: 'success' },
        create_truelayer_payment: { url: '/bank/' },
        // Free tickets may be claimed at once: the claim waits, so that the step is seen.
        claim_free_tickets: pending().reply,
      },
    },
  )
  if (method === 'bank') await page.press(/^Instant Bank Transfer/)
  for (const [label, answer] of Object.entries(answers)) {
    const field = screen.queryByLabelText<HTMLInputElement>(label)
    if (field && !field.value) await page.type(field, answer)
  }
  if (screen.queryByLabelText('Card number at the provider')) await typeCard(page)
  if (screen.queryByLabelText('Card at Square')) await page.type('Card at Square', '4')
  const press = screen.queryByRole('button', { name: /^(Pay £|Claim)/ })
  if (press) await page.press(press)
  await act(settled)
  return page
}

/** Whether the buyer passes the delivery address step on the way to the payment. */
const isAskedBefore = (isExpress: boolean) => !isExpress

it.each([
  ['plain', 'card'],
  ['plain', 'square'],
  ['plain', 'bank'],
  ['plain', 'free'],
  ['express', 'card'],
  ['express', 'square'],
  ['express', 'free'],
] as const)(
  'has a field for each detail that the shop demands, in every %s basket, for every buyer, by %s [ADDR-24, ADDR-25, PAYM-07, PAYM-22]',
  async (kind, method) => {
    const isExpress = kind === 'express'
    const failures: string[] = []
    for (const sale of baskets)
      for (const account of Object.keys(accounts) as (keyof typeof accounts)[]) {
        // Without an email, nobody gets past the account step.
        if (!isExpress && account === 'a new guest') continue
        const page = await payOnPage({ ...sale, express: isExpress }, account, method)
        const [delivery] = page.sent('set_delivery_address')
        const [payment] = [
          'pay_with_card',
          'pay_with_square',
          'create_truelayer_payment',
          'claim_free_tickets',
        ]
          .flatMap((name) => page.sent(name))
          .slice(0, 1)
        const demanded = demandedDetails(sale)
        const missing = missingDetail(demanded, {
          hasAddress: isAskedBefore(isExpress) || delivery?.['address[address_1]'] !== undefined,
          voucherFrom: isAskedBefore(isExpress) ? 'known' : (delivery?.gift_voucher_from ?? ''),
          voucherTo: isAskedBefore(isExpress) ? 'known' : (delivery?.gift_voucher_to ?? ''),
        })
        const number = payment?.contact_number ?? accounts[account].contact_number
        const needsNumber = demanded.phone && method !== 'free'
        const found = [
          ...problems(),
          missing,
          payment ? '' : 'nothing is sent',
          needsNumber && !isPhone(number) ? 'no number' : '',
        ].filter(Boolean)
        if (found.length > 0) failures.push(`${account} ${JSON.stringify(sale)}: ${found.join(', ')}`)
        cleanup()
      }
    expect(failures).toEqual([])
  },
  120_000,
)
