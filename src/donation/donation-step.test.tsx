// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  button,
  description,
  field,
  heading,
  notices,
  openCheckout,
  pending,
  problems,
  refused,
  shownStep,
  step,
  editBasket,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const charity = {
  id: '7',
  name: 'Open Door Shelter',
  logo: '/pictures/door.svg',
  description_html: '<p>A bed for <strong>everybody</strong>.</p>',
  donation_options: ['5.00', '10.00'],
  donation_checkout_title: 'Give a night indoors',
  booking_fee: '5',
}
const organisers = [{ name: 'Open Door', charity: 1 }]
const checkout: WireCheckout = { state: 'donation', charity, organisers }
const preset = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

it("has the charity's title as its heading [DONA-01]", async () => {
  await openCheckout(checkout)
  expect(heading()).toBe('Give a night indoors')
  expect(await editBasket()).toBeDefined()
})

it('shows the name, the logo and the description of the charity [DONA-02, DONA-03, DONA-04]', async () => {
  await openCheckout(checkout)
  const card = screen.getByRole('region', { name: 'Open Door Shelter' })
  expect(card.querySelector('h2')?.textContent).toBe('Open Door Shelter')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/pictures/door.svg')
  expect(card.querySelector('strong')?.textContent).toBe('everybody')
})

it("links in the charity's description to web, email and phone addresses only [OPEN-55]", async () => {
  const links = [
    'https://aid.example/',
    'mailto:a@aid.example',
    'https://bank.example@evil.example/',
    'javascript:x',
  ]
  const description_html = `<p>${links.map((href) => `<a href="${href}">${href}</a>`).join()}</p>`
  await openCheckout({ ...checkout, charity: { ...charity, description_html } })
  const card = screen.getByRole('region', { name: 'Open Door Shelter' })
  expect([...card.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://aid.example/',
    'mailto:a@aid.example',
    null,
    null,
  ])
})

it('offers the amounts of the charity and a custom one in steps of a penny [DONA-05, DONA-06, DONA-10]', async () => {
  await openCheckout(checkout)
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    '5.00',
    '10.00',
  ])
  expect(preset('£5.00').checked).toBe(false)
  const custom = field('Or another amount')
  expect([custom.type, custom.step, custom.min]).toEqual(['number', '0.01', '1'])
})

it('clears the chosen amount when one is typed, and the typed one when one is chosen [DONA-11, DONA-12]', async () => {
  const page = await openCheckout(checkout)
  await page.press(preset('£10.00'))
  expect(preset('£10.00').checked).toBe(true)
  await page.type('Or another amount', '7.50')
  expect(preset('£10.00').checked).toBe(false)
  await page.press(preset('£5.00'))
  expect(field('Or another amount').value).toBe('')
})

it('shows the fee on the donation in the place of the words before it [DONA-15]', async () => {
  const page = await openCheckout({ ...checkout, basket_total: '26.90' })
  const words = step().getByText('All of your gift goes to Open Door Shelter. The fee is extra.', {
    selector: ':not([aria-hidden])',
  })
  await page.press(preset('£10.00'))
  expect(words.isConnected).toBe(true)
  expect(
    step().getByText('£10.00 goes to Open Door Shelter. With a £0.50 fee you pay £10.50, and £37.40 in all.'),
  ).toBeDefined()
})

it('says beside each amount what its fee is [DONA-15]', async () => {
  await openCheckout(checkout)
  expect(['£5.00', '£10.00'].map((name) => description(preset(name)))).toEqual([
    '+\u00a0£0.25 fee',
    '+\u00a0£0.50 fee',
  ])
})

it('gives an example of the fee where no amounts are offered [DONA-15]', async () => {
  await openCheckout({ ...checkout, charity: { ...charity, donation_options: [] } })
  const words = 'All of your gift goes to Open Door Shelter. The fee is extra: £0.50 for £10.00.'
  expect(step().getByText(words, { selector: ':not([aria-hidden])' })).toBeDefined()
})

it('says nothing of a fee that the charity does not take [DONA-15]', async () => {
  await openCheckout({ ...checkout, charity: { ...charity, booking_fee: '0' } })
  expect(description(preset('£5.00'))).toBe('')
  expect(step().queryByText(/\bfee\b/)).toBeNull()
})

it('counts a donation that is already in the total once', async () => {
  const donation = { amount_before_booking_fee: '10.00', booking_fee: '0.50' }
  await openCheckout({ ...checkout, basket_total: '37.40', donation })
  expect(step().getByText(/^£10.00 goes to .* and £37.40 in all.$/)).toBeDefined()
})

