import type { Server } from 'node:http'

import { serve } from '@hono/node-server'

import { createApp, type Sandbox } from './app.ts'
import { screenDrawer } from './checkout/draw-screen.ts'
import { CatalogueRejected } from './catalogue/file/catalogue-rejected.ts'
import { BadConfig, readConfig, type Config } from './config.ts'
import { UnfitPooler } from './database/check-pooler.ts'
import { DatabaseUnreadable, openDatabase, type Database } from './database/connect.ts'
import { FolderInUse, lockFolder } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { keepAliveTimeout, shutdownLimits, stoppable } from './http/shutdown.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { shopJobs } from './jobs/shop-jobs.ts'
import { describeError, logToOutput } from './log.ts'
import { reportErrors } from './monitoring/error-reports.ts'
import { serveMetrics } from './operations/serve-metrics.ts'
import { connectMail } from './outbox/mailer.ts'
import { connectSms } from './outbox/sms-sender.ts'
import { connectProviders } from './providers/connect-providers.ts'
import { loadSquare } from './providers/square.ts'
import { seedAtStart } from './seeds/seed.ts'
import { MadeFiles } from './threads/made-files.ts'

/** Starts the shop: reads the configuration, locks the data folder, migrates, seeds, and listens. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const unlock = config.databaseUrl ? () => {} : lockFolder(config.dataDir)
  process.on('exit', unlock)
  const { log, close: sendReports } = await reportErrors(config, logToOutput)
  const onConnectionLost = (error: Error): void => log({ event: 'connection lost', ...describeError(error) })
  const { db, pool, close } = await openDatabase({ ...config, onConnectionLost }, async (first) => {
    await migrate(first)
    await seedAtStart(first, config)
  })

  const stopping = new AbortController()
  const files = new MadeFiles()
  const drawer = config.drawsPages ? screenDrawer(config) : undefined
  const sandbox = await sandboxOf(config, db)
  const app = createApp({
    db,
    config,
    log,
    sandbox,
    stopping: stopping.signal,
    files,
    drawScreen: drawer?.draw,
  })
  const providers = connectProviders({ config, fetch })
  const sendMail = connectMail(config)
  const sendSms = connectSms({ config, fetch })
  const address = { hostname: config.host, port: config.port }
  const server = serve({ ...address, fetch: app.fetch, serverOptions: { keepAliveTimeout } }, ({ port }) => {
    console.log(`The shop is running at http://localhost:${port}`)
    if (config.mode === 'sandbox')
      console.log(`This is a sandbox, no real money moves. What to try: http://localhost:${port}/sandbox/`)
  })
  const stopServing = stoppable(server as Server)
  server.on('error', (error) => stopWith(portProblem(error, config.port, 'PORT')))
  const stopMetrics = serveMetrics(config, {
    db,
    pool,
    onError: (error) => stopWith(portProblem(error, config.metrics?.port, 'METRICS_PORT')),
  })

  const stopJobs = startJobs(shopJobs({ db, config, log, sendMail, sendSms, providers }), log)

  const stop = (limits = shutdownLimits): void => {
    stopping.abort()
    stopMetrics()
    const ending = Promise.all([stopServing(limits), stopJobs()])
    void ending
      .then(() => Promise.all([files.close(), drawer?.close()]))
      .then(close)
      .then(sendReports)
      .finally(() => process.exit(0))
    // A job or the database may not end in time; the next start goes on with what is left.
    setTimeout(() => process.exit(0), limits.boundMs + 500).unref()
  }
  process.once('SIGTERM', () => stop())
  // Somebody at the keyboard.
  process.once('SIGINT', () => stop({ ...shutdownLimits, drainMs: 0, keptMs: 0 }))
}

/** Loads the sandbox, which a production shop neither has nor needs on its disk, and Square's SDK before anybody waits for it. */
async function sandboxOf({ mode }: Config, db: Database): Promise<Sandbox | undefined> {
  if (mode !== 'sandbox') return undefined
  const [{ createSandbox }] = await Promise.all([import('#sandbox/sandbox.ts'), loadSquare()])
  return createSandbox(db)
}

function portProblem({ code, message }: NodeJS.ErrnoException, port: number | undefined, variable: string) {
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use. Stop the program that uses it, or set ${variable} to another port.`
    : message
}

function stopWith(message: string): never {
  console.error(message)
  process.exit(1)
}

start().catch((error: unknown) => {
  const isForOwner = [BadConfig, FolderInUse, DatabaseUnreadable, UnfitPooler].some(
    (type) => error instanceof type,
  )
  if (isForOwner && error instanceof Error) stopWith(error.message)
  if (error instanceof CatalogueRejected)
    stopWith(
      `The demo catalogue contradicts what is sold already; start with an empty database.\n${error.message}`,
    )
  // Errors of the system and the database have a code. The owner can fix them; a stack would only hide the message.
  if (error instanceof Error && 'code' in error) stopWith(`The shop could not start: ${error.message}`)
  throw error
})
