import Elk from 'elkjs'
import type { ElkExtendedEdge, ElkNode } from 'elkjs'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nameOf } from '#machines/paths/transition-list.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import { isIn } from '#machines/drawing/boxes.ts'
import { escape } from '#machines/drawing/escape.ts'
import { headOf, round } from '#machines/drawing/geometry.ts'

/** How often a state or transition was walked, by its key, and what is excused from it. */
export interface Walks {
  timesOf(key: string): number
  isExcused(key: string): boolean
}

/** A monospaced letter of 11 pixels, and a line of it. */
const letter = 6.7
const lineHeight = 16
const gap = 10

const widthOf = (text: string) => Math.ceil(text.length * letter)

/**
 * Draws a chart as SVG, with each transition as an arrow that carries its key in `data-key`, or as a line in its state if it
 * stays there. The class `level-0` to `level-5`, the width of the line and a label say how often it was walked.
 */
export async function drawChart(machine: AnyStateMachine, walks: Walks): Promise<string> {
  const chart = chartOf(machine, walks)
  const first = await narrowest(chart.graphOf(new Map()))
  const lacking = chart.lackingIn(first)
  const layout = lacking.size > 0 ? await narrowest(chart.graphOf(lacking)) : first
  const shapes = shapesIn(layout)
  const width = Math.ceil(layout.width ?? 0)
  const height = Math.ceil(layout.height ?? 0)
  return [
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="The chart ${escape(machine.id)}">`,
    ...shapes.map((shape) => chart.boxOf(shape)),
    ...(layout.edges ?? []).map((edge) => chart.arrowOf(edge)),
    '</svg>',
  ].join('\n')
}

/** Lays a drawing out downwards and to the right, and takes the narrower one: pages scroll downwards. */
async function narrowest(graph: ElkNode): Promise<ElkNode> {
  const elk = new Elk.default()
  const layoutTo = (direction: string) =>
    elk.layout({ ...structuredClone(graph), layoutOptions: { ...options, 'elk.direction': direction } })
  const [down, right] = [await layoutTo('DOWN'), await layoutTo('RIGHT')]
  return (down.width ?? 0) <= (right.width ?? 0) ? down : right
}

/** All shapes, outer ones first. */
function shapesIn(node: ElkNode): ElkNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...shapesIn(child)])
}

const options = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.spacing.nodeNode': '24',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.spacing.edgeLabel': '2',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
}

/** Widths by the ids of states. */
type Widths = ReadonlyMap<string, number>

const start = 'start'
const anywhere = 'anywhere in '

function chartOf(machine: AnyStateMachine, walks: Walks) {
  const transitions = withoutCrowds(
    transitionsOf(machine).map((transition) => ({ ...transition, ...endsOf(transition) })),
  )
  const byKey = new Map(transitions.map((transition) => [transition.key, transition]))
  const nodes = new Map(nodesOf(machine.root).map((node) => [node.id, node]))
  const staying = Map.groupBy(
    transitions.filter(({ to }) => !to),
    ({ source }) => source,
  )
  const leaving = transitions.filter(({ to }) => to)

  const timesText = (key: string) => (walks.isExcused(key) ? 'excused' : `${walks.timesOf(key)}×`)
  const lineOf = (transition: Transition) => {
    const [target] = transition.definition.target ?? []
    return [
      target ? '' : '↻',
      ...nameLines(transition),
      target ? `→ ${target.path.join('.')}` : '',
      timesText(transition.key),
    ]
      .filter(Boolean)
      .join(' ')
  }
  const linesIn = (node: AnyStateNode) => (staying.get(node) ?? []).map(lineOf)

  const widthNeeded = (node: AnyStateNode) =>
    Math.max(...[node.key, ...linesIn(node)].map(widthOf), 40) + 2 * gap

  /** Returns how much wider the outer states must be than they were laid out, to hold their lines. */
  const lackingIn = (layout: ElkNode): Widths =>
    new Map(
      shapesIn(layout).flatMap(({ id, width = 0 }) => {
        const node = nodes.get(id)
        return node && widthNeeded(node) > width ? [[id, widthNeeded(node) - width]] : []
      }),
    )

  function shapeOf(node: AnyStateNode, lacking: Widths): ElkNode {
    const children = Object.values(node.states).map((child) => shapeOf(child, lacking))
    const lines = linesIn(node)
    const width = widthNeeded(node)
    const height = (1 + lines.length) * lineHeight + gap
    if (leaving.some(({ from }) => from === anywhere + node.id))
      children.unshift({ id: anywhere + node.id, width: widthOf('anywhere') + gap, height: lineHeight })
    if (node === machine.root) children.unshift({ id: start, width: 12, height: 12 })
    if (children.length === 0) return { id: node.id, width, height }
    return {
      id: node.id,
      children,
      layoutOptions: {
        'elk.padding': `[top=${height + gap},left=${gap * 2},bottom=${gap * 2},right=${gap * 2 + (lacking.get(node.id) ?? 0)}]`,
      },
    }
  }

  const labelsOf = (transition: Transition) => {
    const [event = '', ...guard] = nameLines(transition)
    return [`${event} ${timesText(transition.key)}`, ...guard]
  }

  const graphOf = (lacking: Widths): ElkNode => ({
    id: 'drawing',
    children: [shapeOf(machine.root, lacking)],
    edges: [
      { id: start, sources: [start], targets: [entered(machine.root).id] },
      ...leaving.map((transition) => {
        const lines = labelsOf(transition)
        return {
          id: transition.key,
          sources: [transition.from],
          targets: [transition.to!],
          labels: [
            {
              text: lines.join('\n'),
              width: Math.max(...lines.map(widthOf)) + 4,
              height: lines.length * lineHeight,
            },
          ],
        }
      }),
    ],
  })

  function boxOf({ id, x = 0, y = 0, width = 0, height = 0 }: ElkNode): string {
    if (id === start) return `<circle class="start" cx="${x + 6}" cy="${y + 6}" r="6"/>`
    const node = nodes.get(id)
    if (!node) return `<text class="anywhere" x="${x + 5}" y="${y + 12}">anywhere</text>`
    const kind = node.type === 'final' ? ' final' : node.type === 'atomic' ? '' : ' outer'
    const name = node === machine.root ? machine.id : node.key
    return [
      `<g class="state${kind} ${levelOf(id, walks)}" data-key="${escape(id)}"><title>${escape(titleOf(node, walks))}</title>`,
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
      `<text class="name" x="${x + gap}" y="${y + lineHeight}">${escape(name)}</text></g>`,
      ...(staying.get(node) ?? []).map((transition, index) => {
        const top = y + (index + 1) * lineHeight + 6
        return [
          openArrow(transition, walks, [lineOf(transition)]),
          `<rect class="touch" x="${x + 4}" y="${top}" width="${width - 8}" height="${lineHeight}" rx="4"/>`,
          `<text x="${x + gap}" y="${top + 12}">${escape(lineOf(transition))}</text></g>`,
        ].join('')
      }),
    ].join('\n')
  }

  function arrowOf({ id, sections = [], labels = [] }: ElkExtendedEdge): string {
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ])
    const line = `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`
    const transition = byKey.get(id)
    if (!transition) return `<path class="line" d="${line}"/>${headOf(points)}`
    const [label] = labels
    const [first = '', ...others] = labelsOf(transition)
    const { x = 0, y = 0, width = 0, height = 0 } = label ?? {}
    return [
      openArrow(transition, walks, labelsOf(transition)),
      `<path class="touch" d="${line}"/><path class="line" d="${line}"/>${headOf(points)}`,
      `<rect class="touch" x="${round(x)}" y="${round(y)}" width="${width}" height="${height}" rx="4"/>`,
      ...[first, ...others].map(
        (text, index) =>
          `<text x="${round(x + 2)}" y="${round(y + 12 + index * lineHeight)}">${escape(text)} </text>`,
      ),
      '</g>',
    ].join('')
  }

  return { graphOf, lackingIn, boxOf, arrowOf }
}

/** `submit`, and its guard in brackets on a line of its own. */
function nameLines({ event, definition }: Transition): string[] {
  const { guard } = definition
  return [shortEvent(event), ...(guard ? [`[${nameOf(guard)}]`] : [])]
}

/** Where an arrow begins and ends, by the ids of shapes; a transition that stays in its state has no arrow. */
function endsOf({ source, definition }: Transition): { from: string; to: string | null } {
  const [target] = definition.target ?? []
  if (!target || (target === source && source.type === 'atomic')) return { from: source.id, to: null }
  const goal = entered(target)
  if (isIn(source, goal)) return { from: source.id, to: null }
  return { from: isIn(goal, source) ? anywhere + source.id : source.id, to: goal.id }
}

type WithEnds = Transition & ReturnType<typeof endsOf>

/** Leaves out arrows of which too many leave one state or come to one: they become lines in the state that they leave. */
function withoutCrowds(transitions: readonly WithEnds[]): WithEnds[] {
  const thinned = (all: readonly WithEnds[], end: 'from' | 'to', most: number) => {
    const counts = Map.groupBy(all, (one) => one[end])
    return all.map((one) => ((counts.get(one[end])?.length ?? 0) > most ? { ...one, to: null } : one))
  }
  return thinned(thinned(transitions, 'from', 8), 'to', 7)
}

/** The innermost state that is entered when a state is entered. */
function entered(node: AnyStateNode): AnyStateNode {
  const [first] = node.type === 'compound' ? node.initial.target : []
  return first ? entered(first) : node
}

/** Names the class for how often something was walked: not at all, once, two or three times, up to 9, up to 29, more. */
function levelOf(key: string, { timesOf, isExcused }: Walks): string {
  if (isExcused(key)) return 'excused'
  const times = timesOf(key)
  return `level-${[1, 2, 4, 10, 30].filter((least) => times >= least).length}`
}

/** Opens the group of an arrow. Its name begins with the text that is drawn. */
function openArrow({ key, source, definition }: Transition, walks: Walks, drawn: readonly string[]): string {
  const [target] = definition.target ?? []
  const nameOfState = (node: AnyStateNode) => node.path.join('.') || 'anywhere'
  const ends = `from ${nameOfState(source)}${target ? ` to ${nameOfState(target)}` : ', where it stays'}`
  const name = `${drawn.join(' ')}, ${ends}`
  return `<g class="arrow ${levelOf(key, walks)}" data-key="${escape(key)}" role="button" tabindex="-1" aria-label="${escape(name)}">`
}

function titleOf(node: AnyStateNode, { timesOf }: Walks): string {
  return [node.path.join('.') || node.id, `${timesOf(node.id)}×`, node.description]
    .filter(Boolean)
    .join(' · ')
}
