import { expect, it } from 'vitest'
import { kindNames, type Kind } from './mutants.ts'
import { lastSteps, pageFor, reportOf } from './report.ts'

const fault = {
  id: 'M-00000001',
  kind: 'text dropped' as const,
  file: 'src/a.tsx',
  line: 3,
  start: 0,
  end: 1,
}
const page = reportOf({
  seed: 7,
  commit: 'abc1234',
  part: [],
  files: 400,
  generated: Object.fromEntries(kindNames.map((kind) => [kind, 10])) as Record<Kind, number>,
  paths: { passed: 30, failed: [] },
  minutes: 12.5,
  verdicts: [
    {
      fault: { ...fault, number: 1, what: '<p> is missing (No | refunds)' },
      verdict: {
        outcome: 'caught',
        by: 'P-00000001 basket: Open',
        said: 'saw an empty page',
        walked: 2,
        of: 9,
      },
    },
    {
      fault: { ...fault, number: 2, what: '<li> is missing' },
      verdict: { outcome: 'survived', by: '', said: '', walked: 9, of: 9 },
    },
    {
      fault: { ...fault, number: 3, what: '<a> is missing' },
      verdict: { outcome: 'not reached', by: '', said: '', walked: 0, of: 0 },
    },
  ],
})

it('says with which command, seed and commit the faults were put in, and how many were caught', () => {
  expect(page).toContain('npm run sabotage -- --seed 7 --faults 3\n')
  expect(page).toContain('**1 of 3 faults were caught**, 1 survived, and 1 were not reached')
  expect(page).toContain('Seed 7, commit abc1234, 12.5 minutes')
  expect(page).toContain('| text dropped | 10 | 3 | 1 |')
})

it('keeps the page about all paths when some charts were walked', () => {
  expect(pageFor({ part: [] })).toBe('docs/sabotage.md')
  expect(pageFor({ part: ['account'] })).toBe('reports/sabotage/part.md')
})

it('tells the last steps only of a long way to where a fault was noticed', () => {
  const said = 'after Wait; Ask; Wait; Ask; Wait; Ask: expected an answer; saw nothing'
  expect(lastSteps(said)).toBe('after …; Ask; Wait; Ask: expected an answer; saw nothing')
  expect(lastSteps('after Ask: expected an answer; saw a; b; c')).toBe(
    'after Ask: expected an answer; saw a; b; c',
  )
  expect(lastSteps('expect(received).toBeTruthy()')).toBe('expect(received).toBeTruthy()')
})

it('has a row for each fault with what came of it', () => {
  expect(page).toContain(
    '| 1 | text dropped | src/a.tsx:3 | &lt;p> is missing (No \\| refunds) (M-00000001) | caught by P-00000001 basket: Open. It said: saw an empty page |',
  )
  expect(page).toContain('**survived** 9 of the 9 paths that reach it: no path reads this text')
  expect(page).toContain('**not reached**: no path comes there')
})
