import { beforeAll, describe, expect, it } from 'vitest'
import { models } from '#machines/paths/charts.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { alsoCalled } from '#machines/words/also-called.ts'
import { idOf } from './boxes.ts'
import { drawingsOf } from './drawings.ts'
import { pageFiles } from './page.ts'
import { glossary, searchEntries } from './search-entries.ts'

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
    expect(saving?.shows).toEqual([expect.stringMatching(/^[A-Z]{4}-\d+$/), 'ERRS-18'])
    const payment = entries.find(({ id }) => id === 'checkout.holding.payment')
    expect(payment?.range).toBe('PAYM-01..63')
    expect(payment?.shows).toContain('PAYM-12')
  })

  it('knows other words for what the charts say, each of which leads somewhere', () => {
    const said = JSON.stringify(entries).toLowerCase()
    expect(glossary()).toMatchObject({ robot: 'captcha', cart: 'basket' })
    expect(Object.values(alsoCalled).filter((word) => !said.includes(word))).toEqual([])
  })

  it('says what runs beside the steps, with a link to each, and what holds at every step', () => {
    const [aside = ''] = allOf(/<aside class="beside"([\s\S]*?)<\/aside>/g)
    const links = [...aside.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(links).toEqual([
      'holdExtension',
      'connection.offline',
      'connection.unrecognised',
      'checkout.determining',
      'checkoutRefresh',
    ])
    expect(links.filter((id) => !page.includes(` id="${id}"`))).toEqual([])
    expect(aside).toContain('There is always a way on: no screen is a dead end.')
  })
})
