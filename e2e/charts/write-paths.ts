import { mkdirSync, writeFileSync } from 'node:fs'
import { baskets, coverChart, type Outline, type TestPath } from '#machines/paths/index.ts'
import { countPossible, impossibleIn, isImpossible } from './outcomes.ts'
import type { WalkedPath } from './walk.ts'
import { walks } from './walks.ts'

const folder = 'reports/charts'

type Chart = TestPath['chart']

/** Which paths are wanted: those of some charts, or those through some of their transitions. */
export type Wanted = ReadonlyMap<Chart, ReadonlySet<string> | 'all'>

/**
 * Writes down the paths that cover all states, transitions and outcomes of guards of the wanted charts, for the browser;
 * returns the file, and the paths that cannot be walked, each with the reasons.
 */
export async function writePaths(wanted: Wanted) {
  const all: TestPath[] = []
  for (const [chart, keys] of wanted) {
    const isPossible = (label: string) => !isImpossible(walks[chart], label)
    const count = (path: Outline) => countPossible(walks[chart], path)
    const coverage =
      keys === 'all'
        ? await coverChart(chart, ['states', 'transitions', 'guards'], undefined, isPossible, count)
        : await coverChart(chart, 'transitions', (key) => keys.has(key), isPossible, count)
    all.push(...coverage.paths)
  }
  const left = all.flatMap((path) => {
    const reasons = impossibleIn(walks, path)
    return reasons.length > 0 ? [{ path, reasons }] : []
  })
  const file = write(
    'paths.json',
    withAccessible(all.filter((path) => !left.some((one) => one.path === path))),
  )
  return { file, left, count: all.length }
}

/** Writes down one path for the browser, which begins with its basket and is judged by axe at each step; returns the file. */
export function writePath(path: TestPath): string {
  return write('chosen-path.json', [chosen(path)])
}

/** A path with the basket that it has chosen, if it begins with one. */
export function chosen(path: TestPath): WalkedPath {
  const { shape, steps } = path
  return { ...path, ...(isBasket(shape) && { basket: shape }), accessibleAt: [...steps.keys()] }
}

const isBasket = (shape: string | null): shape is keyof typeof baskets => shape !== null && shape in baskets

/** Why a chosen path cannot be walked, whichever charts it goes through; empty if it can. */
export function obstaclesOn(path: TestPath): string[] {
  const { chart, shape, steps } = path
  const own = walks[chart]?.basket
  const arranged = steps.filter((step) => walks[step.chart]?.arranged?.includes(step.label))
  return [
    ...impossibleIn(walks, path),
    ...(isBasket(shape) && own && own !== shape ? [`the walk of ${chart} is about the basket "${own}"`] : []),
    ...(isBasket(shape)
      ? arranged.map(({ label }) => `${label}: only a path of this chart alone begins so`)
      : []),
    ...(isBasket(shape) && steps.some(({ label }) => label === 'done payment: left')
      ? [`no walk leads to a page of the bank and on from there (npm run e2e -- --charts ${chart})`]
      : []),
  ]
}

function write(name: string, paths: readonly WalkedPath[]): string {
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}`
  writeFileSync(file, JSON.stringify(paths))
  return file
}

/** Chooses where paths are judged by axe: each state of a chart once for each event that leads to it. */
function withAccessible(paths: readonly TestPath[]): WalkedPath[] {
  const judged = new Set<string>()
  return paths.map((path) => {
    const accessibleAt = path.steps.flatMap(({ chart, state, label }, index) => {
      const visit = [chart, state, label].join(' ')
      if (judged.has(visit)) return []
      judged.add(visit)
      return [index]
    })
    return { ...path, accessibleAt }
  })
}
