import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { zipSync } from 'fflate'

import { debugIdOf } from '../src/lib/debug-id.ts'

/** The project of the error-reporting service that gets the source maps. */
export interface Project {
  /** The service, such as https://sentry.io. */
  url: string
  organisation: string
  project: string
  /** A token with the scope `project:releases`. */
  token: string
  /** The release of the reports, if they name one (docs/operations.md). */
  release?: string | undefined
}

/** The service has refused the source maps. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
}

interface ChunkSettings {
  url: string
  chunkSize: number
  accept: string[]
}

interface Assembly {
  state: 'not_found' | 'created' | 'assembling' | 'ok' | 'error'
  missingChunks: string[]
  detail?: string | null
}

/**
 * Uploads the built scripts and their source maps as an artifact bundle, and waits until the service has read it. Returns
 * the number of scripts. The calls are those of Sentry's own command-line tool: chunks by their checksums, then assembly
 * (develop.sentry.dev, and `sentry-cli sourcemaps upload`). Throws `UploadFailed`.
 *
 * @param pause milliseconds between two questions whether the bundle has been read
 */
export async function uploadSourceMaps(to: Project, folder: string, pause = 1_000): Promise<number> {
  const { bundle, count } = bundleOf(to, folder)
  if (count === 0)
    throw new UploadFailed(`There are no source maps in ${folder}. Run \`npm run build\` first`)
  const settings = (await ask(to, `organizations/${to.organisation}/chunk-upload/`)) as ChunkSettings
  if (!settings.accept.includes('artifact_bundles'))
    throw new UploadFailed('The service is too old: it takes no artifact bundles')
  const chunks = new Map<string, Buffer>()
  for (let at = 0; at < bundle.length; at += settings.chunkSize) {
    const chunk = bundle.subarray(at, at + settings.chunkSize)
    chunks.set(sha1(chunk), chunk)
  }
  const assemble = () =>
    ask(to, `organizations/${to.organisation}/artifactbundle/assemble/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        checksum: sha1(bundle),
        chunks: [...chunks.keys()],
        projects: [to.project],
        ...(to.release && { version: to.release }),
      }),
    }) as Promise<Assembly>

  let assembly = await assemble()
  for (const checksum of assembly.missingChunks) await send(to, settings.url, checksum, chunks.get(checksum))
  if (assembly.missingChunks.length) assembly = await assemble()
  while (assembly.state === 'created' || assembly.state === 'assembling') {
    await setTimeout(pause)
    assembly = await assemble()
  }
  if (assembly.state !== 'ok') throw new UploadFailed(assembly.detail ?? `The bundle is ${assembly.state}`)
  return count
}

/** Packs scripts and maps: an archive with a manifest, behind the mark of a source bundle. */
function bundleOf({ organisation, project, release }: Project, folder: string) {
  const files: Record<string, object> = {}
  const contents: Record<string, Uint8Array> = {}
  const assets = join(folder, 'assets')
  const scripts = readdirSync(assets)
    .filter((name) => name.endsWith('.js.map'))
    .map((name) => name.slice(0, -4))
  for (const name of scripts) {
    const id = debugIdOf(`/assets/${name}`)
    if (!id) throw new UploadFailed(`The name of ${name} is too long for an id`)
    const add = (file: string, type: string, headers: object) => {
      files[`files/_/_/assets/${file}`] = { type, url: `~/assets/${file}`, headers }
      contents[`files/_/_/assets/${file}`] = readFileSync(join(assets, file))
    }
    add(name, 'minified_source', { 'debug-id': id, sourcemap: `${name}.map` })
    add(`${name}.map`, 'source_map', { 'debug-id': id })
  }
  const manifest = { org: organisation, project, ...(release && { release }), files }
  // Without the time of packing, the same build makes the same parts, which are sent once.
  const archive = zipSync(
    { 'manifest.json': Buffer.from(JSON.stringify(manifest)), ...contents },
    { mtime: '1981-01-01' },
  )
  const version = Buffer.from([2, 0, 0, 0])
  return { bundle: Buffer.concat([Buffer.from('SYSB'), version, archive]), count: scripts.length }
}

async function send(to: Project, url: string, checksum: string, chunk: Buffer | undefined) {
  if (!chunk) throw new UploadFailed('The service asks for a part that the bundle does not have')
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(chunk)]), checksum)
  await ask(to, url, { method: 'POST', body })
}

async function ask({ url, token }: Project, path: string, init: RequestInit = {}): Promise<unknown> {
  const address = new URL(path, new URL('/api/0/', url))
  const reply = await fetch(address, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${token}` },
  })
  const text = await reply.text()
  if (!reply.ok)
    throw new UploadFailed(`${address.origin} has answered ${reply.status}: ${text.slice(0, 300)}`)
  return text ? JSON.parse(text) : null
}

function sha1(data: Uint8Array): string {
  return createHash('sha1').update(data).digest('hex')
}
