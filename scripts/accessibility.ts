import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import type { Findings } from '#e2e/access/measure.ts'
import { accessibilityOf, faultsIn, screensOf, type Screens } from '#e2e/access/report.ts'
import { writePaths } from '#e2e/charts/write-paths.ts'
import { wantedScreens } from '#e2e/gallery/wanted.ts'
import { machines, type TestPath } from '#machines/paths/index.ts'

/**
 * `npm run accessibility`: walks the paths of all charts in the browser, looks at each screen on a phone and a desktop, light and
 * dark, narrow, and with large text, and writes docs/accessibility.md. Fails if a path fails or something is found.
 *
 *     npm run accessibility -- account     looks again at the screens of one chart, and at those of the others as they were
 */
const folder = 'reports/accessibility'
const document = 'docs/accessibility.md'

const names = process.argv.slice(2)
const charts = [...machines.keys()].filter((chart) => names.length === 0 || names.includes(chart))
const all = await writePaths(wholly([...machines.keys()]))
const wanted = wantedIn(JSON.parse(readFileSync(all.file, 'utf8')) as TestPath[])
const { file } = await writePaths(wholly(charts))
for (const chart of charts) rmSync(`${folder}/${chart}`, { recursive: true, force: true })
const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/charts/chart-paths.spec.ts'], {
  stdio: 'inherit',
  env: { ...process.env, E2E_CHARTS: file, E2E_ACCESS: folder, E2E_PART: '1' },
})
const screens = readScreens()
const missed = wanted.filter((screen) => !screens.has(screen)).sort()
for (const { screen, view, what } of faultsIn(screens)) console.log(`${screen}, ${view}: ${what}`)
for (const screen of missed) console.log(`not looked at: ${screen}`)
const unseen = [...machines.keys()].filter(
  (chart) => ![...screens.keys()].some((one) => one.startsWith(`${chart}/`)),
)
if (unseen.length > 0) console.log(`${document} is not written: there are no screens of ${unseen.join(', ')}`)
else {
  const options = await resolveConfig(document)
  writeFileSync(document, await format(accessibilityOf(screens, missed), { ...options, filepath: document }))
}
console.log(`${screens.size} screens, ${faultsIn(screens).length} findings, ${missed.length} not looked at`)
process.exitCode = status !== 0 || faultsIn(screens).length > 0 ? 1 : 0

function wholly(some: readonly TestPath['chart'][]) {
  return new Map(some.map((chart) => [chart, 'all' as const]))
}

/** The names of the screens that these paths come to. */
function wantedIn(paths: readonly TestPath[]): string[] {
  return [...wantedScreens(paths).values()].flatMap((some) => [...some.values()])
}

function readScreens(): Screens {
  const files = globSync(`${folder}/**/*.{light,dark}.json`).sort()
  return screensOf(
    files.map((one) => [
      one.slice(folder.length + 1).replace(/\.\w+\.json$/, ''),
      JSON.parse(readFileSync(one, 'utf8')) as Partial<Findings>,
    ]),
  )
}
