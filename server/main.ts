import { serve } from '@hono/node-server'

import { createApp } from './app.ts'
import { startChores } from './jobs/run-jobs.ts'
import { releaseExpired } from './reservation/expiry.ts'
import { deliverWaiting } from './delivery/deliver-order.ts'
import { BadConfig, readConfig } from './config.ts'
import { connect, DatabaseUnreadable } from './database/connect.ts'
import { FolderInUse, lockFolder } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { describeError, logToOutput as log } from './log.ts'
import { forgetOld } from './jobs/retention.ts'
import { connectMail } from './outbox/mailer.ts'
import { sendWaiting } from './outbox/send-waiting.ts'
import { connectOutside } from './providers/connect-providers.ts'
import { sweepPayments } from './payments/sweep.ts'
import { seedAtStart } from './seeds/seed.ts'

/** Starts the shop: configuration, lock, migrations, demo catalogue, and the port. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const unlock = config.databaseUrl ? () => {} : lockFolder(config.dataDir)
  process.on('exit', unlock)
  const { db, close } = await connect({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onConnectionLost: (error) => log({ event: 'connection lost', ...describeError(error) }),
  })
  await migrate(db)
  await seedAtStart(db, config)

  const app = createApp({ db, config, log })
  const outside = connectOutside({ config, fetch })
  const send = connectMail(config)
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    console.log(`The shop is open: http://localhost:${port}`)
    if (config.mode === 'sandbox')
      console.log('Try it: put tickets in the basket on the first page. No real money moves.')
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    stopWith(
      isTaken
        ? `Port ${config.port} is in use. Stop what uses it, or set PORT to another number.`
        : error.message,
    )
  })

  const endChores = startChores(
    [
      { name: 'release expired holds', everySeconds: 15, run: () => releaseExpired(db) },
      { name: 'send mail', everySeconds: 2, run: () => sendWaiting({ db, send, log }) },
      { name: 'deliver what was paid', everySeconds: 30, run: () => deliverWaiting(db, config.origin, log) },
      { name: 'look after payments', everySeconds: 30, run: () => sweepPayments({ db, outside, log }) },
      { name: 'forget what is old', everySeconds: 3600, run: () => forgetOld(db) },
    ],
    log,
  )

  const stop = (): void => {
    server.close(
      () =>
        void endChores()
          .then(close)
          .then(() => process.exit(0)),
    )
    // Browsers keep connections open that no request uses any more.
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5000).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function stopWith(message: string): never {
  console.error(message)
  process.exit(1)
}

start().catch((error: unknown) => {
  const isForOwner =
    error instanceof BadConfig || error instanceof FolderInUse || error instanceof DatabaseUnreadable
  if (isForOwner) stopWith(error.message)
  // Errors of the system and the database carry a code: they are the owner's to mend, and a stack would only hide them.
  if (error instanceof Error && 'code' in error) stopWith(`The shop could not start: ${error.message}`)
  throw error
})
