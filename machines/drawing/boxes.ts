import type { AnyStateNode } from 'xstate'
import { nameOf } from '#machines/paths/transition-list.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import { arrowsOf, promisesAt, titleOf, transitionWords } from '#machines/paths/words.ts'
import { readOf } from './messages.ts'
import { chartWords, type AllWords } from '#machines/words/index.ts'
import { stepIn } from '#src/checkout/rules/step-of.ts'

/** How a part of a drawing differs from another release; `before` is what a changed row said then. */
export type Mark = 'added' | 'removed' | 'changed' | 'before'

/** What can happen in a state, as a row of its box: one transition, or several that say the same. */
export interface Row {
  text: string
  transitions: Transition[]
  /** Where it leads; null if it stays. */
  target: AnyStateNode | null
  mark?: Mark
}

/** An arrow between two boxes beside each other, for all transitions from inside the one to inside the other. */
export interface Arrow {
  from: AnyStateNode
  to: AnyStateNode
  /** Says what is worth being seen at a glance; '' for the others. */
  label: string
  /** No transition: the browser goes another way, as to the bank and back. */
  isOutside: boolean
  mark?: Mark
}

/** A state as it is drawn: a title, rows of words, and the boxes of its inner states with their arrows. */
export interface Box {
  node: AnyStateNode
  title: string
  name: string
  /** What it is for; '' for the whole drawing, and where its title says the same. */
  about: string
  /** What an owner can rely on there; none for a whole chart. */
  promises: string[]
  rows: Row[]
  inner: Box[]
  arrows: Arrow[]
  /** Its inner states have a drawing of their own. */
  isFolded: boolean
  /** Names of the charts that run in it. */
  charts: string[]
  /** Whether there is a picture of its screen. */
  hasPicture: boolean
  mark?: Mark
}

/**
 * Returns the boxes of a chart, or of one state of it. Steps of the checkout are folded: their rows are what leads out of
 * them. Arrows connect only boxes beside each other, so that rows, not lines, carry the rest: a transition to an outer state
 * has no arrow. What happens without leading anywhere, and what is read then, is left out beside folded steps.
 */
export function boxesOf(
  root: AnyStateNode,
  charts: ReadonlySet<string>,
  pictures: ReadonlySet<string> = new Set(),
  words: AllWords = chartWords,
): Box {
  const all = transitionsOf(root.machine)
  const isFolded = (node: AnyStateNode) =>
    node !== root && isStep(node) && Object.keys(node.states).length > 0
  const isOverview = nodesOf(root).some(isFolded)
  /** Names a target by what is drawn of it: a state inside a folded step by that step, and itself unless the step begins there. */
  const placeOf = (target: AnyStateNode): string => {
    const step = outerOf(target).find(isFolded)
    if (!step || step === target || entered(step) === target) return titleOf(step ?? target, words)
    return `${titleOf(step, words)}: ${titleOf(target, words)}`
  }
  const boxOf = (node: AnyStateNode): Box => {
    const folded = isFolded(node)
    const children = folded ? [] : Object.values(node.states)
    const own = all.filter(({ source, event, definition }) =>
      folded
        ? !isCrash(event) && isIn(source, node) && leadsOut(definition.target?.[0], node)
        : source === node,
    )
    const invoked = folded ? nodesOf(node) : [node]
    return {
      node,
      title: titleOf(node, words),
      name: node.path.length === 0 ? node.machine.id : node.key,
      about: node === root ? '' : aboutOf(node, words),
      promises: node.path.length === 0 ? [] : promisesAt(node, words).map(({ says }) => says),
      rows: rowsOf(
        isOverview ? own.filter(({ definition }) => definition.target) : own,
        placeOf,
        words,
        isOverview,
      ),
      inner: children.map(boxOf),
      arrows: arrowsBetween(node, children, all, words),
      isFolded: folded,
      hasPicture: pictures.has(idOf(node)),
      charts: invoked
        .flatMap(({ invoke }) => invoke.map(({ src }) => String(src)))
        .filter((src) => charts.has(src)),
    }
  }
  return boxOf(root)
}

const aboutOf = (node: AnyStateNode, words: AllWords) => {
  const { description = '' } = node
  return description === `${titleOf(node, words)}.` ? '' : description
}

/** `checkout.holding.payment` */
export const idOf = ({ machine, path }: AnyStateNode): string => [machine.id, ...path].join('.')

/** The states with drawings of their own. */
export const foldedIn = ({ node, isFolded, inner }: Box): AnyStateNode[] => [
  ...(isFolded ? [node] : []),
  ...inner.flatMap(foldedIn),
]

