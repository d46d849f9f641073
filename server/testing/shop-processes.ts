import { createPublicKey } from 'node:crypto'

import { sandboxTruelayerKeys } from '#server/providers/sandbox-keys.ts'

import { httpApp } from './http-app.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import type { Receiver } from './provider-events.ts'
import { startProviderProxy, type ProviderProxy } from './provider-proxy.ts'
import { Shop } from './running-shop.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** A shop in its own process, and what stands between it and its providers. */
export interface ShopProcess extends Receiver {
  shop: Shop
  providers: ProviderProxy
}

export interface ShopProcesses {
  /** The tests' own process, a shop on the same database: arranges baskets, works as a worker, and reads the books. */
  worker: TestShop
  processes: ShopProcess[]
  databaseUrl: string
  mails: MailServer
  stop: () => Promise<void>
}

interface Arrangement {
  /** The database; a new one if none is given. It is stopped with the shops. */
  postgres?: Pick<Postgres, 'databaseUrl' | 'stop'>
  /** More settings of the shops. */
  env?: NodeJS.ProcessEnv
}

/** Starts shops in processes of their own that share a real PostgreSQL and a mail server. */
export async function startShopProcesses(
  count: number,
  { postgres, env }: Arrangement = {},
): Promise<ShopProcesses> {
  const [{ databaseUrl, stop }, mails] = await Promise.all([postgres ?? startPostgres(), startMailServer()])
  const worker = await createTestShop({ databaseUrl })
  const processes = await Promise.all(
    Array.from({ length: count }, () => newProcess(worker, databaseUrl, mails, env)),
  )
  await Promise.all(processes.map(({ shop }) => shop.start()))
  return {
    worker,
    processes,
    databaseUrl,
    mails,
    stop: async () => {
      await Promise.all(processes.map(({ shop }) => shop.stop()))
      await Promise.all(processes.map(({ providers }) => providers.close()))
      await Promise.all([worker.close(), mails.close()])
      await stop()
    },
  }
}

/** Prepares a shop for its own process; its `shop` is to be started. */
export async function newProcess(
  { config }: TestShop,
  databaseUrl: string,
  mails: MailServer,
  env: NodeJS.ProcessEnv = {},
): Promise<ShopProcess> {
  const providers = await startProviderProxy()
  const { host, port } = providers
  const shop = new Shop(port, {
    HOST: host,
    DATABASE_URL: databaseUrl,
    SHOP_URL: config.origin,
    SESSION_KEY: config.secrets.sessionKey,
    CODE_PEPPER: config.secrets.codePepper,
    SMTP_URL: mails.url,
    MAIL_FROM: 'shop@tickets.example',
    ...env,
  })
  return { shop, providers, app: httpApp(shop.url), config: { origin: config.origin, port } }
}

/** The keys with which the tests sign webhooks of the bank transfer provider; those of the shop's simulator differ. */
export function webhookKeys(): Response {
  const key = createPublicKey(sandboxTruelayerKeys.signingKey).export({ format: 'jwk' })
  return Response.json({ keys: [{ ...key, alg: 'EC', kid: sandboxTruelayerKeys.signingKeyId }] })
}
