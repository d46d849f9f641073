import { serve } from '@hono/node-server'

import { createApp } from './app.ts'
import { BadConfig, readConfig } from './config.ts'
import { connect, DatabaseUnreadable } from './database/connect.ts'
import { FolderInUse, lockFolder } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { shopJobs } from './jobs/shop-jobs.ts'
import { describeError, logToOutput as log } from './log.ts'
import { connectMail } from './outbox/mailer.ts'
import { connectSms } from './outbox/sms-sender.ts'
import { connectProviders } from './providers/connect-providers.ts'
import { seedAtStart } from './seeds/seed.ts'

/** Starts the shop: reads the configuration, locks the data folder, migrates, seeds, and listens. */
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
  const providers = connectProviders({ config, fetch })
  const sendMail = connectMail(config)
  const sendSms = connectSms({ config, fetch })
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    console.log(`The shop is running at http://localhost:${port}`)
    if (config.mode === 'sandbox')
      console.log(`This is a sandbox, no real money moves. What to try: http://localhost:${port}/sandbox/`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    stopWith(
      isTaken
        ? `Port ${config.port} is in use. Stop the program that uses it, or set PORT to another port.`
        : error.message,
    )
  })

  const stopJobs = startJobs(shopJobs({ db, config, log, sendMail, sendSms, providers }), log)

  const stop = (): void => {
    server.close(
      () =>
        void stopJobs()
          .then(close)
          .then(() => process.exit(0)),
    )
    // Browsers keep idle connections open.
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
  // Errors of the system and the database have a code. The owner can fix them; a stack would only hide the message.
  if (error instanceof Error && 'code' in error) stopWith(`The shop could not start: ${error.message}`)
  throw error
})