/** The drawings that a box opens: that of a folded step, and those of the charts that run in it. */
export const opensOf = ({ node, isFolded, charts }: Box): string[] => [
  ...(isFolded ? [idOf(node)] : []),
  ...charts,
]

/** The drawings that the boxes of a drawing open. */
export const opensIn = (box: Box): string[] => [...opensOf(box), ...box.inner.flatMap(opensIn)]

/** Whether a state is a step of the checkout. */
const isStep = ({ machine, key }: AnyStateNode) => machine.id === 'checkout' && stepIn([key]) !== undefined

/** Whether a transition leads out of a folded state. What else happens in it is in the drawing of the state. */
const leadsOut = (target: AnyStateNode | undefined, node: AnyStateNode) => !!target && !isIn(target, node)

/** Whether an event is the failure of a child chart or a call. */
const isCrash = (event: string) => shortEvent(event).startsWith('error ')

/** Whether a state is another one, or inside it. */
export const isIn = ({ path }: AnyStateNode, outer: AnyStateNode) =>
  outer.path.every((key, index) => path[index] === key)

/** The innermost state that a state begins with. */
export const entered = (node: AnyStateNode): AnyStateNode | undefined =>
  node.type === 'compound' ? node.initial.target[0] : undefined

/** A state and those around it, from the inside outwards. */
const outerOf = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? outerOf(node.parent) : [])]

/** Joins transitions that say the same into one row; those that differ only in the step in their condition, too. */
function rowsOf(
  transitions: readonly Transition[],
  placeOf: (target: AnyStateNode) => string,
  words: AllWords,
  isOverview: boolean,
): Row[] {
  const rows = new Map<string, Row>()
  for (const transition of transitions) {
    const target = transition.definition.target?.[0] ?? null
    const isGeneral = /\(/.test(guardName(transition)) && target !== null
    const said = transitionWords(transition, words)
    const text = isGeneral
      ? `${said.replace(/the step "[^"]*"$/, 'a step that still fits')} → that step`
      : `${said}${target && target !== transition.source ? ` → ${placeOf(target)}` : ' ↻'}${isOverview ? '' : readOf(transition)}`
    const row = rows.get(text)
    if (row) row.transitions.push(transition)
    else
      rows.set(text, {
        text,
        transitions: [transition],
        target: target === transition.source ? null : target,
      })
  }
  return [...rows.values()]
}

const guardName = ({ definition: { guard } }: Transition) => (guard ? nameOf(guard) : '')

function arrowsBetween(
  parent: AnyStateNode,
  children: readonly AnyStateNode[],
  all: readonly Transition[],
  words: AllWords,
): Arrow[] {
  const childAround = (node: AnyStateNode) => children.find((child) => isIn(node, child))
  const labels = arrowsOf(parent.machine, words)
  const arrows = new Map<string, Arrow>()
  const add = (from: AnyStateNode, to: AnyStateNode, isOutside: boolean) => {
    const key = `${from.path.join('.')} → ${to.path.join('.')}`
    arrows.set(key, { from, to, label: labels[key] ?? '', isOutside })
  }
  for (const { source, event, definition } of all) {
    const [target] = definition.target ?? []
    const [from, to] = [childAround(source), target && childAround(target)]
    // A failure that ends a step leads to one state from everywhere: rows say so
    if (from && to && from !== to && !(isCrash(event) && from !== source)) add(from, to, false)
  }
  for (const ends of Object.keys(labels)) {
    if (arrows.has(ends)) continue
    const [from, to] = ends
      .split(' → ')
      .map((path) => children.find((child) => child.path.join('.') === path))
    if (from && to) add(from, to, true)
  }
  return onwards([...arrows.values()], children)
}

/**
 * Leaves out arrows that go back, unless nothing else leads to their box, so that the story runs downwards; and the arrows to a
 * box to which more than four lead, such as "The payment failed". Rows tell them all. Arrows with a label stay.
 */
function onwards(arrows: readonly Arrow[], children: readonly AnyStateNode[]): Arrow[] {
  const isBack = ({ from, to }: Arrow) => children.indexOf(to) < children.indexOf(from)
  const reached = new Set(arrows.filter((arrow) => !isBack(arrow)).map(({ to }) => to))
  const [first] = children
  const kept = arrows.filter(
    (arrow) => !isBack(arrow) || arrow.label || (arrow.to !== first && !reached.has(arrow.to)),
  )
  const crowds = Map.groupBy(kept, ({ to }) => to)
  return kept.filter(({ to, label }) => label || (crowds.get(to)?.length ?? 0) <= 4)
}