it('saves a chosen amount for the charity and continues with Gift Aid [DONA-13]', async () => {
  const page = await openCheckout(checkout)
  page.change({ donation: { amount_before_booking_fee: '10.00' } })
  await page.press(preset('£10.00'))
  await page.press('Continue')
  expect(page.sent('save_donation')).toEqual([{ amount_before_booking_fee: '10.00', charity_id: '7' }])
  expect(shownStep()).toBe('gift_aid')
})

it('saves a typed amount', async () => {
  const page = await openCheckout(checkout)
  await page.type('Or another amount', '7.5')
  await page.press('Continue')
  expect(page.sent('save_donation')).toEqual([{ amount_before_booking_fee: '7.50', charity_id: '7' }])
})

it.each(['', '0.99'])('rejects an amount below 1 (%j) with a message [DONA-08, DONA-09]', async (amount) => {
  const page = await openCheckout(checkout)
  await page.type('Or another amount', amount)
  await page.press('Continue')
  expect(page.sent('save_donation')).toEqual([])
  expect(problems()).toEqual(['Choose an amount or click Skip donation'])
})

it('says what is the least, and not what a smaller amount would cost [DONA-08]', async () => {
  const page = await openCheckout(checkout)
  await page.type('Or another amount', '0.5')
  expect(description(field('Or another amount'))).toContain('At least £1.00')
  expect(step().queryByText(/^£0.50 goes to/)).toBeNull()
  await page.type('Or another amount', '1')
  expect(step().getByText(/^£1.00 goes to/)).toBeDefined()
})

it('skips donation and Gift Aid without a call [DONA-07, DONA-14]', async () => {
  const page = await openCheckout(checkout)
  await page.press('Skip donation')
  expect(page.sent('save_donation')).toEqual([])
  expect(shownStep()).toBe('login')
})

it('preselects an earlier donation', async () => {
  await openCheckout({ ...checkout, donation: { amount_before_booking_fee: '10.00' } })
  expect(preset('£10.00').checked).toBe(true)
})

it('fills in an earlier donation that is not a preset', async () => {
  await openCheckout({ ...checkout, donation: { amount_before_booking_fee: '7.50' } })
  expect(field('Or another amount').value).toBe('7.50')
})

it('asks for any amount where the charity suggests none', async () => {
  const page = await openCheckout({ ...checkout, charity: { ...charity, donation_options: [] } })
  expect(screen.queryByRole('radio')).toBeNull()
  await page.type('Amount', '3')
  await page.press('Continue')
  expect(page.sent('save_donation')).toEqual([{ amount_before_booking_fee: '3.00', charity_id: '7' }])
})

it('has the heading "Donation" if the charity has no title', async () => {
  await openCheckout({ ...checkout, charity: { ...charity, donation_checkout_title: '' } })
  expect(heading()).toBe('Donation')
})

it('shows why a donation was not saved, and keeps the chosen amount', async () => {
  const page = await openCheckout(checkout, {
    replies: { save_donation: refused('The charity has closed') },
  })
  await page.press(preset('£5.00'))
  await page.press('Continue')
  expect(shownStep()).toBe('donation')
  expect(notices().join()).toMatch(/^error: /)
  expect(preset('£5.00').checked).toBe(true)
})

it('says that the shop has refused a donation before the checkout is read again', async () => {
  const page = await openCheckout(checkout, { replies: { save_donation: refused('The charity has closed') } })
  const { reply, arrive } = pending()
  page.answer('get', reply)
  await page.press(preset('£5.00'))
  await page.press('Continue')
  expect(notices().join()).toMatch(/^error: /)
  arrive()
})

it('lets a buyer skip a donation that the shop refuses whatever the amount [DONA-14]', async () => {
  const page = await openCheckout(checkout, { replies: { save_donation: refused('The charity has closed') } })
  await page.press(preset('£5.00'))
  await page.press('Continue')
  await page.press('Skip donation')
  expect(shownStep()).toBe('login')
})

it('shows a spinner and disables Skip while the donation is saved', async () => {
  const { reply, arrive } = pending()
  const page = await openCheckout(checkout, { replies: { save_donation: reply } })
  await page.press(preset('£5.00'))
  await page.press('Continue')
  expect(button('Continue').getAttribute('aria-busy')).toBe('true')
  expect(button('Skip donation').getAttribute('aria-disabled')).toBe('true')
  await page.press('Skip donation')
  expect(shownStep()).toBe('donation')
  arrive()
})
