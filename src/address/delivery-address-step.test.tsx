// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  button,
  description,
  field,
  heading,
  openCheckout,
  pending,
  problems,
  refused,
  settled,
  shownStep,
  step,
  editBasket,
  type OpenedCheckout,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const checkout: WireCheckout = { state: 'delivery_address', require_delivery_address: 1 }
const voucher = { id: '9', name: 'Gift voucher', value: '25.00', qty: 1, o_name: 'Harbour Arts' }
const ada = {
  id: '5',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Byron',
  full_name: 'Ada Byron',
}
const countries = {
  countries: { 1: 'United Kingdom', 2: 'United States', 3: 'France' },
  states: { NY: 'New York', CA: 'California' },
}
const saved = {
  existing_addresses: [
    { id: '11', full_address: '1 High Street, Bath' },
    { id: '12', full_address: '2 Low Road, Leeds' },
  ],
}
const found = {
  possible_addresses: [
    {
      formatted_address: '14 Sandgate',
      address_line_2: 'Old Town',
      town: 'Whitby',
      post_code: 'YO22 4DB',
    },
  ],
}
const replies = {
  get_address_all_countries_states: countries,
  get_user_addresses: saved,
  lookup_address: found,
}
const open = (changes: object = {}, user: object | null = null) =>
  openCheckout({ ...checkout, ...changes }, { replies, user })

async function typeAddress(page: OpenedCheckout) {
  await page.press('Enter the address manually')
  const typed = {
    'First name': 'Ada',
    'Last name': 'Byron',
    'Address line 1': '1 High Street',
    'Address line 2 (optional)': 'Flat 2',
    'Town or city': 'Bath',
    'Postcode or zip code': 'BA1 1AA',
  }
  for (const [name, text] of Object.entries(typed)) await page.type(name, text)
}

it('has the heading "Delivery Address" and starts with the finder for a guest [ADDR-01, ADDR-02, ADDR-04, ADDR-05, ADDR-10]', async () => {
  const page = await open()
  expect(heading()).toBe('Delivery Address')
  expect(field('Find your address')).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(page.sent('get_user_addresses')).toEqual([])
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Continue'))).toBe('Find your address or enter it manually to continue.')
  expect(await editBasket()).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull()
  await page.press('Continue')
  expect(problems()).toEqual([])
  expect(document.activeElement).toBe(field('Find your address'))
})

it('says what comes by post', async () => {
  await open({ tickets: [{ ticket_id: '1', ticket_name: 'Signed programme by post', qty: 1 }] })
  expect(step().getByText('1 × Signed programme comes by post.')).toBeDefined()
})

