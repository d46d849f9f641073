import * as z from 'zod/mini'
import { baskets } from '#machines/paths/baskets.ts'
import { suggest } from '#machines/paths/names.ts'

/** A page of the shop on which tickets are chosen: how many, by the ticket's name. */
interface TicketPage {
  link: string
  tickets: Record<string, number>
}

/** How to get a basket at a shop: a link that leads to it, or pages on which tickets are chosen one after the other. */
export type Basket = string | { pages: TicketPage[] }

/** Names of baskets, as `--shape` has them. */
export type ShapeName = keyof typeof baskets
export const shapeNames = Object.keys(baskets) as ShapeName[] // Object.keys returns plain strings

/** The baskets of a shop by the name of their shape; of several, each path takes the next. */
export type Baskets = Partial<Record<ShapeName, Basket[]>>

/** The file of basket links is wrong. The message says where, and what to write instead. */
export class BadBaskets extends Error {}

const pageSchema = z.strictObject({
  link: z.string(),
  tickets: z.record(z.string(), z.int().check(z.positive())),
})
const basketSchema = z.union([
  z.string(),
  z.pipe(
    pageSchema,
    z.transform((page) => ({ pages: [page] })),
  ),
  z.strictObject({ pages: z.array(pageSchema).check(z.minLength(1)) }),
])
const entrySchema = z.union([
  z.pipe(
    basketSchema,
    z.transform((basket) => [basket]),
  ),
  z.array(basketSchema).check(z.minLength(1)),
])

/**
 * Reads a file of basket links for the shop at `base`: JSON, `{ "paid": "/basket/1/", "free": ["…", "…"] }`, or CSV with the
 * columns `shape`, `link` and, if wanted, `tickets` (docs/testing-from-the-chart.md). Throws `BadBaskets`.
 */
export function readBaskets(text: string, base: string): Baskets {
  const entries = text.trimStart().startsWith('{') ? Object.entries(parseJson(text)) : entriesOfCsv(text)
  const read: Baskets = {}
  for (const [name, value] of entries) {
    const shape = shapeNames.find((one) => one === name)
    if (!shape) throw new BadBaskets(`There is no basket "${name}". ${suggest(name, shapeNames)}`)
    const { data } = entrySchema.safeParse(value)
    if (!data)
      throw new BadBaskets(
        `"${shape}" must be a link, { "link": "…", "tickets": { "name": 2 } }, { "pages": [ … ] }, or a list of these.`,
      )
    for (const link of data.flatMap(linksOf)) checkLink(shape, link, base)
    read[shape] = [...(read[shape] ?? []), ...data]
  }
  if (entries.length === 0) throw new BadBaskets('The file has no basket.')
  return read
}

const linksOf = (basket: Basket) =>
  typeof basket === 'string' ? [basket] : basket.pages.map(({ link }) => link)

function checkLink(shape: string, link: string, base: string) {
  if (!link || !URL.canParse(link, base)) throw new BadBaskets(`The link of "${shape}" is none: "${link}".`)
  const { origin } = new URL(link, base)
  if (origin !== base)
    throw new BadBaskets(`The link of "${shape}" leads to ${origin}, not to the shop at ${base}.`)
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text) as object // it begins with a brace
  } catch (error) {
    throw new BadBaskets(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Each row is a basket: `paid,/events/film/,Seat=2;Poster=1`. */
function entriesOfCsv(text: string): [shape: string, basket: unknown][] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map(cellsOf)
  const at = (name: string) => head.findIndex((cell) => cell.toLowerCase() === name)
  if (at('shape') < 0 || at('link') < 0)
    throw new BadBaskets('The file must be JSON, or CSV whose first row is: shape,link,tickets')
  return rows.map((cells) => {
    const [shape = '', link = '', tickets = ''] = ['shape', 'link', 'tickets'].map((name) => cells[at(name)])
    return [shape, tickets ? { link, tickets: ticketsOf(tickets) } : link]
  })
}

function ticketsOf(cell: string): Record<string, number> {
  const parts = cell.split(';').map((part) => /^(.+)=(\d+)$/.exec(part.trim()))
  return Object.fromEntries(parts.map((found) => [found?.[1] ?? cell, Number(found?.[2])]))
}

/** Splits a row at its commas; a quoted cell may have some, and quotes twice. */
function cellsOf(line: string): string[] {
  return [...line.replace(/^\uFEFF/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}
