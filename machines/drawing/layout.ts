import Elk from 'elkjs'
import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs'
import type { Arrow, Box, Row } from './boxes.ts'

/** A box with its place. Positions are in pixels from the corner of the drawing. */
export interface PlacedBox {
  box: Box
  x: number
  y: number
  width: number
  height: number
  titleLines: string[]
  aboutLines: string[]
  /** How far down it goes above its inner boxes; its height, if it has none. */
  head: number
  /** The lines of each promise. */
  promiseLines: string[][]
  rows: { row: Row; lines: string[]; y: number; height: number }[]
  inner: PlacedBox[]
  arrows: PlacedArrow[]
}

export interface PlacedArrow {
  arrow: Arrow
  points: ElkPoint[]
  label: { x: number; y: number; lines: string[] } | null
}

/** Letters of 13 pixels in the widest of the usual fonts. */
const letter = 6.9
export const lineHeight = 17
export const padding = 12
/** The height of a picture of a screen, with the space above it. */
export const pictureHeight = 220
/** The letters of a line. */
const measure = 48
const labelMeasure = 20
/** The letters by which promises stand further in, after their mark. */
const promiseIndent = 2
/** The letters of a line of a box without rows. */
const shortest = 34

/** How boxes may stand: the clearest of several ways is taken. */
interface Manner {
  ways: readonly Record<string, string>[]
  /** Whether the states in which a chart ends stand beside each other, after all others. */
  hasEndsLast: boolean
}

/** Lays out a chart, each state by itself from the inside outwards, so that no arrow crosses the border of a box. */
export async function layOut(box: Box, manner: Manner = free): Promise<PlacedBox> {
  const inner = await Promise.all(box.inner.map((one) => layOut(one, manner)))
  const graph = inner.length > 0 ? await arranged(box, inner, manner) : { id: '' }
  const room = Math.floor((graph.width ?? 0) / letter)
  const head = headOf(box, Math.max(measure, room))
  const width = Math.max(head.width, (graph.width ?? 0) + 2 * padding)
  const left = Math.round((width - (graph.width ?? 0)) / 2)
  const below = head.height + padding
  const children = new Map((graph.children ?? []).map((child) => [child.id, child]))
  return {
    ...head,
    box,
    x: 0,
    y: 0,
    width,
    head: inner.length > 0 ? head.height : below,
    height: below + (inner.length > 0 ? (graph.height ?? 0) + padding : 0),
    inner: inner.map((one) => {
      const { x = 0, y = 0 } = children.get(one.box.node.id) ?? {}
      return moved(one, left + x, below + y)
    }),
    arrows: (graph.edges ?? []).flatMap((edge) => {
      const arrow = box.arrows[Number(edge.id)]
      if (!arrow) return []
      const [label] = edge.labels ?? []
      const at = { x: (label?.x ?? 0) + left, y: (label?.y ?? 0) + below }
      return {
        arrow,
        points: pointsOf(edge).map(({ x, y }) => ({ x: x + left, y: y + below })),
        label: label ? { ...at, lines: wrapped(arrow.label, labelMeasure) } : null,
      }
    }),
  }
}

/** How high the lines are that say what a box is for, and what it promises, with the space below them. */
export function saidHeight({ aboutLines, promiseLines }: Pick<PlacedBox, 'aboutLines' | 'promiseLines'>) {
  const lines = aboutLines.length + promiseLines.flat().length
  return lines > 0 ? lines * lineHeight + 6 : 0
}

/** The title, the name, what the box is for and its rows, in lines of so many letters. */
function headOf(
  box: Box,
  most: number,
): Pick<PlacedBox, 'titleLines' | 'aboutLines' | 'promiseLines' | 'rows' | 'width' | 'height'> {
  const titleLines = wrapped(box.title, most - 6)
  const texts = box.rows.map(({ text }) => wrapped(text, most))
  // No wider than the rows, so that it makes the drawing no wider.
  const widest = Math.max(shortest, ...texts.flat().map(({ length }) => length))
  const aboutLines = box.about ? wrapped(box.about, widest) : []
  const promiseLines = box.promises.map((text) => wrapped(text, widest - promiseIndent))
  let height =
    padding + titleLines.length * (lineHeight + 3) + lineHeight + saidHeight({ aboutLines, promiseLines })
  const rows = box.rows.map((row, index) => {
    const lines = texts[index]!
    const placedRow = { row, lines, y: height, height: lines.length * lineHeight + 4 }
    height += placedRow.height
    return placedRow
  })
  const lengths = [
    ...titleLines.map((line) => line.length * 1.25 + 1),
    ...aboutLines.map(({ length }) => length + 1),
    ...promiseLines.flat().map(({ length }) => length + promiseIndent),
    ...rows.flatMap(({ lines }) => lines.map(({ length }) => length + 2)),
    box.name.length + 4,
    box.hasPicture ? pictureHeight / letter : 0,
  ]
  return {
    titleLines,
    aboutLines,
    promiseLines,
    rows,
    width: Math.ceil(Math.max(...lengths) * letter) + 2 * padding,
    height: height + (box.hasPicture ? pictureHeight : 0),
  }
}

const pointsOf = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])

