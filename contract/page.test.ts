import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callEntries } from './calls.ts'
import { readExamples } from './examples.ts'
import { pageFiles } from './page.ts'

const page =
  pageFiles(JSON.parse(readFileSync('docs/openapi.json', 'utf8')), readExamples()).get('index.html') ?? ''

test('shows every call with its reply, and no link inside the page leads nowhere', () => {
  for (const [name, { path }] of callEntries) {
    expect(page).toContain(`id="${name}"`)
    expect(page).toContain(path)
  }
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})

test('links states that are on the page of the charts', () => {
  expect(page).toContain('href="/statechart/#checkout.holding.donation.saving"')
  expect(page).not.toContain('Asked in </p>')
})
