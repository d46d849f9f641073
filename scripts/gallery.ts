import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writePaths } from '#e2e/charts/write-paths.ts'
import { approved, galleryIn, listOf, pixelHash, sorted, type Gallery } from '#e2e/gallery/gallery.ts'
import { writeScreens } from '#e2e/gallery/screens.ts'
import { comparisonOf, sheetOf } from '#e2e/gallery/sheet.ts'
import { machines, type TestPath } from '#machines/paths/index.ts'
import {
  approvedAt,
  approvedList,
  galleryFolder,
  lastTaken,
  pictureFile,
  takenList,
} from './gallery-lists.ts'

/**
 * `npm run gallery`: takes pictures of every state of the charts in the browser, on a phone and a desktop, light and dark, as it
 * usually is and with each message, and writes a contact sheet, `reports/gallery/index.html`.
 *
 *     npm run gallery -- account            of one chart
 *     npm run gallery -- --against COMMIT   sorts the pictures taken last into changed, new, gone and same
 *     npm run gallery -- --approve          takes them over into the list, and the screens of `/statechart/`, that are committed
 */
const folder = galleryFolder
const taken = `${folder}/taken`
const noPictures = 'There are no pictures yet: npm run gallery'

const args = process.argv.slice(2)
const [, reference = 'HEAD'] = args.slice(args.indexOf('--against'))
if (args.includes('--against')) compare(reference)
else if (args.includes('--approve')) await approve()
else await take(args)

async function take(names: readonly string[]) {
  const all: TestPath['chart'][] = [...machines.keys()]
  const unknown = names.find((name) => !all.some((chart) => chart === name))
  if (unknown !== undefined) fail(`There is no chart "${unknown}": ${all.join(', ')}`)
  const charts = names.length > 0 ? all.filter((chart) => names.includes(chart)) : all
  const { file } = await writePaths(new Map(charts.map((chart) => [chart, 'all'])))
  rmSync(taken, { recursive: true, force: true })
  const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/charts/chart-paths.spec.ts'], {
    stdio: 'inherit',
    env: { ...process.env, E2E_CHARTS: file, E2E_GALLERY: taken, E2E_PART: '1' },
  })
  const gallery = keep()
  writeFileSync(takenList, listOf(gallery))
  writeFileSync(`${folder}/index.html`, sheetOf(gallery))
  console.log(`${gallery.size} pictures, on ${folder}/index.html`)
  process.exitCode = status ?? 1
}

/** Keeps the pictures by the hashes of their pixels. */
function keep(): Gallery {
  mkdirSync(`${folder}/pictures`, { recursive: true })
  return new Map(
    globSync(`${taken}/**/*.png`).map((file) => {
      const name = file.slice(taken.length + 1, -'.png'.length)
      const hash = pixelHash(readFileSync(file))
      copyFileSync(file, `${folder}/pictures/${hash}.png`)
      return [name, hash]
    }),
  )
}

function compare(commit: string) {
  const now = lastTaken() ?? fail(noPictures)
  const before = approvedAt(commit) ?? fail(`At "${commit}" there is no ${approvedList}.`)
  const isKept = (hash: string) => pictureFile(hash) !== null
  writeFileSync(`${folder}/against.html`, comparisonOf(before, now, commit, isKept))
  const { changed, added, gone, same } = sorted(before, now)
  console.log(
    `${changed.length} changed, ${added.length} new, ${gone.length} gone, ${same.length} the same: ${folder}/against.html`,
  )
}

async function approve() {
  const now = lastTaken() ?? fail(noPictures)
  const before = existsSync(approvedList)
    ? galleryIn(readFileSync(approvedList, 'utf8'))
    : new Map<string, string>()
  writeFileSync(approvedList, listOf(approved(before, now)))
  await writeScreens(
    now,
    (hash) => pictureFile(hash) ?? fail(`${hash}.png is no longer there: npm run gallery`),
  )
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
