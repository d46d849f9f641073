import { transition, type AnyMachineSnapshot } from 'xstate'
import { isAt } from '#machines/paths/cases.ts'
import { line } from '#machines/paths/transition-list.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import type { Ground } from '#machines/words/chart-words.ts'
import { chartWords, type AllWords } from '#machines/words/index.ts'
import { tell, type Charts } from './composition.ts'
import type { Proof } from './proof.ts'

/** What the boxes of the charts promise to owners is true: each ground of each promise. A sentence among `proofs` fails by itself. */
export function provePromises(charts: Charts, proofs: readonly Proof[], words: AllWords = chartWords): Proof {
  const promises = Object.entries(words).flatMap(([chart, { promises: all = {} } = {}]) =>
    Object.entries(all).flatMap(([state, some]) => some.map((one) => ({ chart, state, ...one }))),
  )
  const contradictions = promises.flatMap(({ chart, state, says, because }) => {
    const problems = because.map((ground) => problemOf(ground, chart, state, charts, proofs))
    if (because.length === 0) problems.push('nothing makes it true')
    if (state && !charts.of(chart).some(({ snapshot }) => isAtState(snapshot, state)))
      problems.push(`the chart is never at ${state}`)
    return problems.filter(Boolean).map((problem) => `${chart}: ${state}: "${says}": ${problem}`)
  })
  return {
    sentence: 'What the boxes promise is true, and stays true.',
    situations: charts.of().length,
    assumes: ['A promise that rests on another sentence is as true as that one.'],
    witness: '',
    details: promises.map(({ chart, state, says }) => `${chart}: ${state}: ${says}`),
    contradictions,
  }
}

/** What contradicts a ground of a promise; '' for nothing. */
function problemOf(
  ground: Ground,
  chart: string,
  state: string,
  charts: Charts,
  proofs: readonly Proof[],
): string {
  if ('proof' in ground) {
    const lines = proofs.flatMap(({ sentence, details }) => [sentence, ...details])
    return lines.some((one) => one.startsWith(ground.proof)) ? '' : `nothing proves "${ground.proof}"`
  }
  if ('transition' in ground) return missing(ground, charts)
  const event = 'never' in ground ? ground.never : 'can' in ground ? ground.can : ground.on
  const place = ground.in ?? state
  const here = charts.of(chart).filter(({ snapshot }) => isAtState(snapshot, place))
  const [some] = here
  if (!some) return `the chart is never at ${place}`
  if (!some.snapshot.machine.events.includes(event)) return `the chart has no event ${event}`
  const against = here.find((one) => {
    const possible = one.model.cases(event, one.snapshot).filter((each) => one.snapshot.can(each))
    if ('never' in ground) return possible.length > 0
    if ('can' in ground) return possible.length === 0
    return possible.some((each) => {
      const [next] = transition(one.snapshot.machine, one.snapshot, each)
      return !isAtState(next, ground.leadsTo)
    })
  })
  return against ? `${tell(against)} → ${event}` : ''
}

const isAtState = ({ value }: AnyMachineSnapshot, path: string) => isAt(value, ...path.split('.'))

/** Whether a transition that a promise rests on has gone. */
function missing(
  { chart, transition: wanted }: Extract<Ground, { transition: string }>,
  charts: Charts,
): string {
  const [start] = charts.of(chart)
  const lines = start
    ? transitionsOf(start.snapshot.machine).map((one) => line(one).replace(/ \/ .*$/, ''))
    : []
  return lines.includes(wanted) ? '' : `${chart} has no transition "${wanted}"`
}
