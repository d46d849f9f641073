import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { openShop } from '#src/http/testing.ts'
import { draftOf, forgetDrafts } from '#src/lib/form-drafts.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { countriesQuery } from './calls.ts'
import * as addressActors from './actors.ts'

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))

const countriesCall = 'POST /ajax/checkout/checkout/get_address_all_countries_states/'
const addressesCall = 'POST /ajax/user/user/get_user_addresses/'

/** Opens a signed-in buyer's page with a shop that fails the calls in `failing`. */
function openPage(failing: string[]) {
  const replies: Record<string, object> = {
    [countriesCall]: { countries: [{ id: 1, name: 'United Kingdom' }], states: [] },
    'GET /ajax/user/user/get_user/': { user: { id: 5 } },
    'GET /ajax/checkout/checkout/get/': { state: 'delivery_address' },
    [addressesCall]: { existing_addresses: [{ id: 5, full_address: '1 High Street' }] },
  }
  const calls = openShop(() => {
    const line = calls.at(-1)?.line ?? ''
    return failing.includes(line) ? new Response('', { status: 503 }) : Response.json(replies[line] ?? {})
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData(userQuery.queryKey, { id: '5' } as never)
  const actors = actorsOf(queryClient, addressActors)
  return {
    calls,
    countries: () => queryClient.getQueryData(countriesQuery.queryKey)?.countries,
    forgetUser: () => queryClient.removeQueries({ queryKey: userQuery.queryKey }),
    signOut: () => queryClient.setQueryData(userQuery.queryKey, null),
    load: () => toPromise(createActor(actors.loadAddresses).start()),
    save: () =>
      toPromise(
        createActor(actors.setDeliveryAddress, {
          input: {
            details: {
              address: { selected_user_address_id: 'new' },
              gift_voucher_from: '',
              gift_voucher_to: '',
            },
          },
        }).start(),
      ),
    find: () => toPromise(createActor(actors.lookupAddress, { input: { text: 'AB1' } }).start()),
  }
}

it('loads the saved addresses even if the countries cannot be loaded [ADDR-03, ADDR-29, OPEN-80]', async () => {
  const failing = [countriesCall]
  const page = openPage(failing)
  const { savedAddresses } = await page.load()
  expect(savedAddresses.map(({ full_address }) => full_address)).toEqual(['1 High Street'])
  await vi.waitFor(() => expect(page.calls.map(({ line }) => line)).toContain(countriesCall))
  expect(page.countries()).toBeUndefined()

  // The address finder requests the countries again, unless they are cached.
  failing.pop()
  await page.find()
  await vi.waitFor(() => expect(page.countries()).toHaveLength(1))
  await page.find()
  expect(page.calls.filter(({ line }) => line === countriesCall)).toHaveLength(2)
})

it('loads the countries even if the saved addresses cannot be loaded [ADDR-04]', async () => {
  const page = openPage([addressesCall])
  await expect(page.load()).rejects.toThrow()
  await vi.waitFor(() => expect(page.countries()).toHaveLength(1))
})

it('waits for a user who is still being loaded [ADDR-03, CONT-17]', async () => {
  const page = openPage([])
  page.forgetUser()
  const { savedAddresses } = await page.load()
  expect(savedAddresses).toHaveLength(1)
})

it('asks for no saved addresses of a guest [ADDR-03]', async () => {
  const page = openPage([])
  page.signOut()
  expect((await page.load()).savedAddresses).toEqual([])
  expect(page.calls.map(({ line }) => line)).not.toContain(addressesCall)
})

it('tells whether an address has been typed and not saved [F18]', async () => {
  const page = openPage([])
  expect((await page.load()).isTyped).toBe(false)
  draftOf('delivery_address').set('contact_number', '0113 496 0000')
  expect((await page.load()).isTyped).toBe(false)
  draftOf('delivery_address').set('town', 'Bath')
  expect((await page.load()).isTyped).toBe(true)
  forgetDrafts()
})

it('knows the saved address that was chosen before, whatever was typed before that', async () => {
  const page = openPage([])
  draftOf('delivery_address').set('town', 'Bath')
  draftOf('chosen_address').set('id', '12')
  expect(await page.load()).toMatchObject({ isTyped: false, chosenId: '12' })
  forgetDrafts()
})
