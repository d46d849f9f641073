import type { AddressInfo } from 'node:net'

import { serve, type ServerType } from '@hono/node-server'
import type { EventObjectInfo } from 'seatsio'
import { BestAvailableParams, CreateEventParams, Region, SeatsioClient, StatusChangeRequest } from 'seatsio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: () => Promise<void>
let servers: ServerType[] = []
/** Clients of two shops that share a database. */
let clients: [SeatsioClient, SeatsioClient]

beforeAll(async () => {
  ;({ shops, stop } = await startTwoShops())
  const started = await Promise.all(shops.map(({ app }) => listen(app.fetch)))
  servers = started.map(({ server }) => server)
  clients = started.map(({ url }) => clientOf(url)) as typeof clients
})
afterAll(async () => {
  for (const server of servers) server.close()
  await stop()
})

function listen(fetch: (request: Request) => Response | Promise<Response>) {
  return new Promise<{ server: ServerType; url: string }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve({ server, url: `http://127.0.0.1:${port}/sandbox/seatsio` }),
    )
  })
}

const clientOf = (url: string, secretKey = sandboxSeatsKeys.secretKey) =>
  new SeatsioClient(new Region(url), secretKey)

let events = 0
/** Makes a new event in the theatre. */
async function newEvent(hall = 'theatre') {
  const key = `evening-${++events}`
  await clients[0].events.create(hall, new CreateEventParams().withKey(key))
  return key
}

const newToken = async () => (await clients[0].holdTokens.create()).holdToken
/** Objects by label; the SDK does not type them. */
const detailsOf = (found: { objectDetails: unknown }) =>
  found.objectDetails as Record<string, EventObjectInfo>
const statusOf = async (event: string, ...labels: string[]) => {
  const infos = await clients[0].events.retrieveObjectInfos(event, labels)
  return labels.map((label) => infos[label]?.status)
}
/** The code of the error with which a call is rejected. */
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: { status: number; errors: { code: string }[] }) => `${error.status} ${error.errors[0]?.code}`,
  )

describe('a hold token of the simulated seats.io', () => {
  it('is valid for 15 minutes of shop time, or as long as is asked for', async () => {
    const made = await clients[0].holdTokens.create()
    expect(made).toMatchObject({ expiresInSeconds: 900, workspaceKey: sandboxSeatsKeys.publicKey })
    expect((await clients[0].holdTokens.create(5)).expiresInSeconds).toBe(300)
    await moveShopTime(shops[0].db, 60)
    const found = await clients[1].holdTokens.retrieve(made.holdToken)
    expect(found.expiresInSeconds).toBeGreaterThan(830)
    expect(found.expiresInSeconds).toBeLessThanOrEqual(840)
    expect(found.expiresAt).toEqual(made.expiresAt)
    const longer = await clients[0].holdTokens.expiresInMinutes(made.holdToken, 30)
    expect(longer.expiresInSeconds).toBe(1800)
  })

  it('that has expired is not found, and its seats are free', async () => {
    const event = await newEvent()
    const token = await newToken()
    await clients[0].events.hold(event, ['Stalls-C-5', 'Stalls-C-6'], token)
    await moveShopTime(shops[0].db, 901)
    expect(await codeOf(clients[0].holdTokens.retrieve(token))).toBe('404 HOLD_TOKEN_NOT_FOUND')
    expect(await codeOf(clients[0].events.hold(event, 'Stalls-C-5', token))).toBe('404 HOLD_TOKEN_NOT_FOUND')
    expect(await codeOf(clients[0].events.book(event, 'Stalls-C-5', token))).toBe('404 HOLD_TOKEN_NOT_FOUND')
    expect(await statusOf(event, 'Stalls-C-5', 'Stalls-C-6')).toEqual(['free', 'free'])
    await clients[0].events.hold(event, 'Stalls-C-5', await newToken())
    expect(await statusOf(event, 'Stalls-C-5')).toEqual(['reservedByToken'])
  })

  it('that is expired at once releases its seats', async () => {
    const event = await newEvent()
    const token = await newToken()
    await clients[0].events.hold(event, 'Stalls-C-5', token)
    await clients[0].holdTokens.expiresInMinutes(token, 0)
    expect(await statusOf(event, 'Stalls-C-5')).toEqual(['free'])
  })
})

