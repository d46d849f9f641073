import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

import { parseAst } from 'vite'

import { createTestShop } from '#server/testing/test-shop.ts'

/**
 * `npm run size`: prints the KiB that the shop sends to a browser that accepts brotli, for the first screen of `/checkout/`,
 * for each later step and for the seat-selection screen. The styles of the first screen are in the page. Fails if a budget is exceeded: of
 * JavaScript, of the page itself without a basket, of the scripts of the first load, and of what one of them has to run in one task
 * (docs/decisions/0058-the-first-load-runs-in-parts.md). What a browser fetches until a basket is usable: e2e/first-load.spec.ts.
 */
const budget = { firstLoadJs: 110.7, stepJs: 36, page: 6.9, scripts: 4, task: 215 }

interface Chunk {
  file: string
}

interface Served {
  /** Bytes of the body as sent. */
  bytes: number
  text: string
}

type Files = Map<string, Served>

const shop = await createTestShop()

/** Requests a path as a browser does. */
async function ask(path: string): Promise<Served> {
  const reply = await shop.app.request(shop.config.origin + path, {
    headers: { 'Accept-Encoding': 'br', Accept: 'text/html' },
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}. Run \`npm run build\` first`)
  const body = Buffer.from(await reply.arrayBuffer())
  const isCompressed = reply.headers.get('content-encoding') === 'br'
  return { bytes: body.length, text: (isCompressed ? brotliDecompressSync(body) : body).toString() }
}

/** Loads a file and, for a script, all of its static imports. */
async function load(path: string, files: Files): Promise<void> {
  if (files.has(path)) return
  const file = await ask(path)
  files.set(path, file)
  if (!path.endsWith('.js')) return
  for (const imported of importsOf(file.text))
    await load(new URL(imported, shop.config.origin + path).pathname, files)
}

function importsOf(script: string): string[] {
  return parseAst(script).body.flatMap((node) =>
    'source' in node && typeof node.source?.value === 'string' ? [node.source.value] : [],
  )
}

/** Adds up the KiB of scripts and styles, leaving out files in `known`. */
function weigh(files: Files, known: Files = new Map()) {
  const weights = { js: 0, css: 0 }
  for (const [path, { bytes }] of files)
    if (!known.has(path)) weights[path.endsWith('.css') ? 'css' : 'js'] += bytes / 1024
  return weights
}

const page = await ask('/checkout/')
const first: Files = new Map()
for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await load(path, first)

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
const lazyStyles: Files = new Map()
const [, styles = ''] = /<meta name="styles" content="([^"]+)"/.exec(page.text) ?? []
await load(styles, lazyStyles)
const rows = [
  { what: 'first load (basket)', ...weigh(first), most: budget.firstLoadJs },
  { what: '+ styles of lazy scripts', ...weigh(lazyStyles), most: 0 },
]
for (const [source, { file }] of Object.entries(manifest).sort()) {
  const step = /\/(?:([a-z-]+)-step|app\/(seats))\.tsx$/.exec(source)?.slice(1).find(Boolean)
  if (!step || first.has(`/${file}`)) continue
  const files: Files = new Map()
  await load(`/${file}`, files)
  rows.push({ what: `+ ${step}`, ...weigh(files, first), most: budget.stepJs })
}
await shop.close()

const column = (text: string | number) => (typeof text === 'number' ? text.toFixed(1) : text).padStart(9)
console.log(`${'KiB as served (brotli)'.padEnd(28)}${column('js')}${column('css')}`)
for (const { what, js, css, most } of rows)
  console.log(`${what.padEnd(28)}${column(js)}${column(css)}${js > most ? `  over ${most}` : ''}`)
console.log(
  `page ${page.bytes} bytes; JavaScript of the first load ${Math.round(weigh(first).js * 1024)} bytes`,
)
console.log(
  `budget: ${budget.firstLoadJs} KiB of JavaScript for the first load, ${budget.stepJs} for each step`,
)
const others = [
  { what: 'KiB of the page, with its styles', is: page.bytes / 1024, most: budget.page },
  { what: 'scripts of the first load', is: first.size, most: budget.scripts },
  {
    what: 'KiB that the largest of them runs in one task',
    is: Math.max(...[...first.values()].map(({ text }) => text.length)) / 1024,
    most: budget.task,
  },
]
for (const { what, is, most } of others)
  console.log(`${what}: ${Number(is.toFixed(1))}${is > most ? ',  over' : ' of'} ${most}`)
if ([...rows.map(({ js, most }) => ({ is: js, most })), ...others].some(({ is, most }) => is > most))
  process.exit(1)
