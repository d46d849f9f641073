import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'

const roomPages = globSync('{machines,src,server,sandbox}/**/README.md')
const pages = ['README.md', ...globSync('docs/**/*.md'), ...roomPages]
const textOf = (page: string) => readFileSync(page, 'utf8')
const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)

/** Reads the first group of every match. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The fragment by which a heading can be linked. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

function isThere(page: string, link: string) {
  const [file = '', anchor] = link.split('#')
  const target = file ? join(dirname(page), file) : page
  if (!existsSync(target)) return false
  return (
    !anchor ||
    all(textOf(target), /^#+ (.*)$/gm)
      .map(anchorOf)
      .includes(anchor)
  )
}

describe.each(pages)('%s', (page) => {
  it('links only to pages and headings that exist', () => {
    const links = all(textOf(page), /\]\(([^)\s]+)\)/g).filter((link) => !/^\w+:/.test(link))
    expect(links.filter((link) => !isThere(page, link))).toEqual([])
  })
})

/** A superseded decision may name files that are gone. */
const current = pages.filter((page) => !textOf(page).includes('\nSuperseded by '))

describe.each(current)('%s', (page) => {
  it('names only files and scripts that exist', () => {
    const files = all(
      textOf(page),
      /`((?:src|machines|server|sandbox|scripts|e2e|docs)\/[\w./-]+)(?::[\d-]+)?`/g,
    )
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const named = all(textOf(page), /`npm run ([\w-]+)/g)
    expect(named.filter((script) => !scripts.includes(script))).toEqual([])
  })
})

it('lists each step with its files in docs/architecture.md', () => {
  const rows = textOf('docs/architecture.md').split('\n')
  const isListed = (step: string) =>
    rows.some(
      (row) =>
        row.startsWith(`| \`${step}\` `) &&
        row.includes(`/${step.replaceAll('_', '-').replace(/-(before|after)$/, '')}-step.tsx\``),
    )
  expect(checkoutStates.filter((step) => !isListed(step))).toEqual([])
})

it('tells in docs/own-back-end.md what a buyer lacks without each call and field that we have added', () => {
  const [, section = ''] = textOf('docs/own-back-end.md').split('## What is optional')
  const told = all(section.split('\n## ')[0] ?? '', /`([^`]+)`/g)
  const { paths, components } = JSON.parse(textOf('docs/openapi.json'))
  const calls = Object.entries<object>(paths).flatMap(([path, methods]) =>
    addedIn(methods).map(() => all(path, /(\w+)\/(?:$|\{)/g)[0]),
  )
  expect(calls).toContain('pay_with_card')
  const fields = addedIn(components.schemas)
  expect(fields).toContain('shown_tickets')
  expect([...calls, ...fields].filter((name) => !told.includes(name ?? ''))).toEqual([])
})

/** Lists the names of all inside that have `x-added`. */
function addedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(inner?.['x-added'] ? [name] : []),
    ...addedIn(inner),
  ])
}

describe.each(roomPages)('%s', (page) => {
  it('names only files that exist', () => {
    const files = all(textOf(page), /`([\w./-]+\.tsx?)`/g)
    expect(
      files.filter((file) => globSync([file, join(page.split('/')[0] ?? '', '**', file)]).length === 0),
    ).toEqual([])
  })
})
