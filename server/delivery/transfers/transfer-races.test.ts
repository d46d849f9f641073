import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Transaction } from '#server/database/transaction.ts'
import { createDoorLink } from '#server/door/door-links.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'
import { acceptPath, entryFor, owner, ticketsOf, transfer } from '#server/testing/transfers.ts'

import { acceptTransfer } from './answer-transfer.ts'
import { cancelTransfer, correctTransfer } from './change-offer.ts'
import { readTransfer, readTransferById } from './read-transfer.ts'
import { sendGifts } from './send-gifts.ts'

let shops: TwoShops
let stop: () => Promise<void>
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop())

it('transfers once when ten requests for the same tickets arrive simultaneously [XFER-25] [C29]', async () => {
  const [shop] = shops
  const one = await owner(shop)
  const replies = await times(10, () => transfer(one, entryFor(one, { qty: 2 })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(422)])
  const offered = await shop.db
    .selectFrom('transfers')
    .select('qty')
    .where('sale_id', '=', one.sale.id)
    .execute()
  expect(offered).toEqual([{ qty: 2 }])
})

it('succeeds ten times, with one mail, when the same request is repeated simultaneously [C29]', async () => {
  const [shop] = shops
  const one = await owner(shop)
  const entry = entryFor(one)
  const replies = await times(10, () => transfer(one, entry))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await mailsOf(shop, 'transfer:')).filter(({ to }) => to === entry.email)).toHaveLength(1)
})

it('moves the tickets once when they are accepted ten times simultaneously in two processes [C29]', async () => {
  const [shop] = shops
  const one = await owner(shop)
  const email = newEmail()
  await transfer(one, entryFor(one, { email }))
  const token = (await acceptPath(shop, email)).split('/')[2] ?? ''
  const user = { id: await account(shop, email), email }
  await times(10, (index) => acceptTransfer(shops[index % 2 === 0 ? 0 : 1].db, token, user))
  const tickets = await ticketsOf(shop, one.sale.id)
  expect(tickets.filter(({ user_id }) => user_id === user.id)).toHaveLength(1)
  const ids = tickets.map(({ id }) => id)
  expect(
    await shop.db.selectFrom('voided_codes').select('code').where('ticket_id', 'in', ids).execute(),
  ).toHaveLength(1)
})

it('leaves a ticket with the sender that is admitted at the door while it is being accepted [XFER-34] [C29]', async () => {
  const [shop, other] = shops
  const one = await owner(shop, {}, 1)
  const email = newEmail()
  await transfer(one, entryFor(one, { email }))
  const token = (await acceptPath(shop, email)).split('/')[2] ?? ''
  const user = { id: await account(shop, email), email }
  const [ticket] = await ticketsOf(shop, one.sale.id)
  await createDoorLink(shop.db, one.event.id)
  const link = await shop.db.selectFrom('door_links').select('id').executeTakeFirstOrThrow()
  let accepting: Promise<unknown> = Promise.resolve()
  await other.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('admissions')
      .values({ ticket_id: ticket?.id ?? '', door_link_id: link.id, scan: randomUUID() })
      .execute()
    accepting = acceptTransfer(shop.db, token, user).catch((error: unknown) => error)
    await expect.poll(() => countWaiting(trx)).toBe(1)
  })
  expect(await accepting).toMatchObject({ status: 409 })
  expect(await ticketsOf(shop, one.sale.id)).toEqual([ticket])
})

it('sends a due gift once, with a link that works, when the job runs in two processes', async () => {
  const [shop] = shops
  const one = await owner(shop)
  const email = newEmail()
  const later = { is_gift: true, send_gift: 'Schedule', delivery_date: ukToday(), delivery_time: '00:00' }
  expect((await transfer(one, entryFor(one, { ...later, email }))).status).toBe(200)
  await times(10, (index) => sendGifts({ ...shops[index % 2 === 0 ? 0 : 1], log: () => {} }))
  const [, , token = ''] = (await acceptPath(shop, email)).split('/')
  expect(await readTransfer(shop.db, token)).toMatchObject({ email })
})

/** An offer of one of two tickets, to be accepted by somebody who has signed in. */
async function offeredTo(email: string) {
  const [shop] = shops
  const one = await owner(shop)
  const { json } = await transfer(one, entryFor(one, { email }))
  const token = (await acceptPath(shop, email)).split('/')[2] ?? ''
  return { one, id: String(json.transfers[0].id), token, user: { id: await account(shop, email), email } }
}

const settle = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { status: number }) => error.status,
  )

it('is either accepted or taken back when both happen at once, and both are told the truth [C29]', async () => {
  const [shop, other] = shops
  for (let round = 0; round < 12; round++) {
    const email = newEmail()
    const { one, id, token, user } = await offeredTo(email)
    const acts = [
      () => settle(acceptTransfer(shop.db, token, user)),
      () => settle(cancelTransfer(other.db, one.sale.id, id)),
    ]
    if (round % 2) acts.reverse()
    const answers = await Promise.all(acts.map((act) => act()))
    const [accepted, cancelled] = round % 2 ? answers.toReversed() : answers
    const { status } = await readTransferById(shop.db, id)
    const moved = (await ticketsOf(shop, one.sale.id)).filter(({ user_id }) => user_id === user.id)
    const told = (await mailsOf(shop, `transfer:${id}`)).map(({ subject }) => subject).join()
    expect([status, accepted, cancelled, moved.length]).toEqual(
      status === 'accepted' ? ['accepted', 'done', 409, 1] : ['withdrawn', 410, 'done', 0],
    )
    expect(/has accepted/.test(told)).toBe(status === 'accepted')
    expect(/taken back/.test(told)).toBe(status === 'withdrawn')
  }
})

it.each([0, 5, 10])(
  'has one link that works, or none, when it is corrected in ten ways and taken back at once, as number %i [C29]',
  async (place) => {
    const [shop, other] = shops
    const { one, id } = await offeredTo(newEmail())
    const correct = (index: number) =>
      settle(
        correctTransfer(
          { db: index % 2 ? shop.db : other.db, config: shop.config, clientAddress: '192.0.2.1' },
          one.sale.id,
          id,
          { name: `Bo Number-${index}`, email: newEmail() },
        ),
      )
    const acts = Array.from({ length: 10 }, (_, index) => () => correct(index))
    acts.splice(place, 0, () => settle(cancelTransfer(shop.db, one.sale.id, id)))
    const answers = await Promise.all(acts.map((act) => act()))
    expect(answers.toSorted()).toEqual([...Array<number>(10).fill(409), 'done'])
    const rows = await shop.db
      .selectFrom('transfers')
      .select('status')
      .where('sale_id', '=', one.sale.id)
      .execute()
    expect(rows.filter(({ status }) => status === 'offered')).toHaveLength(answers[place] === 'done' ? 0 : 1)
  },
)

const ukToday = () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format()

async function countWaiting(trx: Transaction): Promise<number> {
  const { rows } = await sql`select from pg_locks where not granted`.execute(trx)
  return rows.length
}
