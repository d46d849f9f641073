import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { shopNowPlus } from '#server/database/shop-time.ts'
import { person } from '#server/testing/browser.ts'
import { wordsOf } from '#server/testing/order-pages.ts'
import type { Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { joinRoom, lookAt, queued as queuedIn } from '#server/testing/waiting-rooms.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const queued = (capacity: number, changes?: Parameters<typeof queuedIn>[2]) =>
  queuedIn(shop, capacity, changes)

/** Has so many visitors join the waiting room of an event, one after the other. */
async function arrive(event: Offered, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await joinRoom(await shop.visitor(), event)
}

/** Notes that so many have just gone through. */
async function goThrough(event: Offered, count: number): Promise<void> {
  const sessions = await shop.db
    .insertInto('sessions')
    .values(
      Array.from({ length: count }, (_, i) => ({
        token_hash: `${event.id} through ${i}`,
        expires_at: new Date(Date.now() + 1e9),
      })),
    )
    .returning('id')
    .execute()
  await shop.db
    .insertInto('waiting_room_places')
    .values(
      sessions.map(({ id }) => ({
        event_id: event.id,
        session_id: id,
        status: 'bought' as const,
        ended_at: sql<Date>`shop_now()` as never,
      })),
    )
    .execute()
}

/** Reads what the page of an event says of its tickets to a visitor, by default to one who has just come. */
async function told(event: Offered, visitor?: Visitor): Promise<string> {
  const reader = visitor ?? (await shop.visitor())
  const { text } = await reader.get(`/events/${event.id}/`, { Accept: 'text/html' })
  return wordsOf(/id="tickets"[^]*?<\/article>/.exec(text)?.[0] ?? '').replaceAll('&#39;', "'")
}

/** Reads what the buttons are called that lead on from the page of an event. */
async function waysIn(event: Offered, visitor: Visitor): Promise<string[]> {
  const { text } = await visitor.get(`/events/${event.id}/`, { Accept: 'text/html' })
  return [...text.matchAll(/<button class="button" data-look="primary"[^>]*>([^<]*)</g)].map(
    ([, label = '']) => label,
  )
}

describe('the page of an event with a waiting room', () => {
  it('says that whoever comes goes straight in while nobody waits and a place is free', async () => {
    const event = await queued(2)
    await arrive(event, 1)
    const words = await told(event)
    expect(words).toContain('No queue: go straight in.')
    expect(words).not.toMatch(/While you wait|wait in one line/)
  })

  it('has its button right below what to expect, and how it works below that', async () => {
    expect(await told(await queued(2))).toContain(
      'No queue: go straight in. Choose tickets Up to 2 people buy at a time, with 10 minutes each to choose and reserve.',
    )
  })

  it('leads whoever goes straight in to the tickets with “Choose tickets”, in the form and the phone’s bar', async () => {
    const event = await queued(2)
    const { visitor, send } = await person(shop)
    expect(await waysIn(event, visitor)).toEqual(['Choose tickets', 'Choose tickets'])
    const { location } = await send(`/events/${event.id}/`, `/waiting-room/${event.id}/`, {})
    expect(location).toBe(`/events/${event.id}/#tickets`)
    expect(await told(event, visitor)).toContain('Add to basket')
  })

  it('leads whoever has to wait into the waiting room, in the form and the phone’s bar', async () => {
    const event = await queued(1)
    await arrive(event, 1)
    expect(await waysIn(event, await shop.visitor())).toEqual([
      'Join the waiting room',
      'Join the waiting room',
    ])
  })

  it('promises nobody to go straight in while all places are taken', async () => {
    const event = await queued(1)
    await arrive(event, 1)
    const words = await told(event)
    expect(words).toContain('Nobody is waiting now: you would be next.')
    expect(words).toContain('Come back in this browser within 15 minutes and your place is still yours.')
  })

  it('promises nobody to go straight in while those inside may take all tickets', async () => {
    const event = await queued(5, { places: 1 })
    await arrive(event, 1)
    expect(await told(event)).toContain('Nobody is waiting now: you would be next.')
  })

  it('says how many wait, and no time before the shop knows one', async () => {
    const event = await queued(1)
    await arrive(event, 4)
    expect(await told(event)).toMatch(
      / 3 people are waiting\. Join the waiting room So that everybody gets a fair chance, buyers wait in one line\. Up to 1 person buys at a time, with 10 minutes to choose/,
    )
  })

  it('says how long the wait is once enough have gone through, as the waiting room does', async () => {
    const event = await queued(1)
    await arrive(event, 2)
    await goThrough(event, 5)
    expect(await told(event)).toMatch(/ 1 person is waiting; about 2 minutes to go\. Join/)
  })

  it('tells somebody who waits of their place and leads back to it, without the figures for those who join', async () => {
    const event = await queued(1)
    await arrive(event, 2)
    const visitor = await shop.visitor()
    await joinRoom(visitor, event)
    const words = await told(event, visitor)
    expect(words).toContain('You have a place in the line. Go to your place So that')
    expect(words).toContain('Come back in this browser within 15 minutes')
    expect(words).not.toMatch(/waiting[.;:]|Join/)
  })

  it('tells somebody who waits while the sale is paused that it is', async () => {
    const event = await queued(0)
    const visitor = await shop.visitor()
    await joinRoom(visitor, event)
    expect(await told(event, visitor)).toContain(
      'You have a place in the line. Nobody is being let in at the moment: the organiser has paused the sale.',
    )
  })

  it('tells somebody whose turn it is in another browser so, and nothing of waiting', async () => {
    const event = await queued(1)
    const visitor = await shop.visitor()
    await joinRoom(visitor, event)
    const { id: sale_id } = await shop.db
      .insertInto('sales')
      .values({ held_until: shopNowPlus(600) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('waiting_room_places')
      .set({ sale_id })
      .where('event_id', '=', event.id)
      .execute()
    const words = await told(event, visitor)
    expect(words).toContain('It is your turn in another browser.')
    expect(words).toContain('Go to your place')
    expect(words).not.toMatch(/While you wait|Come back in this browser|minutes (each )?to choose/)
  })

  it('counts whoever joins right after the page was read', async () => {
    const event = await queued(1)
    await arrive(event, 1)
    const visitor = await shop.visitor()
    await told(event, visitor)
    await joinRoom(visitor, event)
    expect(await lookAt(visitor, event)).toMatchObject({ kind: 'waiting' })
  })

  it('says that the sale is paused, and how many wait', async () => {
    const event = await queued(0)
    await arrive(event, 1)
    const words = await told(event)
    expect(words).toMatch(
      / 1 person is waiting\. Nobody is being let in at the moment: the organiser has paused/,
    )
    expect(words).not.toContain('Up to')
  })

  it('says who is here before the sale opens, and how long a place is kept', async () => {
    const event = await queued(1, { date: { sale_opens_at: new Date(Date.now() + 3_600_000) } })
    await arrive(event, 2)
    const words = await told(event)
    expect(words).toContain('2 people are here. On sale from')
    expect(words).toContain('Come back in this browser for the opening; until 15 minutes after it')
  })
})
