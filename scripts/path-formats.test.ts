import fc from 'fast-check'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { findPaths } from '#machines/paths/index.ts'
import { formats } from './path-formats.ts'

const { paths } = findPaths({ to: 'claim_failed', from: 'basket', through: ['captcha'], shape: 'free' })
const [path] = paths
const odd = { ...path!, id: 'P-1', title: 'a "quoted", <odd> & \'long\'\ntitle', requirements: [] }

/** Reads CSV as RFC 4180 says, to check the writer by something else. */
function readCsv(text: string): string[][] {
  const cells = [...text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('paths as CSV', () => {
  it('have a row for each step with id, title, type, precondition, step, data, what is expected and requirements', () => {
    const [headings, ...rows] = readCsv(formats.csv(paths))
    expect(headings).toEqual([
      'id',
      'title',
      'type',
      'precondition',
      'step',
      'data',
      'expected',
      'requirements',
    ])
    expect(rows).toHaveLength(7)
    expect(rows[0]).toEqual([
      path!.id,
      path!.title,
      'Manual',
      'The basket "free"',
      'Press "Reserve Basket"',
      '',
      'Heading "Checkout". The shop reserves the tickets, or says why it cannot.',
      'CONT-19 CONT-22 CONT-26 CONT-32 ERRS-29 RESV-11',
    ])
    expect(rows[6]![5]).toBe('{"status":"unsuccessful","message":"Only two per customer","isDeclined":false}')
  })

  it('survive commas, quotes and line ends in a text', () => {
    expect(readCsv(formats.csv([odd]))[1]![1]).toBe(odd.title)
  })

  it('begin with the mark by which Excel reads arrows and umlauts as they are', () => {
    expect(formats.csv(paths).startsWith('\uFEFFid,title,')).toBe(true)
  })

  it.each(['=HYPERLINK("x")', '+1', '-1', '@sum(1)', '\t=1'])('have no formula of a cell %j', (title) => {
    expect(readCsv(formats.csv([{ ...odd, title }]))[1]![1]).toBe(`'${title}`)
  })
})

describe('paths as JUnit', () => {
  const read = (text: string) => {
    const { DOMParser } = new Window()
    const document = new DOMParser().parseFromString(text, 'application/xml')
    expect(document.querySelector('parsererror')).toBeNull()
    return document
  }

  it('keep tabs and line ends in a title, which a reader of XML would take for spaces', () => {
    expect(formats.junit([{ ...odd, title: 'a\ttab,\r\nlines' }])).toContain('a&#9;tab,&#13;&#10;lines')
  })

  it('have only what XML allows, whatever a message says', () => {
    const inXml = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u
    const anything = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    })
    fc.assert(fc.property(anything, (title) => inXml.test(formats.junit([{ ...odd, title }]))))
    expect(formats.junit([{ ...odd, title: 'a \0 bell \u0007 and 😀' }])).toContain(
      'a \uFFFD bell \uFFFD and 😀',
    )
  })

  it('have a name of its own for each test of a chart, and no empty property', () => {
    const twins = read(formats.junit([odd, { ...odd, id: 'P-2' }])).querySelectorAll('testcase')
    expect(new Set([...twins].map((one) => one.getAttribute('name'))).size).toBe(2)
    expect([...twins[0]!.querySelectorAll('property')].map((one) => one.getAttribute('value'))).toEqual([
      'P-1',
    ])
  })

  it('have a test with its key and its requirements for each path', () => {
    const document = read(formats.junit([path!, odd]))
    expect(document.querySelector('testsuite')?.getAttribute('tests')).toBe('2')
    const cases = [...document.querySelectorAll('testcase')]
    const names = cases.map((one) => one.getAttribute('name'))
    expect(names).toEqual([`${path!.id} ${path!.title}`, `P-1 ${odd.title}`])
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
      '    Then Heading "Checkout". The shop reserves the tickets, or says why it cannot.',
    ])
  })

  it('are scenarios whose every action is a "When", with its data, in one line', () => {
    const lines = formats.gherkin([{ ...path!, title: odd.title }]).split('\n')
    expect(lines[3]).toBe(`  Scenario: a "quoted", <odd> & 'long' title`)
    const actions = lines.filter((line) => /^ {4}(When|And) /.test(line))
    expect(actions).toHaveLength(7)
    expect(actions.every((line) => line.startsWith('    When '))).toBe(true)
    expect(actions[6]).toMatch(/ \{"status":"unsuccessful"/)
  })

  it('are numbered steps, or data for a program', () => {
    expect(formats.text(paths)).toContain('  7. The shop refuses the free tickets, and says why')
    expect(JSON.parse(formats.json(paths))).toEqual(paths)
  })
})