/** Arranges boxes beside each other in several ways, and takes the clearest: few crossings, then a small page. */
async function arranged(
  box: Box,
  inner: readonly PlacedBox[],
  { ways, hasEndsLast }: Manner,
): Promise<ElkNode> {
  const graphs = await Promise.all(
    ways.map((way) => new Elk.default().layout(graphOf(box, inner, way, hasEndsLast))),
  )
  return graphs.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))
}

function graphOf(
  box: Box,
  inner: readonly PlacedBox[],
  way: Record<string, string>,
  hasEndsLast: boolean,
): ElkNode {
  return {
    id: 'drawing',
    layoutOptions: { ...options, ...way },
    children: inner.map(({ box: { node }, width, height }) => ({
      id: node.id,
      width,
      height,
      layoutOptions: node.type === 'final' && hasEndsLast ? atTheEnd : {},
    })),
    edges: box.arrows.map(({ from, to, label }, index) => ({
      id: String(index),
      sources: [from.id],
      targets: [to.id],
      labels: label ? [sizeOf(label)] : [],
    })),
  }
}

/** A crossing is as bad as 60 pixels of a page's height, and width is three times as bad, because pages scroll downwards. */
function costOf({ width = 0, height = 0, edges = [] }: ElkNode): number {
  return 60 * crossingsOf(edges.map(pointsOf)) + 3 * width + height
}

function sizeOf(text: string) {
  const lines = wrapped(text, labelMeasure)
  const longest = Math.max(...lines.map(({ length }) => length))
  return { text, width: Math.ceil(longest * letter * 1.2) + 12, height: lines.length * lineHeight }
}

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '9',
  'elk.layered.feedbackEdges': 'true',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.thoroughness': '40',
  'elk.separateConnectedComponents': 'false',
}

const atTheEnd = { 'elk.layered.layering.layerConstraint': 'LAST' }

const balanced = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
}

const oneBelowTheOther = {
  'elk.layered.layering.strategy': 'COFFMAN_GRAHAM',
  'elk.layered.layering.coffmanGraham.layerBound': '1',
}

/** Downwards, close to the order in the machine or free, with any number of boxes beside each other or few; or to the right. */
const free: Manner = {
  hasEndsLast: true,
  ways: [
    { ...balanced, 'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES' },
    { ...balanced, 'elk.layered.considerModelOrder.strategy': 'NONE' },
    { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' },
    { ...balanced, ...oneBelowTheOther, 'elk.layered.layering.coffmanGraham.layerBound': '2' },
    { ...balanced, ...oneBelowTheOther },
    { ...balanced, 'elk.direction': 'RIGHT' },
  ],
}

/** Paper is small. */
const close = {
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
}

/** Each box below the one before it, and the arrows close beside them. */
export const narrow: Manner = {
  hasEndsLast: false,
  ways: [
    { ...balanced, ...oneBelowTheOther, ...close },
    ...['BRANDES_KOEPF', 'LINEAR_SEGMENTS', 'NETWORK_SIMPLEX', 'SIMPLE'].map((strategy) => ({
      ...oneBelowTheOther,
      ...close,
      'elk.layered.nodePlacement.strategy': strategy,
    })),
  ],
}

/** Moves a box and all that is in it. */
function moved(one: PlacedBox, x: number, y: number): PlacedBox {
  return {
    ...one,
    x: one.x + x,
    y: one.y + y,
    rows: one.rows.map((row) => ({ ...row, y: row.y + y })),
    inner: one.inner.map((inner) => moved(inner, x, y)),
    arrows: one.arrows.map((arrow) => ({
      ...arrow,
      points: arrow.points.map((point) => ({ x: point.x + x, y: point.y + y })),
      label: arrow.label && { ...arrow.label, x: arrow.label.x + x, y: arrow.label.y + y },
    })),
  }
}

/** Breaks a text into lines at its spaces. */
function wrapped(text: string, most: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last && last.length + 1 + word.length > most) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines
}

/** All boxes of a drawing, outer ones first. */
export const boxesIn = (one: PlacedBox): PlacedBox[] => [one, ...one.inner.flatMap(boxesIn)]

/** Counts how often arrows cross each other. */
export const crossingsIn = (drawing: PlacedBox): number =>
  crossingsOf(boxesIn(drawing).flatMap(({ arrows }) => arrows.map(({ points }) => points)))

function crossingsOf(lines: readonly ElkPoint[][]): number {
  const segments = lines.flatMap((line) =>
    line.slice(1).map((end, index) => ({ line, start: line[index] ?? end, end })),
  )
  return segments.reduce(
    (sum, one, index) =>
      sum + segments.slice(index + 1).filter((other) => one.line !== other.line && cross(one, other)).length,
    0,
  )
}

interface Segment {
  start: ElkPoint
  end: ElkPoint
}

/** Whether two segments, one level and one upright, cross inside both. */
function cross(one: Segment, other: Segment): boolean {
  const isLevel = (segment: Segment) => segment.start.y === segment.end.y
  if (isLevel(one) === isLevel(other)) return false
  const [level, upright] = isLevel(one) ? [one, other] : [other, one]
  const within = (value: number, a: number, b: number) => value > Math.min(a, b) && value < Math.max(a, b)
  return (
    within(upright.start.x, level.start.x, level.end.x) &&
    within(level.start.y, upright.start.y, upright.end.y)
  )
}
