import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { FoundAddress } from '#src/address/schemas.ts'
import { facts } from './testing/facts.ts'
import { fakeShop } from './testing/fake-shop.ts'
import { delivery, savedAddress } from './testing/samples.ts'

const second = { ...savedAddress, id: '6' }
const found: FoundAddress = {
  formatted_address: '2 High Street',
  address_line_2: '',
  town: 'Bath',
  post_code: 'AB1 2CD',
}

async function startAddress(savedAddresses = [savedAddress, second], isTyped = false, chosenId = '') {
  const shop = fakeShop()
  const actor = createActor(shop.charts.deliveryAddress).start()
  await shop.reply('loadAddresses', { savedAddresses, isTyped, ...(chosenId && { chosenId }) })
  return {
    ...shop,
    actor,
    where: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}

async function finding() {
  const address = await startAddress([])
  address.actor.send({ type: 'address.find', text: 'AB1' })
  return address
}

describe('the delivery address', () => {
  it('selects the first saved address [ADDR-11, ADDR-15]', async () => {
    const address = await startAddress()
    expect(address.where()).toEqual({ editing: 'saved' })
    expect(address.context().selectedId).toBe('5')
  })

  it('selects the saved address that was chosen before, unless it has been deleted', async () => {
    expect((await startAddress([savedAddress, second], false, '6')).context().selectedId).toBe('6')
    expect((await startAddress([savedAddress, second], false, '7')).context().selectedId).toBe('5')
  })

  it('opens the finder when there are no saved addresses [ADDR-11, ADDR-12]', async () => {
    const address = await startAddress([])
    expect(address.where()).toEqual({ editing: 'finder' })
    expect(address.context().selectedId).toBe('new')
  })

  it('goes on with an address that was being typed when the hold expired [F18]', async () => {
    const address = await startAddress([savedAddress, second], true)
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    expect(address.context()).toMatchObject({ selectedId: 'new', savedAddresses: [savedAddress, second] })
  })

  it('lets the buyer type an address when the saved ones cannot be loaded', async () => {
    const shop = fakeShop()
    const actor = createActor(shop.charts.deliveryAddress).start()
    await shop.fail('loadAddresses')
    expect(actor.getSnapshot().value).toEqual({ editing: 'adding_manually' })
    expect(shop.errors).toEqual(['Unable to get your addresses. Please try again later'])
  })

  it('switches between saved addresses and a new one [ADDR-11]', async () => {
    const address = await startAddress()
    address.actor.send({ type: 'address.select', id: '6' })
    expect(address.context().selectedId).toBe('6')
    address.actor.send({ type: 'address.select', id: 'new' })
    expect(address.where()).toEqual({ editing: 'finder' })
    expect(address.context().selectedId).toBe('new')
    address.actor.send({ type: 'address.select', id: '5' })
    expect(address.where()).toEqual({ editing: 'saved' })
  })

  it('finds addresses and lets the buyer choose one [ADDR-06, ADDR-12]', async () => {
    const address = await finding()
    expect(address.inputs('lookupAddress')).toEqual([{ text: 'AB1' }])
    await address.reply('lookupAddress', [found])
    expect(address.where()).toEqual({ editing: 'found_addresses' })
    expect(address.context().found).toEqual([found])
    address.actor.send({ type: 'address.choose', address: found })
    expect(address.where()).toEqual({ editing: 'address_found' })
    expect(address.context().chosen).toEqual(found)
    address.actor.send({ type: 'finder.open' })
    expect(address.where()).toEqual({ editing: 'finder' })
  })

  it('lets the buyer change a found address [ADDR-07, ADDR-12]', async () => {
    const address = await finding()
    await address.reply('lookupAddress', [found])
    address.actor.send({ type: 'address.choose', address: found })
    address.actor.send({ type: 'address.enter' })
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    expect(address.context().chosen).toEqual(found)
  })

  it('takes a found address as it is, also while it is saved, until the buyer changes it', async () => {
    const address = await finding()
    await address.reply('lookupAddress', [found])
    address.actor.send({ type: 'address.choose', address: found })
    address.actor.send({ type: 'details.save', details: delivery })
    expect(address.where()).toBe('saving')
    expect(address.context().isAsFound).toBe(true)
    await address.fail('setDeliveryAddress')
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    expect(address.context().isAsFound).toBe(false)
  })

  it('fills the fields in anew each time that an address is chosen, also the same one', async () => {
    const address = await finding()
    for (const choices of [1, 2]) {
      await address.reply('lookupAddress', [found])
      address.actor.send({ type: 'address.choose', address: found })
      expect(address.context()).toMatchObject({ choices, isAsFound: true })
      address.actor.send({ type: 'address.enter' })
      expect(address.context()).toMatchObject({ choices, isAsFound: false })
      address.actor.send({ type: 'finder.open' })
      address.actor.send({ type: 'address.find', text: 'AB1' })
    }
  })

  it('lets the buyer search again from the results, or type [ADDR-07, ADDR-12]', async () => {
    const address = await finding()
    await address.reply('lookupAddress', [])
    address.actor.send({ type: 'address.find', text: 'BA2' })
    expect(address.where()).toEqual({ editing: 'finding' })
    address.actor.send({ type: 'address.enter' })
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    address.actor.send({ type: 'finder.open' })
    expect(address.where()).toEqual({ editing: 'finder' })
    address.actor.send({ type: 'address.enter' })
    expect(address.where()).toEqual({ editing: 'adding_manually' })
  })

  it('lets the buyer type when the search fails', async () => {
    const address = await finding()
    await address.fail('lookupAddress')
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    expect(address.errors).toEqual(['Unable to find the address. Please try again later'])
  })

  it('deletes a saved address and selects another, or opens the finder [ADDR-27]', async () => {
    const address = await startAddress()
    address.actor.send({ type: 'address.delete', id: '5' })
    expect(address.inputs('deleteAddress')).toEqual([{ id: '5' }])
    await address.reply('deleteAddress', { savedAddresses: [second] })
    expect(address.where()).toEqual({ editing: 'saved' })
    expect(address.context().selectedId).toBe('6')
    address.actor.send({ type: 'address.delete', id: '6' })
    await address.reply('deleteAddress', { savedAddresses: [] })
    expect(address.where()).toEqual({ editing: 'finder' })
    expect(address.context().selectedId).toBe('new')
  })

  it('shows a notification when an address cannot be deleted', async () => {
    const address = await startAddress()
    address.actor.send({ type: 'address.delete', id: '5' })
    await address.fail('deleteAddress')
    expect(address.where()).toEqual({ editing: 'saved' })
    expect(address.errors).toEqual(['Unable to delete the address. Please try again later'])
  })

  it('saves the address and outputs the new facts', async () => {
    const address = await startAddress()
    address.actor.send({ type: 'details.save', details: delivery })
    expect(address.inputs('setDeliveryAddress')).toEqual([{ details: delivery }])
    await address.reply('setDeliveryAddress', { facts })
    expect(address.actor.getSnapshot().output).toEqual({ facts })
  })

  it('returns to the same view when saving fails [ERRS-23]', async () => {
    const text = 'Unable to set the delivery Address. Please try again later'
    const address = await startAddress()
    address.actor.send({ type: 'details.save', details: delivery })
    await address.fail('setDeliveryAddress')
    expect(address.where()).toEqual({ editing: 'saved' })
    address.actor.send({ type: 'address.select', id: 'new' })
    address.actor.send({ type: 'address.enter' })
    address.actor.send({ type: 'details.save', details: delivery })
    await address.fail('setDeliveryAddress')
    expect(address.where()).toEqual({ editing: 'adding_manually' })
    expect(address.errors).toEqual([text, text])
  })
})
