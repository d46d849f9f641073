import { startPostgres } from './postgres.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

export type TwoShops = [TestShop, TestShop]

/** Starts two shops that share only a real PostgreSQL, like two processes, for one test file. */
export async function startTwoShops(): Promise<{ shops: TwoShops; stop: () => Promise<void> }> {
  const postgres = await startPostgres()
  const { databaseUrl } = postgres
  // One after the other, because both migrate.
  const first = await createTestShop({ databaseUrl })
  const shops: TwoShops = [first, await createTestShop({ databaseUrl })]
  return {
    shops,
    stop: async () => {
      for (const shop of shops) await shop.close()
      await postgres.stop()
    },
  }
}

/** Does the work that many times simultaneously. */
export function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}