describe('a seat of the simulated seats.io', () => {
  it('is held, booked with its order, and released', async () => {
    const event = await newEvent()
    const token = await newToken()
    const held = await clients[0].events.hold(event, [{ objectId: 'Circle-B-4', ticketType: 'adult' }], token)
    expect(held.objects['Circle-B-4']).toMatchObject({
      status: 'reservedByToken',
      holdToken: token,
      ticketType: 'adult',
      categoryKey: 'band-a',
      categoryLabel: 'Band A',
      section: 'Circle',
      ids: { own: '4', parent: 'B', section: 'Circle' },
      labels: { own: { label: '4' }, parent: { label: 'B' }, section: 'Circle' },
      leftNeighbour: 'Circle-B-3',
      rightNeighbour: 'Circle-B-5',
      isAvailable: false,
    })
    await clients[1].events.book(event, 'Circle-B-4', token, 'order-1')
    const infos = await clients[0].events.retrieveObjectInfos(event, ['Circle-B-4', 'Nowhere-1-1'])
    expect(Object.keys(infos)).toEqual(['Circle-B-4'])
    expect(infos['Circle-B-4']).toMatchObject({
      status: 'booked',
      orderId: 'order-1',
      ticketType: 'adult',
      holdToken: undefined,
    })
    await clients[0].events.release(event, 'Circle-B-4')
    expect(await statusOf(event, 'Circle-B-4')).toEqual(['free'])
  })

  it('tells who is step-free, a companion, or has a restricted view', async () => {
    const event = await newEvent()
    const infos = await clients[0].events.retrieveObjectInfos(event, [
      'Stalls-P-1',
      'Stalls-P-2',
      'Boxes-A-3',
    ])
    const { 'Stalls-P-1': place, 'Stalls-P-2': companion, 'Boxes-A-3': box } = infos
    expect([place?.isAccessible, place?.isCompanionSeat, place?.hasRestrictedView]).toEqual([
      true,
      false,
      false,
    ])
    expect([companion?.isAccessible, companion?.isCompanionSeat]).toEqual([false, true])
    expect([box?.hasRestrictedView, box?.categoryKey]).toEqual([true, 'band-c'])
  })

  it.each([
    [
      'held by another token',
      (event: string, token: string) => clients[1].events.hold(event, 'Stalls-D-8', token),
    ],
    [
      'booked with another token',
      (event: string, token: string) => clients[1].events.book(event, 'Stalls-D-8', token),
    ],
    ['booked without a token', (event: string) => clients[1].events.book(event, 'Stalls-D-8')],
    [
      'released with another token',
      (event: string, token: string) => clients[1].events.release(event, 'Stalls-D-8', token),
    ],
    ['released without a token', (event: string) => clients[1].events.release(event, 'Stalls-D-8')],
  ])('that is held cannot be %s', async (_, change) => {
    const event = await newEvent()
    await clients[0].events.hold(event, 'Stalls-D-8', await newToken())
    expect(await codeOf(change(event, await newToken()))).toBe('400 ILLEGAL_STATUS_CHANGE')
    expect(await statusOf(event, 'Stalls-D-8')).toEqual(['reservedByToken'])
  })

  it('that is booked cannot be held or booked again', async () => {
    const event = await newEvent()
    await clients[0].events.book(event, 'Stalls-D-8')
    expect(await codeOf(clients[0].events.hold(event, 'Stalls-D-8', await newToken()))).toBe(
      '400 ILLEGAL_STATUS_CHANGE',
    )
    expect(await codeOf(clients[0].events.book(event, 'Stalls-D-8'))).toBe('400 ILLEGAL_STATUS_CHANGE')
  })

  it('that is free cannot be booked with a token that does not hold it', async () => {
    const event = await newEvent()
    expect(await codeOf(clients[0].events.book(event, 'Stalls-D-8', await newToken()))).toBe(
      '400 ILLEGAL_STATUS_CHANGE',
    )
  })

  it('stays as it is if another seat of the request cannot be changed', async () => {
    const event = await newEvent()
    await clients[0].events.book(event, 'Stalls-D-8')
    const seats = ['Stalls-D-7', 'Stalls-D-8']
    expect(await codeOf(clients[0].events.hold(event, seats, await newToken()))).toBe(
      '400 ILLEGAL_STATUS_CHANGE',
    )
    expect(await statusOf(event, ...seats)).toEqual(['free', 'booked'])
    const unknown = clients[0].events.hold(event, ['Stalls-D-7', 'Stalls-Z-1'], await newToken())
    expect(await codeOf(unknown)).toBe('400 OBJECT_NOT_FOUND')
    expect(await statusOf(event, 'Stalls-D-7')).toEqual(['free'])
  })

  it('can be swapped for another in one batch, of all or none', async () => {
    const event = await newEvent()
    await clients[0].events.book(event, 'Stalls-E-1')
    const swap = (to: string) =>
      clients[0].events.changeObjectStatusInBatch([
        new StatusChangeRequest().withType('RELEASE').withEventKey(event).withObjects('Stalls-E-1'),
        new StatusChangeRequest().withEventKey(event).withObjects(to).withStatus('booked'),
      ])
    await clients[0].events.book(event, 'Stalls-E-3')
    expect(await codeOf(swap('Stalls-E-3'))).toBe('400 ILLEGAL_STATUS_CHANGE')
    expect(await statusOf(event, 'Stalls-E-1')).toEqual(['booked'])
    await swap('Stalls-E-2')
    expect(await statusOf(event, 'Stalls-E-1', 'Stalls-E-2')).toEqual(['free', 'booked'])
  })

  it('is given to one of twenty who want it at once, in two processes', async () => {
    const event = await newEvent()
    const tokens = await times(20, newToken)
    const results = await Promise.all(
      tokens.map((token, index) =>
        codeOf(
          clients[index % 2]?.events.hold(event, ['Stalls-F-9', `Circle-A-${index + 1}`], token) ??
            Promise.resolve(),
        ),
      ),
    )
    expect(results.filter((result) => result === 'no error')).toHaveLength(1)
    expect(results.filter((result) => result === '400 ILLEGAL_STATUS_CHANGE')).toHaveLength(19)
    const circle = await statusOf(event, ...tokens.map((_, index) => `Circle-A-${index + 1}`))
    expect(circle.filter((status) => status === 'reservedByToken')).toHaveLength(1)
  })
})

