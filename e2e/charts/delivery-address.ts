import type { Page } from '@playwright/test'
import { continueButton, goOn, reserveBasket, typeAddress } from '#e2e/buyer.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { press, type Do, type Walk } from './walk.ts'

const saved = {
  id: '5',
  full_address: '1 High Street, Bath',
  first_name: 'Ann',
  last_name: 'Archer',
  address_1: '1 High Street',
  address_2: '',
  town: 'Bath',
  postcode: 'BA1 2CD',
  country: '1',
  state: '',
}

const typed = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  'Address line 1': '7 Compiler Lane',
  'Town or city': 'Whitby',
  'Postcode or zip code': 'YO21 1DN',
  'Contact number': '07700 900123',
}

/** A saved address, as a buyer's account keeps it after an order. */
const oneSaved = { json: { existing_addresses: [saved] } }

const asMember: Do = ({ arrange }) =>
  arrange({ shape: 'deliverable', state: 'delivery_address', user: 'member' })

/** A member who types an address, changes the basket, and comes back. */
const whileTyping: Do = async (doing) => {
  const { page, gate, pass } = doing
  await gate.whileOpen(async () => {
    await asMember(doing)
    await typeAddress(page)
    await page.getByRole('button', { name: 'Edit basket' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await reserveBasket(page)
    await pass(1_000)
    await expect(stepOn(page, 'login')).toBeVisible()
    await goOn(page)
    await expect(stepOn(page, 'marketing_preferences')).toBeVisible()
  })
  await goOn(page)
}

const savedAddresses = (page: Page) => page.getByRole('group', { name: 'Where should we send it?' })

/** How the paths of `machines/delivery-address.ts` are walked in a browser. */
export const deliveryAddress: Walk = {
  starts: {
    '': (doing) =>
      (doing.path.steps[0]?.label === 'done loadAddresses: typed' ? whileTyping : asMember)(doing),
  },
  arranged: ['done loadAddresses: typed'],
  doings: {
    'address.select: saved': ({ page }) => page.getByLabel(saved.full_address).check(),
    'address.select: new': ({ page }) => page.getByLabel('Use a new address').check(),
    async 'address.delete'(doing) {
      const { path, step, gate } = doing
      await press(/^Delete the chosen address/)(doing)
      // The page reads the addresses again: another one is left
      if (path.steps[path.steps.indexOf(step) + 1]?.label !== 'done deleteAddress: saved') return
      gate.plan('loadAddresses', oneSaved)
      void gate.release('loadAddresses')
    },
    async 'address.find'({ page }) {
      await page.getByLabel('Find your address').fill('YO22 4DB')
      await page.getByRole('button', { name: 'Find', exact: true }).click()
    },
    'address.choose': press(/^14 Sandgate/),
    'address.enter': press(/^(Enter the address manually|Change the address)$/),
    'finder.open': press('Find an address'),
    async 'details.save'({ page }) {
      for (const [label, text] of Object.entries(typed)) {
        const field = page.getByLabel(label)
        if ((await field.isVisible()) && (await field.inputValue()) === '') await field.fill(text)
      }
      await goOn(page)
    },
  },
  answers: {
    'done loadAddresses: saved': oneSaved,
    'done loadAddresses: typed': oneSaved,
    // The shop does not know the address that it has not sent
    'done deleteAddress': { json: {} },
  },
  before: {
    async 'done setDeliveryAddress'({ gate, path }) {
      // Nor does it take it for a delivery
      const isSaved = path.steps.some(({ label }) => label === 'done loadAddresses: saved')
      if (isSaved) gate.answerWith('setDeliveryAddress', { json: {} })
      return Promise.resolve()
    },
  },
  unanswered: ['lookupAddress', 'setDeliveryAddress'],
  contents: {
    async 'editing.saved'({ page }) {
      await expect(page.getByLabel(saved.full_address)).toBeChecked()
      await expect(page.getByRole('button', { name: /^Delete the chosen address/ })).toBeEnabled()
      await expect(page.getByLabel('Find your address')).toBeHidden()
      await expect(page.getByLabel('Address line 1')).toBeHidden()
      await expect(continueButton(page)).toBeVisible()
    },
    async 'editing.finder'({ page, step }) {
      await expect(page.getByLabel('Find your address')).toBeVisible()
      await expect(continueButton(page)).toBeDisabled()
      if (step.label === 'done deleteAddress: none') await expect(savedAddresses(page)).toBeHidden()
    },
    'editing.finding': ({ page }) =>
      expect(page.getByRole('button', { name: 'Find', exact: true })).toHaveAttribute('aria-busy', 'true'),
    async 'editing.found_addresses'({ page }) {
      await expect(page.getByText(/^Choose your address \(\d+ found\)$/).first()).toBeVisible()
      await expect(page.getByRole('button', { name: /^14 Sandgate/ })).toBeVisible()
    },
    async 'editing.address_found'({ page }) {
      await expect(page.getByText(/14 Sandgate, Whitby, YO22 4DB$/)).toBeVisible()
      await expect(page.getByLabel('Address line 1')).toBeHidden()
    },
    async 'editing.adding_manually'({ page, path }) {
      const labels = path.steps.map(({ label }) => label)
      const isTyped = labels[0] === 'done loadAddresses: typed'
      const found = labels.includes('address.choose') ? '14 Sandgate' : ''
      await expect(page.getByLabel('Address line 1')).toHaveValue(isTyped ? '7 Compiler Lane' : found)
      await expect(page.getByLabel('Country')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Find an address' })).toBeVisible()
    },
    deleting: ({ page }) => expect(page.getByRole('button', { name: /^Deleting the address/ })).toBeVisible(),
    saving: ({ page }) => expect(continueButton(page)).toHaveAttribute('aria-busy', 'true'),
  },
}
