import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * `npm run size`: what the browser loads for the basket step, and more for each later step: KiB of JavaScript and CSS
 * after gzip -9 and after brotli 11. Fails when the first load is over its budget.
 */
const budget = { firstLoadJsGzip: 125, stepJsGzip: 40 }

interface Chunk {
  file: string
  name?: string
  src?: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
const kib = (bytes: number) => bytes / 1024

function sizes(files: Iterable<string>) {
  let gzip = 0
  let brotli = 0
  for (const file of files) {
    const content = readFileSync(`dist/${file}`)
    gzip += gzipSync(content, { level: 9 }).length
    brotli += brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  }
  return { gzip: kib(gzip), brotli: kib(brotli) }
}

/** The files of a chunk and of all it imports statically. */
function closure(key: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.set(key, chunk)
  for (const next of chunk.imports ?? []) closure(next, seen)
  return seen
}

function filesOf(chunks: Iterable<Chunk>) {
  const js = new Set<string>()
  const css = new Set<string>()
  for (const chunk of chunks) {
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
  }
  return { js, css }
}

const without = (files: Set<string>, known: Set<string>) =>
  new Set([...files].filter((file) => !known.has(file)))

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entry) throw new Error('dist has no entry: run `npm run build` first')
const first = filesOf(closure(entry).values())

const rows: { what: string; js: Set<string>; css: Set<string> }[] = [
  { what: 'first load (basket)', ...first },
]
for (const key of Object.keys(manifest).sort()) {
  const step = /([a-z-]+)-step\.tsx$/.exec(key)?.[1]
  if (!step || first.js.has(manifest[key]?.file ?? '')) continue
  const { js, css } = filesOf(closure(key).values())
  rows.push({ what: `+ ${step}`, js: without(js, first.js), css: without(css, first.css) })
}

const column = (text: string | number) => (typeof text === 'number' ? text.toFixed(1) : text).padStart(9)
console.log(
  ['KiB'.padEnd(28), 'js gzip', 'js brotli', 'css gzip']
    .map((head, i) => (i ? column(head) : head))
    .join(' '),
)
let isOver = false
for (const { what, js, css } of rows) {
  const jsSize = sizes(js)
  const limit = what.startsWith('first') ? budget.firstLoadJsGzip : budget.stepJsGzip
  const over = jsSize.gzip > limit
  isOver ||= over
  console.log(
    what.padEnd(28),
    column(jsSize.gzip),
    column(jsSize.brotli),
    column(sizes(css).gzip),
    over ? `over ${limit}` : '',
  )
}
console.log(
  `budget: first load ${budget.firstLoadJsGzip} KiB of gzip JavaScript, ${budget.stepJsGzip} for each step`,
)
if (isOver) process.exit(1)
