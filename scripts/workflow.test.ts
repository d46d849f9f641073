import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

/** What can be said about the workflow of GitHub without running it. */

interface Step {
  uses?: string
  run?: string
  if?: string
  with?: Record<string, unknown>
}

const { permissions, jobs } = parse(readFileSync('.github/workflows/test.yml', 'utf8')) as {
  permissions: Record<string, string>
  jobs: Record<string, { steps: Step[] }>
}
const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const steps = Object.values(jobs).flatMap((job) => job.steps)

it('runs commands that there are', () => {
  const commands = steps.flatMap(({ run }) => /^npm (?:run )?([\w-]+)/.exec(run ?? '')?.[1] ?? [])
  expect(commands).toContain('test')
  expect(commands.filter((command) => command !== 'ci' && !(command in scripts))).toEqual([])
})

it('may only read the repository, and keeps no key of it for the commands', () => {
  expect(permissions).toEqual({ contents: 'read' })
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))
  expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ 'persist-credentials': false })))
})

it('uses the release of Node that the project uses', () => {
  const releases = steps.flatMap((step) => step.with?.['node-version'] ?? [])
  expect(new Set(releases)).toEqual(new Set([Number(devDependencies.node.split('.')[0])]))
})

it('keeps the reports of every job, also when it fails', () => {
  for (const job of Object.values(jobs))
    expect(job.steps.at(-1)).toMatchObject({
      uses: expect.stringMatching(/^actions\/upload-artifact@/),
      if: '${{ !cancelled() }}',
    })
})
