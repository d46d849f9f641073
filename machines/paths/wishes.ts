import { facts as plain } from '#machines/testing/facts.ts'
import { baskets } from './baskets.ts'
import { models } from './charts.ts'
import { journeyModel, type Baskets } from './journeys.ts'
import type { Model } from './model.ts'
import { machines, meaningOf, suggest, UnknownName, type Meaning } from './names.ts'
import { requiredBy } from './requirements.ts'
import { search, type Chain, type Place, type Waypoint } from './search.ts'
import { testPathOf, type TestPath } from './test-path.ts'
import { nodesOf } from './transitions.ts'
import { factWords } from './fact-words.ts'

/** Which paths a tester wants. Names are those of `meaningOf`. */
export interface Wish {
  /** Where the path ends; without it, at the completed order or the end of the innermost chart. */
  to?: string | undefined
  /** Where it begins; what leads there becomes the precondition. */
  from?: string | undefined
  /** What it passes on the way, in this order. */
  through?: readonly string[] | undefined
  /**
   * A requirement that it meets: a row of the next-step tables, a message, or a listed case; it is then among the path's
   * `requirements`. For a requirement of a whole step, the path only comes to the step.
   */
  requirement?: string | undefined
  /** The basket that it begins with; without it, the one with the most usual path. */
  shape?: string | undefined
  /** Returns this many paths that differ in their situations, the usual first; 1 by default. */
  maxPaths?: number | undefined
}

/** Paths, or why there are none. */
export interface Answer {
  paths: TestPath[]
  /** '' if there are paths. */
  reason: string
}

export const basketNames = Object.keys(baskets)

/** Finds the paths of a wish. Throws `UnknownName` if a name means nothing, or several things. */
export function findPaths(wish: Wish): Answer {
  const required = wish.requirement === undefined ? null : requiredBy(wish.requirement)
  const wanted = basketsOf(wish.shape ?? required?.shape)
  const from = wish.from === undefined ? [] : [meaningOf(wish.from)]
  const through = (wish.through ?? []).map(meaningOf)
  const before = [...from, ...through, ...(required?.meanings ?? [])]
  const isEnded = wish.to === undefined && required !== null
  const end = wish.to === undefined ? (isEnded ? [] : endOf(before)) : [meaningOf(wish.to)]
  const meanings = [...before, ...end]

  const charts = chartsTo(deepest(meanings))
  const stray = meanings.find((one) => !one.charts.some((chart) => charts.includes(chart)))
  if (stray)
    return none(
      `${quote(stray)} is in the chart ${stray.charts.join(' or ')}, which is not among ${charts.join(', ')}.`,
    )
  const transient = meanings.find(({ isTransient }) => isTransient)
  if (transient) return none(`${quote(transient)} is left as soon as it is entered, so no path ends in it.`)

  const find = (chains: readonly Chain[], maxPaths = 1, wished: readonly Meaning[] = meanings) =>
    firstFound(
      // An event that changes nothing is not what a tester means, if it changes something elsewhere
      [wished.map(({ isFelt }) => isFelt), wished.map(({ isMet }) => isMet)].flatMap((waypoints) =>
        chains.map((chain) => () => search(chain, waypoints, maxPaths)),
      ),
    )
  const withBaskets = chainsOf(charts, wanted)
  // What no buyer of a sandbox's basket meets is tried on the chart alone
  const alone = wish.shape === undefined ? chainsOf(charts.slice(-1), {}) : []
  const found = firstFound([withBaskets, alone].map((chains) => () => find(chains, wish.maxPaths)))
  const begin = (places: Place[]) => (from.length > 0 ? places.findIndex(({ passed }) => passed > 0) : 0)
  const met = wish.requirement !== undefined && required?.isShown ? [wish.requirement] : []
  if (found.length > 0)
    return { paths: found.map((places) => testPathOf(places, begin(places), met)), reason: '' }

  const way = meanings.map(quote).join(', then ')
  const turned = through.toReversed()
  const isTurned = () =>
    find(withBaskets, 1, [...from, ...turned, ...(required?.meanings ?? []), ...end]).length > 0
  if (through.length > 1 && isTurned())
    return none(
      `No path passes ${way}; one passes ${turned.map(quote).join(' before ')}: give them in that order.`,
    )
  if (wish.shape === undefined)
    return none(
      `No basket that the sandbox arranges has a path to ${way}. A path ends with an invoked chart that it has entered.`,
    )
  const [inner] = charts.slice(1).slice(-1)
  if (inner && find(chainsOf([inner], {})).length > 0)
    return none(`${way} is tried on the chart ${inner} alone: leave out the basket.`)
  const lacking = lackingIn(wish.shape, (some) => find(chainsOf(charts, some)).length > 0)
  return none(
    lacking.length > 0
      ? `${way} needs ${lacking.map(describeFact).join(', or ')}.`
      : `No path from the basket "${wish.shape}" passes ${way}, whatever one fact of it were otherwise.`,
  )
}

