import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { collectDefaultMetrics, Gauge, Registry, type RegistryContentType } from 'prom-client'

import type { Config } from '#server/config.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import { alarmKinds } from '#server/monitoring/alarms.ts'
import { registry } from '#server/monitoring/metrics.ts'

import { readShopFigures, type ShopFigures } from './shop-figures.ts'

interface Parts {
  db: Database
  /** The state of the connection pool; PGlite has none. */
  pool?: Connection['pool']
  /** Told why the port cannot be used. */
  onError: (error: NodeJS.ErrnoException) => void
}

const timeoutMs = 3_000

/**
 * Serves `GET /metrics` in the OpenMetrics format on an address of its own (docs/operations.md); returns a function that stops
 * it. Does nothing without `config.metrics`.
 */
export function serveMetrics({ metrics }: Pick<Config, 'metrics'>, parts: Parts): () => void {
  if (!metrics) return () => {}
  const server = serve({ fetch: metricsApp(parts).fetch, hostname: metrics.host, port: metrics.port })
  server.on('error', parts.onError)
  return () => void server.close()
}

/** The app behind `serveMetrics`. */
export function metricsApp({ db, pool }: Pick<Parts, 'db' | 'pool'>): Hono {
  const process = new Registry()
  collectDefaultMetrics({ register: process })
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const all: Registry<RegistryContentType> = Registry.merge([
      registry,
      process,
      await shopMetrics(db, pool),
    ])
    all.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    return c.body(await all.metrics(), 200, { 'Content-Type': Registry.OPENMETRICS_CONTENT_TYPE })
  })
  return app
}

async function shopMetrics(db: Database, pool: Connection['pool']): Promise<Registry> {
  const shop = new Registry()
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [shop] })

  const figures = await inTime(readShopFigures(db))
  gauge('foyer_database_up', 'Whether the database answers').set(figures ? 1 : 0)
  if (figures) addFigures(gauge, figures)
  if (pool) {
    const { open, idle, waiting } = pool()
    const connections = gauge('foyer_database_connections', 'Connections of this process', ['state'])
    connections.set({ state: 'busy' }, open - idle)
    connections.set({ state: 'idle' }, idle)
    gauge('foyer_database_waiting', 'Calls of this process that wait for a connection').set(waiting)
  }
  return shop
}

type MakeGauge = <Label extends string = never>(name: string, help: string, labels?: Label[]) => Gauge<Label>

function addFigures(gauge: MakeGauge, { holds, outbox, alarms, rooms }: ShopFigures): void {
  gauge('foyer_holds', 'Baskets that hold tickets').set(holds)
  const waiting = gauge('foyer_outbox_waiting', 'Messages that are due and not sent', ['kind'])
  for (const kind of ['mail', 'sms']) waiting.set({ kind }, countOf(outbox, kind))
  const open = gauge('foyer_alarms_open', 'Alarms that nobody has closed', ['kind'])
  for (const kind of alarmKinds) open.set({ kind }, countOf(alarms, kind))
  const places = gauge('foyer_waiting_room_places', 'Visitors in waiting rooms', ['status'])
  for (const status of ['waiting', 'admitted']) places.set({ status }, countOf(rooms, status))
}

function countOf(figures: { kind: string; count: number }[], wanted: string): number {
  return figures.find(({ kind }) => kind === wanted)?.count ?? 0
}

/** Null if the database does not answer: the metrics of the process are wanted then all the more. */
async function inTime<T>(reading: Promise<T>): Promise<T | null> {
  const isOver = Promise.withResolvers<null>()
  const timer = setTimeout(isOver.resolve, timeoutMs, null)
  try {
    return await Promise.race([reading.catch(() => null), isOver.promise])
  } finally {
    clearTimeout(timer)
  }
}