describe('the best available seats of the simulated seats.io', () => {
  const best = (number: number) => new BestAvailableParams().withNumber(number)

  it('are held side by side in the wanted category, from the middle', async () => {
    const event = await newEvent()
    const token = await newToken()
    const first = await clients[0].events.holdBestAvailable(event, best(2).withCategories(['premium']), token)
    expect(first.nextToEachOther).toBe(true)
    expect(first.objects).toHaveLength(2)
    const [left, right] = first.objects.map((label: string) => detailsOf(first)[label])
    expect(left).toMatchObject({ categoryKey: 'premium', status: 'reservedByToken', holdToken: token })
    expect(left?.rightNeighbour).toBe(right?.label)
    const second = await clients[1].events.holdBestAvailable(event, best(2), await newToken())
    expect(second.objects).not.toContain(first.objects[0])
  })

  it('of simultaneous requests are never the same', async () => {
    const event = await newEvent()
    const tokens = await times(10, newToken)
    const found = await Promise.all(
      tokens.map((token, index) => clients[index % 2]?.events.holdBestAvailable(event, best(3), token)),
    )
    const all = found.flatMap((one) => one?.objects ?? [])
    expect(new Set(all).size).toBe(30)
  })

  it('leave out step-free places, unless they are asked for', async () => {
    const event = await newEvent()
    const some = await clients[0].events.holdBestAvailable(
      event,
      best(2).withAccessibleSeats(1),
      await newToken(),
    )
    expect(some.objects.map((label: string) => detailsOf(some)[label]?.isAccessible)).toContain(true)
    const box = best(1).withSections(['Nowhere'])
    expect(await codeOf(clients[0].events.holdBestAvailable(event, box, await newToken()))).toBe(
      '400 BEST_AVAILABLE_OBJECTS_NOT_FOUND',
    )
  })
})