it('enables Find from the third character [ADDR-19]', async () => {
  const page = await open()
  await page.type('Find your address', 'YO')
  expect(button('Find').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Find'))).toBe('Type at least 3 characters.')
  await page.press('Find')
  expect(document.activeElement).toBe(field('Find your address'))
  expect(description(field('Find your address'))).toContain('Type at least 3 characters')
  expect(page.sent('lookup_address')).toEqual([])
  expect(step().queryByText(/^We couldn't find an address/)).toBeNull()
  await page.type('Find your address', 'YO2')
  expect(button('Find').getAttribute('aria-disabled')).toBeNull()
  await page.press('Find')
  expect(page.sent('lookup_address')).toEqual([{ address: 'YO2' }])
})

/** Chooses the address that is found, as a buyer without a saved one. */
async function chooseFound(page: OpenedCheckout) {
  await page.type('Find your address', 'YO22')
  await page.press('Find')
  await page.press(/^14 Sandgate/)
}

it('lists found addresses, and shows the chosen one on one line until it is changed [ADDR-06, ADDR-30]', async () => {
  const page = await open({}, ada)
  await page.press(screen.getByRole('radio', { name: 'Use a new address' }))
  await page.type('Find your address', 'YO22')
  await page.press('Find')
  expect(step().getByText('Choose your address (1 found)')).toBeDefined()
  await page.press(/^14 Sandgate/)
  const line = document.activeElement
  expect(line?.textContent).toBe('Ada Byron, 14 Sandgate, Old Town, Whitby, YO22 4DB')
  expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Town or city' })).toBeNull()
  await page.press('Change the address')
  expect(document.activeElement).toBe(field('First name'))
  expect(line?.isConnected).toBe(false)
  const lines = ['Address line 1', 'Address line 2 (optional)', 'Town or city', 'Postcode or zip code']
  expect(lines.map((name) => field(name).value)).toEqual(['14 Sandgate', 'Old Town', 'Whitby', 'YO22 4DB'])
})

it('asks to choose one of the found addresses, and to search again if there are none', async () => {
  const page = await open()
  await page.type('Find your address', 'YO22')
  await page.press('Find')
  expect(description(button('Continue'))).toBe('Choose your address to continue.')
  await page.press('Continue')
  expect(document.activeElement).toBe(button(/^14 Sandgate/))
  page.answer('lookup_address', { possible_addresses: [] })
  await page.press('Find')
  expect(description(button('Continue'))).toBe('Find your address or enter it manually to continue.')
})

it('sends a found address with the name of the buyer [ADDR-16, ADDR-30]', async () => {
  const page = await open({}, ada)
  await page.press(screen.getByRole('radio', { name: 'Use a new address' }))
  await chooseFound(page)
  await page.press('Continue')
  expect(page.sent('set_delivery_address')[0]).toMatchObject({
    'address[selected_user_address_id]': 'new',
    'address[first_name]': 'Ada',
    'address[last_name]': 'Byron',
    'address[address_1]': '14 Sandgate',
    'address[address_2]': 'Old Town',
    'address[town]': 'Whitby',
    'address[postcode]': 'YO22 4DB',
    'address[country]': '1',
  })
})

it('asks whom a found address belongs to, if the name is not known', async () => {
  const page = await open()
  await chooseFound(page)
  expect(document.activeElement).toBe(field('First name'))
  expect(step().getByText('14 Sandgate, Old Town, Whitby, YO22 4DB')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Town or city' })).toBeNull()
  await page.press('Continue')
  expect(problems()).toEqual(['Type a first name', 'Type a last name'])
})

it('shows the fields of a found address that lacks something, or has something that is not taken', async () => {
  const page = await open()
  page.answer('lookup_address', {
    possible_addresses: [{ formatted_address: '14 Sandgate', town: 'Whitby' }],
  })
  await chooseFound(page)
  expect(field('Postcode or zip code').value).toBe('')
  await page.press('Find an address')
  const card = { ...found.possible_addresses[0], formatted_address: '14 Sandgate 4242 4242 4242 4242' }
  page.answer('lookup_address', { possible_addresses: [card] })
  await chooseFound(page)
  expect(screen.queryByRole('textbox', { name: 'Address line 1' })).toBeNull()
  await page.press('Continue')
  expect(description(field('Address line 1'))).toBe('Please do not type card numbers here')
  await page.type('Address line 1', '14 Sandgate')
  expect(screen.queryByRole('button', { name: 'Change the address' })).toBeNull()
  expect(field('Address line 1').value).toBe('14 Sandgate')
})

it('sends the address that its line shows, if one was changed and then found again', async () => {
  const page = await open({}, ada)
  await page.press(screen.getByRole('radio', { name: 'Use a new address' }))
  await chooseFound(page)
  await page.press('Change the address')
  await page.type('Address line 1', 'Flat 9')
  await page.press('Find an address')
  await chooseFound(page)
  await page.press('Continue')
  expect(page.sent('set_delivery_address')[0]).toMatchObject({ 'address[address_1]': '14 Sandgate' })
})

it('shows the fields of a found address again if it cannot be saved', async () => {
  const page = await open({}, ada)
  const { reply, arrive } = pending({ message: 'Busy' }, 503)
  page.answer('set_delivery_address', reply)
  await page.press(screen.getByRole('radio', { name: 'Use a new address' }))
  await chooseFound(page)
  await page.press('Continue')
  expect(button('Change the address').getAttribute('aria-disabled')).toBe('true')
  arrive()
  await settled()
  expect(field('Address line 1').value).toBe('14 Sandgate')
})

it('returns from the typed address to the finder and back, and keeps what was typed [ADDR-12]', async () => {
  const page = await open()
  await typeAddress(page)
  await page.press('Find an address')
  expect(screen.queryByRole('textbox', { name: 'Town or city' })).toBeNull()
  expect(field('Find your address')).toBeDefined()
  await page.press('Enter the address manually')
  expect(document.activeElement).toBe(field('First name'))
  expect(field('Town or city').value).toBe('Bath')
})

it('shows that no address was found', async () => {
  const page = await open()
  page.answer('lookup_address', { possible_addresses: [] })
  await page.type('Find your address', 'nowhere')
  await page.press('Find')
  expect(step().getByText(/^We couldn't find an address/)).toBeDefined()
})

it('takes the postcode that was looked for along to the typed address, unless there is one', async () => {
  const page = await open()
  page.answer('lookup_address', { possible_addresses: [] })
  const look = async (text: string) => {
    await page.type('Find your address', text)
    await page.press('Find')
    await page.press('Enter the address manually')
    return field('Postcode or zip code').value
  }
  expect(await look('nowhere')).toBe('')
  await page.press('Find an address')
  expect(await look('yo224db')).toBe('YO22 4DB')
  await page.type('Postcode or zip code', 'BA1 1AA')
  await page.press('Find an address')
  expect(await look('YO22 4DB')).toBe('BA1 1AA')
})

it('shows a spinner while it finds addresses', async () => {
  const page = await open()
  const { reply, arrive } = pending(found)
  page.answer('lookup_address', reply)
  await page.type('Find your address', 'YO22')
  await page.press('Find')
  expect(button('Find').getAttribute('aria-busy')).toBe('true')
  arrive()
  await settled()
  expect(button(/^14 Sandgate/)).toBeDefined()
})

it('sends a typed address with both of its lines, and continues [ADDR-07, ADDR-16]', async () => {
  const page = await open()
  await typeAddress(page)
  expect(button('Continue').getAttribute('aria-disabled')).toBeNull()
  await page.press('Continue')
  expect(page.sent('set_delivery_address')).toEqual([
    {
      'address[selected_user_address_id]': 'new',
      'address[first_name]': 'Ada',
      'address[last_name]': 'Byron',
      'address[address_1]': '1 High Street',
      'address[address_2]': 'Flat 2',
      'address[town]': 'Bath',
      'address[postcode]': 'BA1 1AA',
      'address[country]': '1',
      'address[state]': '',
      gift_voucher_from: '',
      gift_voucher_to: '',
    },
  ])
  expect(shownStep()).toBe('payment')
})

it('lists missing fields when Continue is pressed too early [ADDR-26]', async () => {
  const page = await open()
  await page.press('Enter the address manually')
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Continue'))).toBe('Fill in the details above to continue.')
  await page.press('Continue')
  expect(description(field('Town or city'))).toBe('Type a town or city')
  expect(page.sent('set_delivery_address')).toEqual([])
})

it("asks for a state only in the USA, from the shop's list [ADDR-17, ADDR-18, ADDR-28]", async () => {
  const page = await open()
  await typeAddress(page)
  expect([...field('Country').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'United Kingdom',
    'United States',
    'France',
  ])
  expect(screen.queryByLabelText('State')).toBeNull()
  await page.choose('Country', 'United States')
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
  await page.choose('State', 'California')
  await page.press('Continue')
  expect(page.sent('set_delivery_address')[0]).toMatchObject({
    'address[country]': '2',
    'address[state]': 'CA',
  })
})

it('asks for a phone number if one is required, and sends it [ADDR-13, ADDR-14]', async () => {
  const page = await open({ has_require_phone_number: 1, contact_number: '07700' })
  await typeAddress(page)
  expect(field('Contact number').value).toBe('07700')
  await page.press('Continue')
  expect(description(field('Contact number'))).toBe('Type a valid phone number')
  await page.type('Contact number', '07700 900123')
  await page.press('Continue')
  expect(page.sent('set_delivery_address')[0]?.contact_number).toBe('07700 900123')
})

it('asks for no phone number and no gift voucher names unless required [ADDR-09]', async () => {
  await open()
  expect(screen.queryByLabelText('Contact number')).toBeNull()
  expect(screen.queryByLabelText('From')).toBeNull()
})

it('asks for sender and recipient of a gift voucher, and sends them [ADDR-08, ADDR-24, ADDR-25]', async () => {
  const page = await open({ gift_vouchers: [voucher] })
  await typeAddress(page)
  await page.press('Continue')
  expect(description(field('From'))).toBe('Who is the gift voucher from?')
  expect(description(field('To'))).toBe('Who is the gift voucher for?')
  await page.type('From', 'Ada')
  await page.type('To', 'Grace')
  await page.press('Continue')
  expect(page.sent('set_delivery_address')[0]).toMatchObject({
    gift_voucher_from: 'Ada',
    gift_voucher_to: 'Grace',
  })
})

it('says at each field that it takes no card number, and sends nothing [S33]', async () => {
  const page = await open({ gift_vouchers: [voucher], require_contact_number: 1 })
  await typeAddress(page)
  const names = [
    'First name',
    'Last name',
    'Address line 1',
    'Address line 2 (optional)',
    'Town or city',
    'Postcode or zip code',
    'From',
    'To',
  ]
  for (const name of names) await page.type(name, '4242 4242 4242 4242')
  await page.press('Continue')
  for (const name of names)
    expect(description(field(name)), name).toBe('Please do not type card numbers here')
  expect(page.sent('set_delivery_address')).toEqual([])
})

it("offers a signed-in buyer's saved addresses, and sends the chosen one [ADDR-03, ADDR-11, ADDR-15, ADDR-29]", async () => {
  const page = await open({}, ada)
  const choices = screen.getAllByRole<HTMLInputElement>('radio')
  expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
    '1 High Street, Bath',
    '2 Low Road, Leeds',
    'Use a new address',
  ])
  await page.press(screen.getByRole('radio', { name: '2 Low Road, Leeds' }))
  await page.press('Continue')
  expect(page.sent('set_delivery_address')).toEqual([
    { 'address[selected_user_address_id]': '12', gift_voucher_from: '', gift_voucher_to: '' },
  ])
})

it('lets a signed-in buyer add a new address, with the name filled in', async () => {
  const page = await open({}, ada)
  await page.press(screen.getByRole('radio', { name: 'Use a new address' }))
  await page.press('Enter the address manually')
  expect([field('First name').value, field('Last name').value]).toEqual(['Ada', 'Byron'])
})

it('fills in the name that a guest has given before the page was loaded again', async () => {
  const page = await open({ guest_name: 'Grace Brewster Hopper' })
  await page.press('Enter the address manually')
  expect([field('First name').value, field('Last name').value]).toEqual(['Grace Brewster', 'Hopper'])
})

it('deletes the chosen address and removes it from the list [ADDR-27]', async () => {
  const page = await open({}, ada)
  await page.press(screen.getByRole('radio', { name: '1 High Street, Bath' }))
  page.answer('get_user_addresses', { existing_addresses: saved.existing_addresses.slice(1) })
  await page.press('Delete the chosen address : 1 High Street, Bath')
  expect(page.sent('delete_address')).toEqual([{ address_id: '11' }])
  expect(screen.queryByRole('radio', { name: '1 High Street, Bath' })).toBeNull()
})

it('keeps the typed address if it cannot be saved, and sends it again', async () => {
  const page = await open()
  page.answer('set_delivery_address', [refused('Busy', 503), {}])
  await typeAddress(page)
  await page.press('Continue')
  expect(shownStep()).toBe('delivery_address')
  expect(field('Town or city').value).toBe('Bath')
  await page.press('Continue')
  expect(page.sent('set_delivery_address')).toHaveLength(2)
})

it('shows a spinner while the address is saved', async () => {
  const page = await open()
  const { reply, arrive } = pending()
  page.answer('set_delivery_address', reply)
  await typeAddress(page)
  await page.press('Continue')
  expect(button('Continue').getAttribute('aria-busy')).toBe('true')
  arrive()
})
