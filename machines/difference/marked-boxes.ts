import type { AnyStateNode } from 'xstate'
import { boxesOf, foldedIn, idOf, type Arrow, type Box, type Row } from '#machines/drawing/boxes.ts'
import type { AllWords } from '#machines/words/index.ts'
import type { ChartDifference, Difference } from './difference.ts'
import { signs, type How } from './entry.ts'
import { happeningsOf, type Happening } from './happenings.ts'
import type { Match } from './match.ts'
import type { ReleasedChart } from './release.ts'
import { isIn, today } from './renames.ts'

/** What marks need to know of a chart that both releases have. */
interface Context {
  match: Match
  /** The ids of the states in which something differs. */
  differing: string[]
  /** All that could happen before, by the names of today, and all that can. */
  before: Happening[]
  after: Happening[]
}

/**
 * Returns the boxes of a chart with each difference marked, and with what is gone among them: first those of the whole chart,
 * then those of each folded step in which something differs.
 */
export function markedBoxes(chart: ChartDifference, { charts, wordsBefore, words }: Difference): Box[] {
  const ids = new Set(charts.map(({ id }) => id))
  const old = drawnBoxes(chart.before, ids, wordsBefore)
  const fresh = drawnBoxes(chart.after, ids, words)
  if (!chart.match || !chart.before || !chart.after) return [...old, ...fresh]
  const { match } = chart
  const context = {
    match,
    differing: chart.sections.map(({ id }) => id).filter(Boolean),
    before: happeningsOf(chart.before).map((one) => today(one, match.renames)),
    after: happeningsOf(chart.after),
  }
  const pathOf = pathIn(context)
  const boxes = [
    ...fresh.map((box) =>
      merged(
        old.find((one) => pathOf(one.node) === pathOf(box.node)),
        box,
        context,
      ),
    ),
    ...old
      .filter((one) => !fresh.some((box) => pathOf(box.node) === pathOf(one.node)))
      .map((box) => titled(box, 'removed')),
  ]
  return boxes.filter((box) => box.node.path.length === 0 || isMarked(box))
}

const isMarked = ({ mark, inner }: Box): boolean => !!mark || inner.some(isMarked)

/** The boxes of a chart, and of each of its folded steps. */
function drawnBoxes(chart: ReleasedChart | undefined, ids: ReadonlySet<string>, words: AllWords): Box[] {
  if (!chart) return []
  const boxOf = (node: AnyStateNode) => boxesOf(node, ids, new Set(), words)
  const box = boxOf(chart.machine.root)
  return [box, ...foldedIn(box).map(boxOf)]
}

const titled = (box: Box, mark: How): Box => ({ ...box, mark, title: `${signs[mark]} ${box.title}` })
const said = (row: Row, mark: How): Row => ({ ...row, mark, text: `${signs[mark]} ${row.text}` })

/** Today's path of a state of either release. */
const pathIn =
  ({ match: { states, renames } }: Context) =>
  (node: AnyStateNode): string => {
    const path = node.path.join('.')
    return states.some(({ before }) => before === node) ? renames.pathOf(path) : path
  }

/** Joins the boxes of a state of two releases. */
function merged(before: Box | undefined, after: Box, context: Context): Box {
  if (!before) return titled(after, 'added')
  const pathOf = pathIn(context)
  const inner = after.inner.map((box) =>
    merged(
      before.inner.find((one) => pathOf(one.node) === pathOf(box.node)),
      box,
      context,
    ),
  )
  const lost = before.inner.filter((box) => !after.inner.some((one) => pathOf(one.node) === pathOf(box.node)))
  const rows = mergedRows(before.rows, after.rows, context)
  const boxes = [...inner, ...lost.map((one) => titled(one, 'removed'))]
  const arrows = mergedArrows(before.arrows, after.arrows, boxes, context)
  const id = idOf(after.node)
  const isDifferent =
    rows.some(({ mark }) => mark) ||
    context.differing.some((one) => one === id || (after.isFolded && one.startsWith(`${id}.`)))
  const box = { ...after, rows, inner: boxes, arrows }
  return isDifferent ? titled(box, 'changed') : box
}

/** Marks rows by what they say: one that says something else is followed by what it said. */
function mergedRows(before: readonly Row[], after: readonly Row[], { match }: Context): Row[] {
  const texts = new Set(after.map(({ text }) => text))
  const earlier = new Map(
    match.happenings.map((pair) => [pair.after.transition.key, pair.before.transition.key]),
  )
  const told = new Set<Row>()
  const rows = after.flatMap((row) => {
    if (before.some(({ text }) => text === row.text)) return [row]
    const keys = row.transitions.map(({ key }) => earlier.get(key))
    const was = before.filter(
      (one) => !texts.has(one.text) && one.transitions.some(({ key }) => keys.includes(key)),
    )
    for (const one of was) told.add(one)
    if (keys.every((key) => key === undefined)) return [said(row, 'added')]
    return [said(row, 'changed'), ...was.map((one): Row => ({ ...one, target: null, mark: 'before' }))]
  })
  const lost = before.filter((row) => !texts.has(row.text) && !told.has(row))
  return [...rows, ...lost.map((row) => said({ ...row, target: null }, 'removed'))]
}

/**
 * Joins the arrows of two drawings. An arrow is new or gone only if its transitions are: a drawing leaves out some for clarity.
 */
function mergedArrows(
  before: readonly Arrow[],
  after: readonly Arrow[],
  boxes: readonly Box[],
  context: Context,
): Arrow[] {
  const pathOf = pathIn(context)
  const keyOf = ({ from, to }: Arrow) => `${pathOf(from)} → ${pathOf(to)}`
  const nodes = new Map(boxes.map(({ node }) => [pathOf(node), node]))
  const leads = (happenings: readonly Happening[], { from, to }: Arrow) =>
    happenings.some(({ source, target }) => isIn(source, pathOf(from)) && isIn(target, pathOf(to)))
  const drawn = new Set(after.map(keyOf))
  const old = new Set(before.map(keyOf))
  const isNew = (arrow: Arrow) => !old.has(keyOf(arrow)) && !leads(context.before, arrow)
  const isGone = (arrow: Arrow) => !drawn.has(keyOf(arrow)) && !leads(context.after, arrow)
  return [
    ...after.map((arrow) => (isNew(arrow) ? { ...arrow, mark: 'added' as const } : arrow)),
    ...before.filter(isGone).flatMap((arrow) => {
      const [from, to] = [nodes.get(pathOf(arrow.from)), nodes.get(pathOf(arrow.to))]
      return from && to ? [{ ...arrow, from, to, mark: 'removed' as const }] : []
    }),
  ]
}
