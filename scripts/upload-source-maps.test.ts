import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { unzipSync } from 'fflate'
import { Hono } from 'hono'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { debugIdOf } from '#src/lib/debug-id.ts'

import { UploadFailed, uploadSourceMaps } from './upload-source-maps.ts'

let folder: string
let server: Server
let uploaded: Map<string, Buffer>
let asked: { checksum: string; chunks: string[]; projects: string[]; version?: string }[]
let states: string[]

/** A local service with the calls that the official tool makes. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maps-'))
  mkdirSync(join(folder, 'assets'))
  uploaded = new Map()
  asked = []
  states = ['assembling', 'ok']
  const api = new Hono().basePath('/api/0/organizations/foyer')
  api.use(async (c, next) =>
    c.req.header('Authorization') === 'Bearer secret' ? next() : c.json({ detail: 'Invalid token' }, 401),
  )
  api.get('/chunk-upload/', (c) =>
    c.json({ url: '/api/0/organizations/foyer/chunk-upload/', chunkSize: 200, accept: ['artifact_bundles'] }),
  )
  api.post('/chunk-upload/', async (c) => {
    const file = (await c.req.formData()).get('file') as File
    const chunk = Buffer.from(await file.arrayBuffer())
    expect(createHash('sha1').update(chunk).digest('hex')).toBe(file.name)
    uploaded.set(file.name, chunk)
    return c.body(null)
  })
  api.post('/artifactbundle/assemble/', async (c) => {
    const wanted = (await c.req.json()) as (typeof asked)[number]
    asked.push(wanted)
    const missingChunks = wanted.chunks.filter((chunk) => !uploaded.has(chunk))
    const state = missingChunks.length ? 'not_found' : states.shift()
    return c.json({ state, missingChunks, detail: state === 'error' ? 'Broken bundle' : null })
  })
  server = createServer(getRequestListener(api.fetch))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((done) => server.close(done))
})

const to = (token = 'secret') => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  organisation: 'foyer',
  project: 'page',
  token,
  release: '1.2.3',
})

function build(names: string[]) {
  for (const name of names) {
    writeFileSync(join(folder, 'assets', name), `/* ${name} */`.repeat(30))
    writeFileSync(join(folder, 'assets', `${name}.map`), JSON.stringify({ version: 3, file: name }))
  }
}

it('uploads every script with its map, in parts, under the id that reports name', async () => {
  build(['index-Ab3_-9xY.js', 'B-g1SMG.js'])
  expect(await uploadSourceMaps(to(), folder, 0)).toBe(2)
  const last = asked.at(-1)
  expect(last).toMatchObject({ projects: ['page'], version: '1.2.3' })
  expect(last?.chunks.length).toBeGreaterThan(1)
  const bundle = Buffer.concat((last?.chunks ?? []).map((chunk) => uploaded.get(chunk) ?? Buffer.of()))
  expect(createHash('sha1').update(bundle).digest('hex')).toBe(last?.checksum)
  expect(bundle.toString('latin1', 0, 8)).toBe('SYSB\x02\0\0\0')
  const files = unzipSync(new Uint8Array(bundle.subarray(8)))
  const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())
  expect(manifest).toMatchObject({ org: 'foyer', project: 'page', release: '1.2.3' })
  for (const name of ['index-Ab3_-9xY.js', 'B-g1SMG.js']) {
    const id = debugIdOf(`https://shop.example/assets/${name}`)
    expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    const path = `files/_/_/assets/${name}`
    expect(manifest.files[path]).toEqual({
      type: 'minified_source',
      url: `~/assets/${name}`,
      headers: { 'debug-id': id, sourcemap: `${name}.map` },
    })
    expect(manifest.files[`${path}.map`]).toMatchObject({ type: 'source_map', headers: { 'debug-id': id } })
    expect(Buffer.from(files[`${path}.map`] ?? []).toString()).toContain(`"file":"${name}"`)
  }
})

it('sends no part that the service has already', async () => {
  build(['B-g1SMG.js'])
  await uploadSourceMaps(to(), folder, 0)
  uploaded.delete([...uploaded.keys()][0] ?? '')
  const before = uploaded.size
  states = ['ok']
  await uploadSourceMaps(to(), folder, 0)
  expect(uploaded.size).toBe(before + 1)
})

it('says why the service has refused', async () => {
  build(['B-g1SMG.js'])
  await expect(uploadSourceMaps(to('wrong'), folder, 0)).rejects.toThrow(
    'has answered 401: {"detail":"Invalid token"}',
  )
  states = ['error']
  await expect(uploadSourceMaps(to(), folder, 0)).rejects.toThrow('Broken bundle')
})

it('says that there is nothing to upload', async () => {
  await expect(uploadSourceMaps(to(), folder, 0)).rejects.toThrow(UploadFailed)
})

it('gives no two scripts the same id, and none to scripts of others', () => {
  const names = ['B-g1SMG', 'B-g1SMH', 'index-Ab3_-9xY', 'ndex-Ab3_-9xY']
  expect(new Set(names.map((name) => debugIdOf(`/assets/${name}.js`))).size).toBe(names.length)
  for (const other of ['/sandbox/stripe.js', 'https://js.stripe.com/v3/', '/assets/B-g1SMG.css'])
    expect(debugIdOf(other)).toBeUndefined()
})
