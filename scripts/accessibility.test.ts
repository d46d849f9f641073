import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { criteria } from '#e2e/access/criteria.ts'
import type { Findings } from '#e2e/access/measure.ts'
import { accessibilityOf, screensOf } from '#e2e/access/report.ts'
import { views } from '#e2e/access/views.ts'

const findings = (found: Partial<Findings> = {}) =>
  ({ ...Object.fromEntries(Object.keys(views).map((view) => [view, []])), ...found }) as Findings

it('states that nothing was found only of screens on which nothing was found', () => {
  const clean = new Map([['payment/settled.choosing/normal', findings()]])
  expect(accessibilityOf(clean, [])).toContain('On the 1 screens nothing was found against it')
  const faulty = new Map([
    ...clean,
    ['account/asking/normal', findings({ '320 px wide': ['the page scrolls sideways'] })] as const,
  ])
  const report = accessibilityOf(faulty, ['basket/closing/normal'])
  expect(report).toContain('On the 2 screens 1 findings are open')
  expect(report).toContain('- `account/asking/normal`, 320 px wide: the page scrolls sideways')
  expect(report).toContain('1 screens that end by themselves')
  expect(report).toContain('`basket/closing/normal`')
  expect(report).toMatch(/\| account \| 1 \| 1 \|\n\| payment \| 1 \| 0 \|/)
})

it('counts a screen as looked at only if it was seen in every view, light and dark', () => {
  const { 'phone, dark': dark, ...light } = findings({ '320 px wide': ['the page scrolls sideways'] })
  const seen = screensOf([
    ['account/asking/normal', light],
    ['payment/settled.choosing/normal', light],
    ['account/asking/normal', { 'phone, dark': dark }],
  ])
  expect([...seen]).toEqual([
    ['account/asking/normal', findings({ '320 px wide': ['the page scrolls sideways'] })],
  ])
})

it('names how each criterion of WCAG 2.2 A and AA is shown', () => {
  expect(criteria).toHaveLength(55)
  expect(
    criteria.filter(
      ({ axe, measured, tests, seen, absent }) => !(axe ?? measured ?? tests ?? seen ?? absent),
    ),
  ).toEqual([])
})

it('names tests that exist', () => {
  const missing = criteria
    .flatMap(({ tests = [] }) => tests)
    .filter(([file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title))
  expect(missing).toEqual([])
})
