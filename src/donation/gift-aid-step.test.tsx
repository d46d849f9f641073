// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  field,
  heading,
  notices,
  openCheckout,
  problems,
  shownStep,
  step,
  editBasket,
  type OpenedCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const giving = (amount: string) => ({
  state: 'gift_aid' as const,
  charity: { id: '7', name: 'Open Door' },
  donation: { amount_before_booking_fee: amount },
})
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const confirmations = [/UK taxpayer/, /my own money/, /not for gambling/]
const unconfirmed = [
  'Confirm that you are a UK taxpayer',
  'Confirm that the donation is your own money',
  'Confirm that the donation is not for gambling or a raffle',
]

async function declare(page: OpenedCheckout) {
  await page.press(radio('Yes, add Gift Aid'))
  for (const name of confirmations) await page.press(box(name))
}

it('has the heading "Gift Aid" and shows the value of the donation with it [GIFT-01, GIFT-14] [L8]', async () => {
  await openCheckout(giving('10.00'))
  expect(heading()).toBe('Gift Aid')
  expect(step().getByText(/With Gift Aid/).textContent).toBe(
    'With Gift Aid your donation of £10.00 is worth £12.50 to Open Door, at no cost to you.',
  )
  expect(await editBasket()).toBeDefined()
})

it('asks nothing more when the donor declines, and saves the choice [GIFT-15]', async () => {
  const page = await openCheckout(giving('25.00'))
  await page.press(radio('No, continue without Gift Aid'))
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await page.press('Continue')
  expect(page.sent('update_donation')).toEqual([
    { is_gift_aid: 'false', subscribe: 'false', uk_based: 'false', address1: '', postcode: '' },
  ])
  expect(shownStep()).toBe('login')
})

it('continues only after an answer was chosen', async () => {
  const page = await openCheckout(giving('5.00'))
  await page.press('Continue')
  expect(problems()).toEqual(['Choose whether to add Gift Aid'])
  expect(page.sent('update_donation')).toEqual([])
})

it('requires all three confirmations [GIFT-02, GIFT-03, GIFT-04, GIFT-05, GIFT-06]', async () => {
  const page = await openCheckout(giving('5.00'))
  await page.press(radio('Yes, add Gift Aid'))
  for (const [index, name] of confirmations.entries()) {
    await page.press('Continue')
    expect(problems()).toEqual(unconfirmed.slice(index))
    await page.press(box(name))
  }
  expect(page.sent('update_donation')).toEqual([])
  await page.press('Continue')
  expect(page.sent('update_donation')).toHaveLength(1)
})

it('asks for no address below £20 [GIFT-08, GIFT-11]', async () => {
  const page = await openCheckout(giving('19.99'))
  await declare(page)
  expect(screen.queryByLabelText('Address line 1')).toBeNull()
})

it('asks a UK resident for address and postcode from £20, and sends them [GIFT-08, GIFT-10, GIFT-12, GIFT-15]', async () => {
  const page = await openCheckout(giving('20.00'))
  await declare(page)
  await page.press('Continue')
  expect(problems()).toEqual(['Type the first line of your address', 'Type your postcode'])
  await page.type('Address line 1', '1 High Street')
  await page.type('Postcode', 'AB1 2CD')
  await page.press('Continue')
  expect(page.sent('update_donation')).toEqual([
    {
      is_gift_aid: 'true',
      subscribe: 'false',
      uk_based: 'true',
      address1: '1 High Street',
      postcode: 'AB1 2CD',
    },
  ])
})

it('asks overseas donors only for the first line [GIFT-07, GIFT-13] [L7]', async () => {
  const page = await openCheckout(giving('20.00'))
  await declare(page)
  expect(radio('In the UK').checked).toBe(true)
  await page.press(radio('Overseas, and I pay UK tax'))
  expect(screen.queryByLabelText('Postcode')).toBeNull()
  await page.type('Address line 1', '1 rue Ada')
  await page.press('Continue')
  expect(page.sent('update_donation')[0]).toMatchObject({
    uk_based: 'false',
    address1: '1 rue Ada',
    postcode: '',
  })
})

it("offers the charity's news, and sends the choice [GIFT-09]", async () => {
  const page = await openCheckout(giving('5.00'))
  await page.press(radio('No, continue without Gift Aid'))
  await page.press(box(/^Keep me updated about the work of Open Door/))
  await page.press('Continue')
  expect(page.sent('update_donation')[0]?.subscribe).toBe('true')
})

it('shows why a declaration was not saved, and keeps the input', async () => {
  const page = await openCheckout(giving('20.00'), {
    replies: { update_donation: Response.json({ message: 'No such street' }, { status: 422 }) },
  })
  await declare(page)
  await page.type('Address line 1', '1 High Street')
  await page.type('Postcode', 'AB1 2CD')
  await page.press('Continue')
  expect(shownStep()).toBe('gift_aid')
  expect(notices().join()).toMatch(/^error: /)
  expect(field('Postcode').value).toBe('AB1 2CD')
})
