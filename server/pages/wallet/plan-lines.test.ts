import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { signedIn } from '#server/testing/browser.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { wordsOf } from '#server/testing/order-pages.ts'
import { cards } from '#server/testing/payers.ts'
import { chargeDue, days, planned } from '#server/testing/plans.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => shop.db.updateTable('payment_plans').set({ status: 'completed' }).execute())

/** A buyer of a ticket that a plan pays; `pages` opens the pages that tell of it, signed in anew, as sessions end between instalments. */
async function planBuyer(card?: string) {
  const plan = await planned(shop, card)
  const { ticket_type_id } = await shop.db
    .selectFrom('sale_tickets')
    .select('ticket_type_id')
    .where('sale_id', '=', plan.saleId)
    .executeTakeFirstOrThrow()
  const ticket = await shop.db
    .insertInto('tickets')
    .values({
      sale_id: plan.saleId,
      ticket_type_id,
      copy: 1,
      code: plan.saleId.slice(0, 19),
      is_on_plan: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { order_reference } = await shop.db
    .selectFrom('sales')
    .select('order_reference')
    .where('id', '=', plan.saleId)
    .executeTakeFirstOrThrow()
  const paths = {
    wallet: '/account/wallet/',
    ticket: `/account/tickets/${ticket.id}/`,
    order: `/account/orders/${order_reference}/`,
  }
  const open = async (page: keyof typeof paths, email = plan.email) =>
    (await (await signedIn(shop, email)).open(paths[page])).html
  const wordsAt = async (page: keyof typeof paths, email = plan.email) => wordsOf(await open(page, email))
  return { ...plan, ticketId: ticket.id, open, wordsAt }
}

const pages = ['wallet', 'ticket', 'order'] as const

/** The words between what is paid and what is due, which stands below it on the order page. */
const between = { wallet: '; ', ticket: '; ', order: ' ' }

describe.each(pages)('the %s page of a ticket that a plan pays', (page) => {
  it('says how much is paid, and what is due next on which day', async () => {
    const { wordsAt } = await planBuyer()
    expect(await wordsAt(page)).toMatch(
      new RegExp(` £8\\.00 of £20\\.00 paid${between[page]}£6\\.00 is due on \\w{3} \\d+ \\w{3} \\d{4} `),
    )
  })

  it('says what is due and not paid yet once a charge has failed', async () => {
    const { wordsAt } = await planBuyer(cards.declined)
    await moveShopTime(shop.db, days(30) + 1)
    await chargeDue(shop)
    expect(await wordsAt(page)).toContain(
      ` £8.00 of £20.00 paid${between[page]}£6.00 is due and not paid yet `,
    )
  })

  it('says only that it is paid in full after the last payment', async () => {
    const { wordsAt, ticketId, plan } = await planBuyer()
    for (let paid = 1; paid < 3; paid++) {
      await moveShopTime(shop.db, days(30) + 1)
      await chargeDue(shop)
    }
    expect((await plan()).status).toBe('completed')
    await shop.db.updateTable('tickets').set({ released_at: shopNow }).where('id', '=', ticketId).execute()
    const words = await wordsAt(page)
    expect(words).toContain(' Paid in full ')
    expect(words).not.toMatch(/ is due| of £20\.00 paid/)
  })
})

describe('the order page of a ticket that a plan pays', () => {
  it('draws how much is paid as a bar, which screen readers skip for the words', async () => {
    const { open } = await planBuyer()
    expect(await open('order')).toContain('<progress aria-hidden="true" value="800" max="2000"></progress>')
  })

  it('draws no bar once all is paid', async () => {
    const { open, plan } = await planBuyer()
    for (let paid = 1; paid < 3; paid++) {
      await moveShopTime(shop.db, days(30) + 1)
      await chargeDue(shop)
    }
    expect((await plan()).status).toBe('completed')
    expect(await open('order')).not.toContain('<progress')
  })
})

describe('the wallet page of tickets that a plan pays', () => {
  it('says once per order how much is paid, also beside a ticket that is not on the plan', async () => {
    const { wordsAt, ticketId } = await planBuyer()
    const ticket = shop.db.selectFrom('tickets').where('id', '=', ticketId)
    await shop.db
      .insertInto('tickets')
      .columns(['sale_id', 'ticket_type_id', 'copy', 'code', 'is_on_plan'])
      .expression(
        ticket.select(({ lit, val }) => [
          'sale_id',
          'ticket_type_id',
          lit(2).as('copy'),
          val(`no plan ${ticketId}`.slice(0, 19)).as('code'),
          lit(false).as('is_on_plan'),
        ]),
      )
      .execute()
    expect((await wordsAt('wallet')).match(/£8\.00 of £20\.00 paid/g)).toHaveLength(1)
  })
})

describe('the pages of a ticket that a plan pays', () => {
  it('tell nothing of the plan once the order was refunded', async () => {
    const { wordsAt, saleId } = await planBuyer()
    await shop.db
      .updateTable('payment_plans')
      .set({ status: 'cancelled' })
      .where('sale_id', '=', saleId)
      .execute()
    for (const page of pages) expect(await wordsAt(page)).not.toMatch(/of £20\.00 paid|Paid in full/)
  })

  it('tell nothing of the plan to whom the ticket was transferred', async () => {
    const { wordsAt, ticketId } = await planBuyer()
    const email = newEmail()
    const user_id = await account(shop, email)
    await shop.db.updateTable('tickets').set({ user_id }).where('id', '=', ticketId).execute()
    for (const page of ['wallet', 'ticket'] as const) {
      const words = await wordsAt(page, email)
      expect(words).toContain('Comes after your last payment')
      expect(words).not.toContain('of £20.00 paid')
    }
  })
})
