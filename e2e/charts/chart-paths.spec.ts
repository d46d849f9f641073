import { readFileSync } from 'node:fs'
import { wantedPictures } from '#e2e/gallery/wanted.ts'
import { test } from '#e2e/test.ts'
import { impossibleIn } from './outcomes.ts'
import { walkCharts } from './walk-charts.ts'
import type { WalkedPath } from './walk.ts'
import { walks } from './walks.ts'

/** The paths of `npm run e2e -- --charts`, or a chosen one that goes through several charts, as `scripts/e2e.ts` has written them down. */
const { E2E_CHARTS: file, E2E_GALLERY: gallery } = process.env
const paths = file ? (JSON.parse(readFileSync(file, 'utf8')) as WalkedPath[]) : []
const pictures = wantedPictures(gallery ? paths : [])

for (const path of paths) {
  if (impossibleIn(walks, path).length > 0) continue
  test(`${path.id} ${path.chart}: ${path.title}`, async ({
    page,
    context,
    arrange,
    codeFor,
    expectComplaint,
  }, testInfo) => {
    const taken = [...(pictures.get(path.id) ?? [])].map(
      ([at, picture]) => [at, `${gallery}/${picture}`] as const,
    )
    await walkCharts(path, { page, context, arrange, codeFor, expectComplaint }, testInfo, {
      pictures: new Map(taken),
    })
  })
}
