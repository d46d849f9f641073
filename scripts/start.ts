import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

/** `npm start`: builds the page if it is missing or older than its sources, then starts the shop. */
const built = statSync('dist/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(['{src,machines,public}/**/*', 'index.html', 'vite.config.ts', 'package-lock.json'])
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))

if (newest > built) {
  console.log('Building the page …')
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  for (const part of [
    [...vite, '--ssr', 'src/app/draw.ts'],
    vite,
    ['scripts/statechart.ts', '--site', 'dist/statechart'],
  ]) {
    const build = spawnSync(process.execPath, part, { stdio: 'inherit' })
    if (build.status !== 0) process.exit(build.status ?? 1)
  }
}

await import('#server/main.ts')