function firstFound<Found>(tries: readonly (() => Found[])[]): Found[] {
  for (const attempt of tries) {
    const found = attempt()
    if (found.length > 0) return found
  }
  return []
}

const none = (reason: string): Answer => ({ paths: [], reason })

const quote = ({ name }: Meaning) => `\`${name}\``

function basketsOf(shape: string | undefined): Baskets {
  if (shape === undefined) return baskets
  const one = Object.entries(baskets).filter(([name]) => name === shape)
  if (one.length === 0) throw new UnknownName(`There is no basket "${shape}". ${suggest(shape, basketNames)}`)
  return Object.fromEntries(one)
}

type Flag = keyof typeof factWords

/** A fact of which a basket would have a path if only it were otherwise. */
interface Lacking {
  fact: Flag
  value: boolean
}

function lackingIn(shape: string, hasPath: (some: Baskets) => boolean): Lacking[] {
  const facts = factsOf(shape)
  return (Object.keys(factWords) as Flag[]) // Object.keys returns plain strings
    .map((fact) => ({ fact, value: !facts[fact] }))
    .filter(({ fact, value }) => hasPath({ [shape]: { ...facts, [fact]: value } }))
}

const factsOf = (name: string) => ({ ...plain, ...(baskets as Baskets)[name] })

/** `a charity event: charity, everything have one` */
function describeFact({ fact, value }: Lacking): string {
  const having = basketNames.filter((name) => factsOf(name)[fact] === value)
  const said = value ? factWords[fact] : `a basket without ${factWords[fact]}`
  return `${said} (${having.length > 0 ? `as in ${having.join(', ')}` : 'no basket that the sandbox arranges has it'})`
}

/** The end of the innermost chart that is named; none if it goes on for ever. */
function endOf(meanings: readonly Meaning[]): Meaning[] {
  const chart = deepest(meanings)
  if (chart === 'checkout') return [meaningOf('order_completed')]
  const states = Object.values(machines.get(chart)?.root.states ?? {})
  if (states.every(({ type }) => type !== 'final')) return []
  const isMet: Waypoint = ({ model, snapshot }) => model.chart === chart && snapshot.status === 'done'
  return [{ name: `the end of ${chart}`, charts: [chart], isMet, isFelt: isMet, isTransient: false }]
}

/** The innermost chart that one of the names is certainly in. */
function deepest(meanings: readonly Meaning[]): Model['chart'] {
  const charts = meanings.flatMap(({ charts: [chart, ...others] }) =>
    chart && others.length === 0 ? [chart] : [],
  )
  return charts.sort((a, b) => chartsTo(b).length - chartsTo(a).length)[0] ?? 'checkout'
}

/** Charts that lead to a chart, each invoked by the one before it: `checkout`, `payment`, `paymentAttempt`. */
function chartsTo(chart: Model['chart']): Model['chart'][] {
  const parent = [...machines].find(([, { root }]) =>
    nodesOf(root).some(({ invoke }) => invoke.some(({ src }) => src === chart)),
  )
  return parent ? [...chartsTo(parent[0]), chart] : [chart]
}

/** The models of such charts; several if the outermost has several starts. */
function chainsOf([root, ...inner]: readonly Model['chart'][], some: Baskets): Chain[] {
  const starts = root === 'checkout' ? [journeyModel(some)] : models.filter(({ chart }) => chart === root)
  const invoked = inner.flatMap((chart) => models.find((model) => model.chart === chart) ?? [])
  return starts.map((start) => [start, ...invoked])
}
