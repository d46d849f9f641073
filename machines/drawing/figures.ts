import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { reportedMoves, type Move } from '#machines/paths/reported-steps.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { titleOf } from '#machines/paths/words.ts'
import { stepIn } from '#src/checkout/rules/step-of.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { boxesOf, type Arrow, type Box, type Row } from './boxes.ts'
import { draw } from './draw.ts'
import { layOut } from './layout.ts'

/** The letters that the longest text needs. */
const lineLetters = 41
const countLetters = 7

/**
 * Draws the checkout with a place for the figures of each step and arrow, which the shop fills in (server/figures/). The boxes and
 * arrows are those of the page of the charts; lines with figures stand instead of the rows that say what can happen.
 */
export async function figuresDrawing(machine: AnyStateMachine): Promise<string> {
  const moves = reportedMoves(machine).filter(({ because }) => because !== 'loaded')
  const places = new Places()
  const box = withFigures(boxesOf(machine.root, new Set()), moves, places)
  return places.named(draw(await layOut(box)))
}

/**
 * Texts that the shop replaces, each as wide as what replaces it may be: `§people:login§`, or `§move:basket/reserve§` with all the
 * moves that an arrow between groups stands for. Names may be long, so numbers stand for them while the chart is laid out.
 */
class Places {
  readonly #names: string[] = []

  add(name: string, letters: number): string {
    this.#names.push(name)
    return `§${this.#names.length - 1}§`.padEnd(letters, space)
  }

  named(svg: string): string {
    return svg.replaceAll(/§(\d+)§\u00a0*/g, (_, index) => `§${this.#names[Number(index)]}§`)
  }
}

function withFigures(box: Box, moves: readonly Move[], places: Places): Box {
  const placed = box.arrows.map((arrow) => ({ arrow, along: movesAlong(arrow, moves) }))
  const told = new Set(placed.flatMap(({ along }) => along))
  return {
    ...box,
    promises: [],
    rows: [],
    charts: [],
    isFolded: false,
    arrows: placed.map(({ arrow, along }) => ({
      ...arrow,
      label: along.length > 0 ? countOf(along, places) : '',
    })),
    inner: box.inner.map((inner) => {
      const left = moves.filter((move) => !told.has(move))
      const step = stepOf(inner.node)
      return step
        ? { ...leaf(inner), rows: rowsOf(inner.node, step, left, places) }
        : withFigures(inner, left, places)
    }),
  }
}

const leaf = (box: Box): Box => ({
  ...box,
  promises: [],
  inner: [],
  arrows: [],
  charts: [],
  isFolded: false,
})

/** The step of the bank has a second part, after the payment. */
const isSecondPart = ({ key, parent }: AnyStateNode) => key === 'awaiting_truelayer' && parent?.key === 'paid'

/** The step that a state is; not the one that it is inside. */
const stepOf = (node: AnyStateNode): CheckoutState | undefined => stepIn([node.key])

function rowsOf(node: AnyStateNode, step: CheckoutState, moves: readonly Move[], places: Places): Row[] {
  if (isSecondPart(node)) return [rowOf('Counted with the first part')]
  const lines = step === 'determining' ? (['people'] as const) : (['people', 'times', 'ends'] as const)
  return [
    ...lines.map((line) => rowOf(places.add(`${line}:${step}`, lineLetters))),
    ...moves
      .filter((move) => move.from === step)
      .map((move) => rowOf(`→${space}${said(node, move.to)}${space}${countOf([move], places)}`)),
  ]
}

const space = '\u00a0'

const said = ({ machine }: AnyStateNode, step: CheckoutState) => {
  const node = nodesOf(machine.root).find(({ key }) => key === step)
  return (node ? titleOf(node) : step).replaceAll(' ', space)
}

const countOf = (moves: readonly Move[], places: Places) =>
  places.add(`move:${moves.map(({ from, to }) => `${from}/${to}`).join(',')}`, countLetters)

const rowOf = (text: string): Row => ({ text, transitions: [], target: null })

/** The moves from a step in the box where an arrow begins to one in the box where it ends. */
function movesAlong({ from, to }: Arrow, moves: readonly Move[]): Move[] {
  const stepsIn = (node: AnyStateNode) =>
    nodesOf(node).flatMap((inner) => (isSecondPart(inner) ? [] : (stepIn([inner.key]) ?? [])))
  const [starts, ends] = [stepsIn(from), stepsIn(to)]
  return moves.filter((move) => starts.includes(move.from) && ends.includes(move.to))
}
