import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

/** `npm start`: builds the page if it is missing or older than its sources, then starts the shop. */
const built = statSync('dist/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(['{src,machines,public}/**/*', 'index.html', 'vite.config.ts', 'package-lock.json'])
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))

if (newest > built) {
  console.log('Building the page …')
  for (const part of [['--ssr', 'src/app/draw.ts'], []]) {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...part]
    const build = spawnSync(process.execPath, vite, { stdio: 'inherit' })
    if (build.status !== 0) process.exit(build.status ?? 1)
  }
}

await import('#server/main.ts')
