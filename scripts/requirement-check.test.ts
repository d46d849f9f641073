import { describe, expect, it } from 'vitest'
import { checkRequirements } from './requirement-check.ts'

const listed = new Set(['BASK-01', 'BASK-02', 'BASK-03', 'BASK-04', 'BASK-05', 'BASK-06'])

// Written in halves, so that these examples are not taken for titles
const test = (list: string, reached: string[] = []) => ({
  path: 'basket.test.ts',
  source: `it('adds up [${list}]${"'"}, () => {})`,
  reaches: (path: string) => reached.includes(path),
})
const rule = { path: 'rule.ts', source: '/** Adds up [BASK-01]. */' }
const step = { path: 'step.tsx', source: '/** Shows the sum [BASK-01]. */' }

describe('the requirement ids of titles', () => {
  it('count what the titles name', () => {
    expect(checkRequirements(listed, [test('BASK-01..03')], [])).toEqual({
      named: new Set(['BASK-01', 'BASK-02', 'BASK-03']),
      problems: [],
    })
  })

  it('must be listed', () => {
    expect(checkRequirements(listed, [test('BASK-99')], []).problems).toEqual([
      'basket.test.ts: BASK-99 is not in docs/requirements.md',
    ])
  })

  it('prove nothing where more than five stand in one title, ranges included', () => {
    expect(checkRequirements(listed, [test('BASK-01..06')], [])).toEqual({
      named: new Set(),
      problems: ['basket.test.ts: [BASK-01..06] are 6 ids in one title, at most 5 are allowed'],
    })
  })
})

describe('an id that product code cites', () => {
  it('is proved by a test that loads one of the citing files', () => {
    expect(checkRequirements(listed, [test('BASK-01', ['step.tsx'])], [rule, step]).problems).toEqual([])
  })

  it('is not proved by tests that load none of them', () => {
    expect(checkRequirements(listed, [test('BASK-01', ['other.ts'])], [rule, step]).problems).toEqual([
      'BASK-01, cited in rule.ts, step.tsx, is named only where that is not loaded: basket.test.ts',
    ])
  })

  it('is named by some test', () => {
    expect(checkRequirements(listed, [], [rule]).problems).toEqual([
      'BASK-01, cited in rule.ts, is named by no test',
    ])
  })

  it('is listed', () => {
    const cites = { path: 'rule.ts', source: '/** Adds up [BASK-99]. */' }
    expect(checkRequirements(listed, [], [cites]).problems).toEqual([
      'BASK-99, cited in rule.ts, is not in docs/requirements.md',
    ])
  })
})