describe('the simulated seats.io', () => {
  it('needs the secret key, and answers nothing else without it', async () => {
    const base = String(clients[0].client.defaults.baseURL)
    const refused = await clientOf(base, 'guess')
      .holdTokens.create()
      .catch((error: unknown) => error)
    expect(String(refused)).toContain('401')
  })

  it('shows a hall only to charts with the key of the workspace', async () => {
    const ask = (key: string) =>
      shops[0].app.request('http://shop.test/sandbox/seatsio/seating-plan/events/the-tempest-friday', {
        headers: { 'X-Workspace-Key': key },
      })
    expect((await ask('guess')).status).toBe(401)
    const plan = (await (await ask(sandboxSeatsKeys.publicKey)).json()) as { runs: { seats: unknown[] }[] }
    expect(plan.runs.flatMap(({ seats }) => seats)).toHaveLength(607)
  })

  it('tells charts what has changed, and of a hold only whether it is their own', async () => {
    const event = await newEvent()
    const token = await newToken()
    const changes = async (since: number, holdToken: string | null) =>
      (
        await shops[1].app.request(`http://shop.test/sandbox/seatsio/seating-plan/events/${event}/changes`, {
          method: 'POST',
          headers: { 'X-Workspace-Key': sandboxSeatsKeys.publicKey },
          body: JSON.stringify({ since, holdToken }),
        })
      ).json()
    expect(await changes(-1, null)).toEqual({ version: 0, changes: [], expiresInSeconds: null })
    await clients[0].events.hold(event, [{ objectId: 'Stalls-C-5', ticketType: 'adult' }], token)
    expect(await changes(0, token)).toMatchObject({
      version: 1,
      changes: [['Stalls-C-5', 'reservedByToken', true, 'adult', 1]],
    })
    expect(await changes(0, null)).toMatchObject({
      changes: [['Stalls-C-5', 'reservedByToken', false, null, 1]],
    })
    expect(await changes(1, token)).toMatchObject({ version: 1, changes: [] })
    await moveShopTime(shops[0].db, 901)
    expect(await changes(1, token)).toEqual({
      version: 2,
      changes: [['Stalls-C-5', 'free', false, null, 2]],
      expiresInSeconds: 0,
    })
  })

  it('knows the events of the seeds, one of them almost sold out', async () => {
    const count = async (event: string) => {
      const objects = await clients[0].eventReports.flatList(event)
      const free = objects.filter(({ status }) => status === 'free')
      return [objects.length, free.length]
    }
    expect(await count('the-tempest-friday')).toEqual([607, 607])
    const [all, free] = await count('the-tempest-saturday')
    expect(all).toBe(607)
    expect(free).toBeGreaterThan(20)
    expect(free).toBeLessThan(60)
    expect(await count('winter-arena-saturday')).toEqual([1984, 1984])
    expect(await codeOf(clients[0].events.retrieve('nowhere'))).toBe('404 EVENT_NOT_FOUND')
  })

  it('books a whole arena in one request', async () => {
    const event = await newEvent('arena')
    const labels = (await clients[0].eventReports.flatList(event)).map(({ label }) => label)
    await clients[0].events.book(event, labels)
    expect(
      await codeOf(
        clients[0].events.holdBestAvailable(event, new BestAvailableParams().withNumber(1), await newToken()),
      ),
    ).toBe('400 BEST_AVAILABLE_OBJECTS_NOT_FOUND')
  })
})
