import type { AnyStateNode } from 'xstate'
import { idOf } from '#machines/drawing/boxes.ts'
import { fileName } from '#machines/drawing/drawings.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { titleOf } from '#machines/paths/words.ts'
import type { AllWords } from '#machines/words/index.ts'
import { behindTheChart, conditions, renamesIn, waits, wordings } from './chart-entries.ts'
import type { Entry, How } from './entry.ts'
import { match, type Match } from './match.ts'
import type { Release, ReleasedChart } from './release.ts'
import { placeOf, type Side } from './side.ts'
import { changesOf, wholeState } from './state-entries.ts'

/** The differences of a state, or of a chart as a whole. */
export interface Section {
  /** `checkout.holding.payment`; '' if they belong to no state. */
  id: string
  /** "Payment › Choosing how to pay" */
  title: string
  how: How
  entries: Entry[]
}

export interface ChartDifference {
  id: string
  title: string
  description: string
  how: How
  sections: Section[]
  before: ReleasedChart | undefined
  after: ReleasedChart | undefined
  /** What both releases have; null for a chart that only one of them has. */
  match: Match | null
}

/** What differs in the charts of two releases. */
export interface Difference {
  charts: ChartDifference[]
  /** The titles of the charts without a difference. */
  same: string[]
  /** The words to tell the earlier release with; today's, where it had none. */
  wordsBefore: AllWords
  words: AllWords
  /** Whether the earlier release had words of its own. */
  hadWords: boolean
  /** The files that could not be opened. */
  unopened: Release['unopened']
}

/** Compares the charts of two releases, the checkout first. */
export function differenceOf(before: Release, after: Release): Difference {
  const wordsBefore = { ...after.words, ...before.words }
  const unopened = [...before.unopened, ...after.unopened]
  const ids = new Set([...after.charts.keys(), ...before.charts.keys()])
  const charts = [...ids]
    .filter((id) => !unopened.some(({ file }) => file === `machines/${fileName(id)}.ts`))
    .toSorted((one, other) => Number(other === 'checkout') - Number(one === 'checkout'))
    .map((id) => chartDifference(id, { ...before, words: wordsBefore }, after, !!before.words[id]))
  const isSame = ({ sections }: ChartDifference) => sections.length === 0
  return {
    charts: charts.filter((chart) => !isSame(chart)),
    same: charts.filter(isSame).map(({ title }) => title),
    wordsBefore,
    words: after.words,
    hadWords: Object.keys(before.words).length > 0,
    unopened,
  }
}

function chartDifference(id: string, older: Release, newer: Release, hadWords: boolean): ChartDifference {
  const [before, after] = [sideOf(id, older), sideOf(id, newer)]
  const { chart, words } = (after ?? before)!
  const { root } = chart.machine
  const matched = before && after ? match(before.chart, after.chart) : null
  return {
    id,
    title: titleOf(root, words),
    description: String(root.description ?? ''),
    how: !before ? 'added' : !after ? 'removed' : 'changed',
    sections: matched
      ? changedSections(matched, before!, after!, hadWords)
      : nodesOf(root).map((node) => wholeSection(node, (after ?? before)!, after ? 'added' : 'removed')),
    before: before?.chart,
    after: after?.chart,
    match: matched,
  }
}

function sideOf(id: string, { charts, words }: Release): Side | null {
  const chart = charts.get(id)
  return chart ? { chart, charts, words } : null
}

function changedSections(matched: Match, before: Side, after: Side, hadWords: boolean): Section[] {
  const { id } = after.chart.machine
  const states = nodesOf(after.chart.machine.root).map((node) => {
    const pair = matched.states.find((one) => one.after === node)
    return pair
      ? sectionOf(node, after, changesOf(pair, matched, before, after))
      : wholeSection(node, after, 'added')
  })
  const [words, wordsBefore] = [after.words[id], before.words[id]]
  return [
    ...states,
    ...matched.removedStates.map((node) => wholeSection(node, before, 'removed')),
    wide('Conditions', conditions(before, after, matched.renames)),
    wide('Waiting times', waits(before, after, matched.renames)),
    wide('Wording', hadWords && words && wordsBefore ? wordings(wordsBefore, words, matched.renames) : []),
    wide('Names', renamesIn(matched.renames)),
    wide('Behind the chart', behindTheChart(before, after)),
  ].filter(({ entries }) => entries.length > 0)
}

const wide = (title: string, entries: Entry[]): Section => ({ id: '', title, how: 'changed', entries })

const sectionOf = (node: AnyStateNode, side: Side, entries: Entry[]): Section => ({
  id: idOf(node),
  title: placeOf(node, side),
  how: 'changed',
  entries,
})

const wholeSection = (node: AnyStateNode, side: Side, how: 'added' | 'removed'): Section => ({
  ...sectionOf(node, side, wholeState(node, side, how)),
  how,
})
