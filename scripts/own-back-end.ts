import { spawnSync } from 'node:child_process'

/**
 * `npm run own-back-end`: buys tickets in a browser from the worked example of docs/own-back-end.md, with the options of Playwright. It is not
 * part of `npm test`, because it needs nginx and Python.
 */
const missing = [
  ['nginx', '-v'],
  ['python3', '--version'],
].filter(([command = '', option = '']) => spawnSync(command, [option]).status !== 0)

if (missing.length > 0) {
  console.error(
    `This needs ${missing.map(([command]) => command).join(' and ')}: on Debian, apt-get install nginx-light python3.`,
  )
  process.exitCode = 1
} else {
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', 'e2e/own-back-end.spec.ts', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, E2E_OWN_BACK_END: '1' },
    },
  )
  process.exitCode = status ?? 1
}
