import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = (...options: string[]) =>
  promisify(execFile)('node', ['scripts/paths.ts', ...options]).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, complaint: stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout, complaint: stderr }),
  )

it('prints the paths of a wish', async () => {
  const { code, said } = await run('--to', 'gift_aid')
  expect(code).toBe(0)
  expect(said).toMatch(
    /^P-\w{8} {2}The buyer fills in the declaration\..*\n {2}Given: The basket "charity"\n/,
  )
})

it('says that a requirement of a whole step is to be looked for where the path ends', async () => {
  const { complaint } = await run('--requirement', 'PAYM-01')
  expect(complaint).toBe(
    'PAYM-01 is about a whole step, so look for it where this path ends: "Title is "Payment"".\n',
  )
})

it('prints a walk on the page of the charts as a path, from its link', async () => {
  const { code, said } = await run(
    '--trial',
    'http://localhost/statechart/#try=charity&step=done+basket%3A+chosen',
  )
  expect(code).toBe(0)
  expect(said).toMatch(/^P-\w{8} .*\n {2}Given: The basket "charity"\n {2}1\. /)
})

it.each([
  [
    ['--to', 'gift_aid', '--shape', 'seats'],
    '`gift_aid` needs a charity event (as in charity, everything).\n',
  ],
  [
    ['--trial', 'P-1f0c9a2b'],
    '--trial takes the link to a walk on the page of the charts; it has "#try=" in it.\n',
  ],
  [['--trial', '#try=chairty'], 'The walk begins with "chairty", which there is not. Did you mean'],
  [
    ['--trial', '#try=charity&step=payment.pay'],
    'The charts have changed: "payment.pay" is not possible in this walk.\n',
  ],
  [['--to', 'gift_aid', '--all', 'many'], '--all is "many"; it must be 1 or more.\n'],
  [['--format', 'xml'], '--format is "xml"; it must be text, json, csv, junit, gherkin.\n'],
  [['--too', 'login'], "Unknown option '--too'"],
  [['--changed', 'nowhere'], 'git knows no "nowhere:machines/paths/transitions.committed.txt".\n'],
])('%o fails and says why', async (options, complaint) => {
  const failed = await run(...options)
  expect(failed.code).toBe(1)
  expect(failed.complaint).toMatch(complaint.slice(0, 60))
  expect(failed.complaint).not.toContain('    at ')
})

it('tells how far each chart is covered, and why something is not', { timeout: 120_000 }, async () => {
  const { code, said, complaint } = await run()
  expect(code).toBe(0)
  expect(said).toMatch(/^checkout: (\d+) of \1 states, (\d+) of \2 transitions, (\d+) of \3 guards/)
  expect(complaint).toMatch(/^excused: countdown.running after tick #1: the clock of the device/)
})
