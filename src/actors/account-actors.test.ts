import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { checkoutSchema } from '#src/api/schemas/checkout.ts'
import { openShop } from '#src/api/testing.ts'
import { createAccountActors } from './account-actors.ts'
import { factsFrom } from './read-checkout.ts'

it('knows the email of a guest for this sale alone, though the shop does not repeat it [OPEN-18]', async () => {
  const wire = { state: 'login', sale_reference: 'S1', error: '' }
  openShop(() => Response.json(wire))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(wire))
  const input = { email: 'ada@example.org', fullName: 'Ada Byron' }
  const { saveGuestToSale } = createAccountActors(queryClient)
  const saved = await toPromise(createActor(saveGuestToSale, { input }).start())
  expect(saved.facts?.hasEmail).toBe(true)

  const other = checkoutSchema.parse({ ...wire, sale_reference: 'S2' })
  queryClient.setQueryData(checkoutQuery.queryKey, other)
  expect(factsFrom(queryClient, other).hasEmail).toBe(false)
})

it('takes a code that was right as right, though the shop cannot be read after it [ACCT-08]', async () => {
  const answers = [Response.json({ has_account: true })]
  openShop(() => answers.shift() ?? new Response('', { status: 400 }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse({ state: 'login' }))
  const input = { email: 'ada@example.org', code: '123456' }
  const { checkOneTimeCode } = createAccountActors(queryClient)
  const check = await toPromise(createActor(checkOneTimeCode, { input }).start())
  expect(check).toMatchObject({ outcome: 'has_account', facts: { state: 'login' } })
})
