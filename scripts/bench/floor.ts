import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * A process with a bare handler and one prepared statement, which takes a ticket of a pool: `/{pool}`. What a shop that
 * checks nothing would do; the least that a reservation can cost.
 */
const statement = 'update floor_pools set held = held + 1 where id = $1 and held + 1 <= capacity'
const pools = `create table if not exists floor_pools as
  select id, 0 as held, 10000000 as capacity from generate_series(0, 99) id`
const { DATABASE_URL: connectionString, PORT } = process.env

let take: (pool: number) => Promise<unknown>
if (connectionString) {
  const pool = new pg.Pool({ connectionString, max: 10 })
  await pool.query(pools)
  await pool.query('create unique index if not exists floor_pools_id on floor_pools (id)')
  take = (id) => pool.query({ name: 'take', text: statement, values: [id] })
} else {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-floor-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = await PGlite.create(folder)
  await database.query(pools)
  take = async (id) => {
    await database.query(statement, [id])
    await new Promise(setImmediate)
  }
}

createServer((request, reply) => {
  void take(Number(request.url?.slice(1))).then(() => {
    const text = '{"reserved":true}'
    reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length })
    reply.end(text)
  })
}).listen(Number(PORT), '127.0.0.1', () => console.log('The floor is running'))
process.once('SIGTERM', () => process.exit(0))
