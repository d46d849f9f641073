import { spawnSync } from 'node:child_process'
import { impossibleSteps } from '#e2e/path-steps.ts'
import { baskets } from '#machines/paths/baskets.ts'
import { readKeptPaths } from './kept-paths.ts'

/**
 * `npm run e2e`: the browser tests, with the options of Playwright.
 *
 *     npm run e2e -- --path ID             runs a path that `npm run paths` has printed
 *     npm run e2e -- --path ID --headed    shows it
 */
const args = process.argv.slice(2)
const at = args.indexOf('--path')
if (at < 0) run(args)
else runPath(args[at + 1] ?? '', args.toSpliced(at, 2))

function runPath(id: string, others: string[]) {
  const path = readKeptPaths()[id]
  if (!path) return fail(`There is no path "${id}" here: run the npm run paths that prints it first.`)
  const impossible = impossibleSteps(path, Object.keys(baskets))
  if (impossible.length > 0) return fail(`${id} cannot run in the browser yet: ${impossible.join('; ')}.`)
  run(['e2e/chosen-path.spec.ts', ...others], { E2E_PATHS: JSON.stringify([path]) })
}

function run(options: string[], env: Record<string, string> = {}) {
  const { status } = spawnSync('npx', ['playwright', 'test', ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exitCode = status ?? 1
}

function fail(reason: string) {
  console.error(reason)
  process.exitCode = 1
}
