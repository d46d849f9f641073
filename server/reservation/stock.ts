import { CompiledQuery } from 'kysely'

import type { Basket } from '#server/basket/read-basket.ts'
import { lockingRows } from '#server/database/row-locks.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** What is left of everything scarce that some baskets want. `judge` takes from it. */
export interface Stock {
  /** Available tickets by pool. */
  available: Map<string, number>
  /** Uses by discount code; 0 outside its dates, Infinity without a limit. */
  uses: Map<string, number>
  /** Pence by gift voucher; 0 once it has expired. */
  balances: Map<string, number>
}

const pools = `select id as key, capacity - held - sold as left from pools
  where id = any($1::text[]) order by id for update`
const codes = `select code as key, case
    when starts_at > shop_now() or ends_at <= shop_now() then 0
    else max_uses - held - used
  end as left from discount_codes where code = any($1::text[]) order by code for update`
const vouchers = `select id as key, case when expires_at > shop_now() then balance - held else 0 end as left
  from issued_vouchers where id = any($1::uuid[]) order by id for update`

type LockRows = typeof lockingRows

/**
 * Locks what the baskets of locked sales want, and counts what is left. The order of locks avoids deadlocks: the sale, its
 * customer (`lockCustomers`), pools, codes, vouchers, reservers (`lockReservers`), seats, each by id.
 * @param lockRows how to wait for busy rows; a batch, of which a process has one, waits in the database
 */
export async function lockStock(
  trx: Transaction,
  baskets: Basket[],
  lockRows: LockRows = lockingRows,
): Promise<Stock> {
  const poolIds = distinct(baskets.flatMap(({ tickets }) => tickets.map((line) => line.pool_id)))
  const codeKeys = distinct(baskets.flatMap(({ discount }) => (discount ? [discount.code] : [])))
  const voucherIds = distinct(baskets.flatMap(({ appliedVouchers }) => appliedVouchers.map(({ id }) => id)))
  const rowsOf = (kind: string, keys: string[]) => keys.map((key) => `${kind} ${key}`)
  return {
    available: await lockRows(trx, rowsOf('pool', poolIds), () => lock(trx, pools, poolIds)),
    uses: await lockRows(trx, rowsOf('code', codeKeys), () => lock(trx, codes, codeKeys)),
    balances: await lock(trx, vouchers, voucherIds),
  }
}

/** Locks rows in the database at once. */
export const waitInDatabase: LockRows = (_trx, _rows, statement) => statement()

const distinct = (keys: string[]) => [...new Set(keys)].toSorted()

async function lock(trx: Transaction, statement: string, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await trx.executeQuery<{ key: string; left: number | null }>(
    CompiledQuery.raw(statement, [keys]),
  )
  return new Map(rows.map(({ key, left }) => [key, left ?? Infinity]))
}
