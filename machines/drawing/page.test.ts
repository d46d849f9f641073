import { beforeAll, describe, expect, it } from 'vitest'
import { models } from '#machines/paths/charts.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { idOf } from './boxes.ts'
import { drawingsOf } from './drawings.ts'
import { pageFiles } from './page.ts'
import { searchEntries } from './search-entries.ts'

const machines = [...new Map(models.map(({ machine }) => [machine.id, machine])).values()]
const entries = searchEntries(machines)

let page = ''
beforeAll(async () => {
  page = pageFiles(await drawingsOf(machines), entries, '').get('index.html') ?? ''
})

const allOf = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found = '']) => found)

describe('the page of the charts', () => {
  it('has a place to link to for every state, once', () => {
    const ids = allOf(/<g class="state[^>]* id="([^"]*)"/g)
    const states = machines.flatMap(({ root }) => nodesOf(root).map(idOf))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(states.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has each chart once, inside the one whose box opens it', () => {
    const charts = allOf(/<details class="chart[^"]*" data-chart="([^"]*)"/g)
    expect(new Set(charts).size).toBe(charts.length)
    expect(machines.filter(({ id }) => !charts.includes(id))).toEqual([])
    const after = (one: string) => charts.indexOf(one)
    expect(after('payment')).toBe(after('checkout.holding.payment') + 1)
    expect(after('paymentAttempt')).toBe(after('payment') + 1)
  })

  it('needs nothing from elsewhere', () => {
    const links = allOf(/ (?:href|src)="([^"#][^"]*)"/g)
    expect([...new Set(links)].sort()).toEqual(['data:,', 'page.css', 'page.js'])
  })

  it('lets messages, requirements and files be searched', () => {
    const saving = entries.find(({ id }) => id === 'checkout.holding.marketing_preferences.saving')
    expect(saving?.messages).toContain('Unable to set the marketing preferences. Please try again later')
    expect(saving?.file).toBe('machines/checkout.ts')
    expect(saving?.requirements).toMatch(/[A-Z]{4}-\d+/)
    expect(entries.find(({ id }) => id === 'checkout.holding.payment')?.requirements).toContain('PAYM-01..63')
  })
})
