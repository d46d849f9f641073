import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { openShop } from '#src/http/testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as deliveryActors from './actors.ts'

/** A page after the payment, and a shop that answers every call alike. */
function openPage(reply: object) {
  const calls = openShop(() => Response.json(reply))
  const queryClient = new QueryClient()
  return {
    actors: actorsOf(queryClient, deliveryActors),
    lines: () => calls.map(({ line }) => line),
  }
}

it.each([
  [1, true],
  [0, false],
])(
  'knows from delivery_completed %i whether the tickets have arrived: %s [CALL-28, CALL-29]',
  async (delivery_completed, isCompleted) => {
    const { actors, lines } = openPage({ delivery_completed })
    expect(await toPromise(createActor(actors.deliverToBitticket).start())).toEqual({ isCompleted })
    expect(await toPromise(createActor(actors.deliverToWallet).start())).toEqual({ isCompleted })
    expect(lines()).toEqual([
      'POST /ajax/checkout/checkout/deliver_to_bitticket/',
      'POST /ajax/checkout/checkout/deliver_to_wallet/',
    ])
  },
)
