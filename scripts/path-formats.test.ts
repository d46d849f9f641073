import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { findPaths } from '#machines/paths/index.ts'
import { formats } from './path-formats.ts'

const { paths } = findPaths({ to: 'claim_failed', from: 'basket', through: ['captcha'], shape: 'free' })
const [path] = paths
const odd = { ...path!, id: 'P-1', title: 'a "quoted", <odd> & \'long\'\ntitle', requirements: [] }

/** Reads CSV as RFC 4180 says, to check the writer by something else. */
function readCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('paths as CSV', () => {
  it('have a row for each step with id, title, precondition, step, data and what is expected', () => {
    const [headings, ...rows] = readCsv(formats.csv(paths))
    expect(headings).toEqual(['id', 'title', 'precondition', 'step', 'data', 'expected'])
    expect(rows).toHaveLength(7)
    expect(rows[0]).toEqual([
      path!.id,
      path!.title,
      'The basket "free"',
      'Press "Reserve Basket"',
      '',
      'Heading "Checkout". The server reserves the tickets.',
    ])
    expect(rows[6]![4]).toBe('{"status":"unsuccessful","message":"Only two per customer","isDeclined":false}')
  })

  it('survive commas, quotes and line ends in a text', () => {
    expect(readCsv(formats.csv([odd]))[1]![1]).toBe(odd.title)
  })
})

describe('paths as JUnit', () => {
  const read = (text: string) => {
    const { DOMParser } = new Window()
    const document = new DOMParser().parseFromString(text, 'application/xml')
    expect(document.querySelector('parsererror')).toBeNull()
    return document
  }

  it('keep a line end in a title, which a reader of XML would take for a space', () => {
    expect(formats.junit([odd])).toContain("'long'&#10;title")
  })

  it('have a test with its key and its requirements for each path', () => {
    const document = read(formats.junit([path!, odd]))
    expect(document.querySelector('testsuite')?.getAttribute('tests')).toBe('2')
    const cases = [...document.querySelectorAll('testcase')]
    const names = cases.map((one) => one.getAttribute('name'))
    expect(names).toEqual([path!.title, odd.title])
    const properties = [...cases[0]!.querySelectorAll('property')]
    expect(properties.map((one) => [one.getAttribute('name'), one.getAttribute('value')])).toEqual([
      ['test_key', path!.id],
      ['requirements', 'CONT-19,CONT-22,CONT-26,CONT-32,ERRS-29,RESV-11'],
    ])
  })
})

describe('paths to read', () => {
  it('are scenarios with tags for the id and the requirements', () => {
    expect(formats.gherkin(paths).split('\n').slice(0, 7)).toEqual([
      'Feature: Paths through the statecharts',
      '',
      `  @${path!.id} @CONT-19 @CONT-22 @CONT-26 @CONT-32 @ERRS-29 @RESV-11`,
      `  Scenario: ${path!.title}`,
      '    Given The basket "free"',
      '    When Press "Reserve Basket"',
      '    Then Heading "Checkout". The server reserves the tickets.',
    ])
  })

  it('are numbered steps, or data for a program', () => {
    expect(formats.text(paths)).toContain('  7. The call "claim free tickets" is answered: rejected')
    expect(JSON.parse(formats.json(paths))).toEqual(paths)
  })
})
