import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

/** `npm start`: builds the page if it is missing or older than its sources, then starts the shop. */
const built = statSync('dist/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(['{src,machines,public}/**/*', 'index.html', 'vite.config.ts', 'package-lock.json'])
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))

if (newest > built) {
  console.log('Building the page …')
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

await import('#server/main.ts')
