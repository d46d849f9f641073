import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { Refreshed } from './checkout-refresh.ts'
import { fakeShop } from './testing/fake-shop.ts'
import { loaded } from './testing/start-checkout.ts'

function startRefresh() {
  const shop = fakeShop()
  const refreshed: Refreshed[] = []
  const reloads: string[] = []
  const actor = createActor(
    shop.charts.checkoutRefresh.provide({
      actions: {
        sendRefreshed: (_, reply) => void refreshed.push(reply),
        reloadPage: () => void reloads.push('page'),
      },
    }),
  ).start()
  return { ...shop, actor, refreshed, reloads }
}

describe('refreshing the checkout', () => {
  it('loads once for several requests and passes the checkout on [CONT-60]', async () => {
    const refresh = startRefresh()
    refresh.actor.send({ type: 'refresh.request' })
    refresh.actor.send({ type: 'refresh.request' })
    const reply = loaded({ state: 'login' })
    await refresh.reply('refreshCheckout', reply)
    expect(refresh.refreshed).toEqual([reply])
    expect(refresh.inputs('refreshCheckout')).toHaveLength(1)
  })

  it('reloads once more when the tickets are reserved meanwhile, and does not take the reload before for it', async () => {
    const refresh = startRefresh()
    refresh.actor.send({ type: 'refresh.request' })
    refresh.actor.send({ type: 'tickets.reserved' })
    expect(refresh.inputs('refreshCheckout')).toEqual([{ canJoin: true }, { canJoin: false }])
    expect(refresh.waiting()).toEqual(['refreshCheckout'])
    const reply = loaded({ state: 'login' }, 600)
    await refresh.reply('refreshCheckout', reply)
    expect(refresh.refreshed).toEqual([reply])
  })

  it('loads the page anew for the next buyer when this one has signed out in another tab', async () => {
    const refresh = startRefresh()
    refresh.actor.send({ type: 'refresh.request' })
    await refresh.reply('refreshCheckout', { isBuyerGone: true })
    expect(refresh.reloads).toEqual(['page'])
    expect(refresh.refreshed).toEqual([])
  })

  it('reloads nothing when the tickets are reserved and no reload is pending', () => {
    const refresh = startRefresh()
    refresh.actor.send({ type: 'tickets.reserved' })
    expect(refresh.waiting()).toEqual([])
  })

  it('shows a notification when loading fails, and can be requested again [ERRS-40]', async () => {
    const refresh = startRefresh()
    refresh.actor.send({ type: 'refresh.request' })
    await refresh.fail('refreshCheckout')
    expect(refresh.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    refresh.actor.send({ type: 'refresh.request' })
    expect(refresh.waiting()).toEqual(['refreshCheckout'])
  })
})
