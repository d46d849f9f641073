import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { fakeShop } from './testing/fake-shop.ts'

function startRelease() {
  const shop = fakeShop()
  let releases = 0
  const actor = createActor(
    shop.charts.saleRelease.provide({
      actions: {
        sendReleased: () => {
          releases += 1
        },
      },
    }),
  ).start()
  return { ...shop, actor, releases: () => releases }
}

describe('releasing the reservation', () => {
  it('destroys the sale once and then notifies its parent [CONT-48]', async () => {
    const release = startRelease()
    release.actor.send({ type: 'release.request' })
    release.actor.send({ type: 'release.request' })
    expect(release.inputs('destroySale')).toHaveLength(1)
    expect(release.releases()).toBe(0)
    await release.reply('destroySale')
    expect(release.releases()).toBe(1)
  })

  it('shows a notification on failure and can be requested again [ERRS-42]', async () => {
    const release = startRelease()
    release.actor.send({ type: 'release.request' })
    await release.fail('destroySale')
    expect(release.errors).toEqual(['Unable to edit Basket. Please try again later'])
    expect(release.releases()).toBe(0)
    release.actor.send({ type: 'release.request' })
    expect(release.inputs('destroySale')).toHaveLength(2)
  })
})
