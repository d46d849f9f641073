import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles, type Graph } from './circles.ts'
import { importsOf } from './import-graph.ts'
import { isTestCode } from './test-code.ts'

/**
 * `npm run structure`: prints files and lines per room, imports from one subject of the page to another, and circles. Fails if
 * files import each other in a circle, types included, or a subject imports one that `subjects` in eslint.config.js does not
 * allow it.
 */

interface File {
  path: string
  room: string
  lines: number
}

/** Folders whose own folders are rooms; every other room is a whole top-level folder. */
const divided = ['src', 'server', 'server/payments']

const { subjects } = (await import(join(process.cwd(), 'eslint.config.js'))) as {
  subjects: Record<string, string[]>
}

const written = globSync('{src,machines,server,sandbox,contract}/**/*.{ts,tsx,css,js}').map(measure)
const product = written.filter(({ path }) => !isTestCode(path))
const tests = [...written.filter(({ path }) => isTestCode(path)), ...globSync('e2e/**/*.ts').map(measure)]

function measure(path: string): File {
  return { path, room: roomOf(path), lines: readFileSync(path, 'utf8').split('\n').length - 1 }
}

function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const depth = folders.findIndex((_, index) => !divided.includes(folders.slice(0, index + 1).join('/')))
  return folders.slice(0, depth === -1 ? undefined : depth + 1).join('/')
}

const imports = product.flatMap(({ path, room }) =>
  importsOf(path)
    .filter(({ file }) => !isTestCode(file))
    .map(({ file }) => ({ from: path, to: file, rooms: [room, roomOf(file)] as const })),
)

function graphOf(edges: (readonly [string, string])[]): Graph {
  const groups = Map.groupBy(edges, ([from]) => from)
  return new Map([...groups].map(([from, group]) => [from, new Set(group.map(([, to]) => to))]))
}

const fileCircles = findCircles(graphOf(imports.map(({ from, to }) => [from, to])))
const roomCircles = findCircles(
  graphOf(imports.map(({ rooms }) => rooms).filter(([from, to]) => from !== to)),
)

const subjectOf = (room: string) => Object.keys(subjects).find((name) => room === `src/${name}`)
const foreign = imports.flatMap(({ from, to, rooms }) => {
  const [subject, other] = rooms.map(subjectOf)
  if (!subject || !other || subject === other) return []
  return [{ from, to, pair: `${subject} → ${other}`, isAllowed: subjects[subject]?.includes(other) }]
})
const forbidden = foreign.filter(({ isAllowed }) => !isAllowed)

const linesOf = (files: File[]) => files.reduce((sum, { lines }) => sum + lines, 0)
const row = (name: string, ...counts: number[]) =>
  console.log(name.padEnd(28) + counts.map((count) => count.toLocaleString('en').padStart(8)).join(''))

console.log(`${'room'.padEnd(28)}   files   lines`)
for (const [room, files] of [...Map.groupBy(product, (file) => file.room)].sort())
  row(room, files.length, linesOf(files))
row('product', product.length, linesOf(product))
row('tests', tests.length, linesOf(tests))
const longest = product.toSorted((a, b) => b.lines - a.lines)[0]
console.log(`longest file: ${longest?.path}, ${longest?.lines} lines`)

console.log(`\nimports between subjects of the page: ${foreign.length}`)
for (const [pair, { length }] of Map.groupBy(foreign, ({ pair }) => pair)) row(`  ${pair}`, length)
for (const { from, to } of forbidden) console.error(`  not allowed: ${from} → ${to}`)

console.log(`circles among files: ${fileCircles.length}`)
for (const circle of fileCircles) console.error(`  ${[...circle, circle[0]].join(' → ')}`)
console.log(`circles among rooms: ${roomCircles.length}`)
for (const circle of roomCircles) console.log(`  ${[...circle, circle[0]].join(' → ')}`)

if (fileCircles.length + forbidden.length > 0) process.exitCode = 1
