import { describe, expect, it } from 'vitest'
import { checkRequirements } from './requirement-check.ts'

const listed = new Set(['BASK-01', 'BASK-02', 'BASK-03', 'BASK-04', 'BASK-05', 'BASK-06'])

// Split, so that the check does not read these examples as titles
const test = (list: string, reached: string[] = []) => ({
  path: 'basket.test.ts',
  source: `it('adds up [${list}]${"'"}, () => {})`,
  reaches: (path: string) => reached.includes(path),
})
const rule = { path: 'rule.ts', source: '/** Adds up [BASK-01]. */' }
const step = { path: 'step.tsx', source: '/** Shows the sum [BASK-01]. */' }

describe('an id in a test title', () => {
  it('counts as named, ranges included', () => {
    expect(checkRequirements(listed, [test('BASK-01..03')], [])).toEqual({
      named: new Set(['BASK-01', 'BASK-02', 'BASK-03']),
      problems: [],
    })
  })

  it('must be listed in the requirements', () => {
    expect(checkRequirements(listed, [test('BASK-99')], []).problems).toEqual([
      'basket.test.ts: BASK-99 is not in docs/requirements.md',
    ])
  })

  it('does not count in a title with more than five, ranges included', () => {
    const six = 'BASK-01..06'
    expect(checkRequirements(listed, [test(six)], [])).toEqual({
      named: new Set(),
      problems: [`basket.test.ts: [${six}] has 6 ids, a title may have 5`],
    })
  })
})

describe('an id that product code cites', () => {
  it('is proved by a test that loads a citing file', () => {
    expect(checkRequirements(listed, [test('BASK-01', ['step.tsx'])], [rule, step]).problems).toEqual([])
  })

  it('is not proved by tests that load no citing file', () => {
    expect(checkRequirements(listed, [test('BASK-01', ['other.ts'])], [rule, step]).problems).toEqual([
      'BASK-01, cited in rule.ts, step.tsx, is named only by tests that do not load it: basket.test.ts',
    ])
  })

  it('must be named by a test', () => {
    expect(checkRequirements(listed, [], [rule]).problems).toEqual([
      'BASK-01, cited in rule.ts, is not named by any test',
    ])
  })

  it('must be listed in the requirements', () => {
    const cites = { path: 'rule.ts', source: '/** Adds up [BASK-99]. */' }
    expect(checkRequirements(listed, [], [cites]).problems).toEqual([
      'BASK-99, cited in rule.ts, is not in docs/requirements.md',
    ])
  })
})
