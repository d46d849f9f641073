import { readFileSync } from 'node:fs'
import { measureAccess } from '#e2e/access/measure.ts'
import { takePictures } from '#e2e/gallery/take.ts'
import { wantedScreens } from '#e2e/gallery/wanted.ts'
import { test } from '#e2e/test.ts'
import { impossibleIn } from './outcomes.ts'
import { walkCharts } from './walk-charts.ts'
import type { WalkedPath } from './walk.ts'
import { walks } from './walks.ts'

/** The paths of `npm run e2e -- --charts`, or a chosen one that goes through several charts, as `scripts/e2e.ts` has written them down. */
const { E2E_CHARTS: file, E2E_GALLERY: gallery, E2E_ACCESS: access } = process.env
const all = file ? (JSON.parse(readFileSync(file, 'utf8')) as WalkedPath[]) : []
const paths = all.filter((path) => impossibleIn(walks, path).length === 0)
const screens = wantedScreens(gallery || access ? paths : [])

for (const path of paths) walk(path)

// What has screens to look at is walked in dark as well: a page that changed its colours under the look would go on
test.describe('dark', () => {
  test.use({ colorScheme: 'dark' })
  for (const path of paths) if (screens.get(path.id)?.size) walk(path, false)
})

function walk(path: WalkedPath, isEvidence = true) {
  test(`${path.id} ${path.chart}: ${path.title}`, async ({
    page,
    context,
    arrange,
    codeFor,
    expectComplaint,
  }, testInfo) => {
    const wanted = screens.get(path.id)
    // A screen is looked at in many ways, which takes longer than a step of the path.
    testInfo.setTimeout(testInfo.timeout + (wanted?.size ?? 0) * 20_000)
    await walkCharts(path, { page, context, arrange, codeFor, expectComplaint }, testInfo, {
      isEvidence,
      visit: async (at, isStill) => {
        const screen = wanted?.get(at)
        if (!screen) return
        if (gallery) await takePictures(page, `${gallery}/${screen}`, isStill)
        if (access) await measureAccess(page, `${access}/${screen}`, isStill)
      },
    })
  })
}
