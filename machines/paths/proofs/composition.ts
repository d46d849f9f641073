import type { AttemptInput } from '#machines/payment-attempt.ts'
import type { Model } from '#machines/paths/model.ts'
import { actionAt } from '#machines/paths/words.ts'
import { isByBuyer, isByProvider, isDelay, isFailure, isReply, sourceOf } from './events.ts'
import { placeOf, situationsOf, storyOf, type Edge, type Situation } from './situations.ts'

/** All charts together: each is explored alone, and a child chart stands for what it can end with. */
export class Charts {
  readonly models: Model[]
  readonly #situations = new Map<string, Situation[]>()
  readonly #parents = new Map<string, Situation[]>()
  readonly #ending = new Map<string, Set<Situation>>()

  constructor(models: Model[]) {
    this.models = models
    for (const model of models) {
      const known = this.#situations.get(model.machine.id) ?? []
      this.#situations.set(model.machine.id, [...known, ...situationsOf(model)])
    }
  }

  get names(): string[] {
    return [...this.#situations.keys()]
  }

  /** Situations of the named chart, in all its models; of all charts without a name. */
  of(chart?: string): Situation[] {
    return chart === undefined ? [...this.#situations.values()].flat() : (this.#situations.get(chart) ?? [])
  }

  /** Child charts that run in a situation and whose end it waits for. */
  childrenOf({ edges, snapshot }: Situation): string[] {
    const sources = new Set(edges.filter(isReply).map(sourceOf))
    return Object.keys(snapshot.children).filter((id) => sources.has(id) && this.#situations.has(id))
  }

  /** Situations in which the parents of a chart may be meanwhile. */
  parentsOf(child: Situation): Situation[] {
    const { id } = child.snapshot.machine
    const parents = this.#parents.get(id) ?? this.of().filter(({ snapshot }) => id in snapshot.children)
    this.#parents.set(id, parents)
    return parents.filter((parent) => canBeAt(parent, child))
  }

  /** Edges of a situation by which it goes on when a child chart ends there. */
  endsOf(parent: Situation, child: Situation): Edge[] {
    const { machine, output } = child.snapshot
    return parent.edges.filter(
      (edge) =>
        isReply(edge) &&
        !isFailure(edge) &&
        sourceOf(edge) === machine.id &&
        outcomeOf(edge.event.output) === outcomeOf(output),
    )
  }

  /**
   * Returns the situations of a chart from which some sequence of buttons, replies and delays leads to the goal, however its
   * child charts stand. Nobody waits for the hold to expire or for another tab, and no call fails on the way.
   */
  leadingTo(situations: Situation[], isGoal: (situation: Situation) => boolean): Set<Situation> {
    const leading = new Set(situations.filter(isGoal))
    let before = -1
    while (before !== leading.size) {
      before = leading.size
      for (const one of situations) if (!leading.has(one) && this.#goesOn(one, leading)) leading.add(one)
    }
    return leading
  }

  #goesOn(situation: Situation, leading: Set<Situation>): boolean {
    const children = this.childrenOf(situation)
    const isOwn = (edge: Edge) =>
      isDelay(edge) ||
      isByBuyer(edge) ||
      isByProvider(edge) ||
      (isReply(edge) && !isFailure(edge) && !children.includes(sourceOf(edge))) ||
      (edge.event.type === 'sale.released' && situation.snapshot.can({ type: 'basket.edit' }))
    if (situation.edges.some((edge) => isOwn(edge) && leading.has(edge.to))) return true
    return children.some((id) => this.stuckIn(situation, id, leading).length === 0)
  }

  /** Returns the situations of a child chart with no end by which its parent would reach the goal. */
  stuckIn(parent: Situation, id: string, leading: Set<Situation>): Situation[] {
    const ways = parent.edges.filter(
      (edge) => sourceOf(edge) === id && !isFailure(edge) && leading.has(edge.to),
    )
    const outcomes = new Set(ways.map(({ event }) => outcomeOf(event.output)))
    const ending = this.#endingWith(id, outcomes)
    return this.of(id).filter(
      (child) => child.snapshot.status === 'active' && canBeAt(parent, child) && !ending.has(child),
    )
  }

  #endingWith(chart: string, outcomes: Set<string>): Set<Situation> {
    const key = [chart, ...[...outcomes].sort()].join(' ')
    const known = this.#ending.get(key)
    if (known) return known
    const found = this.leadingTo(
      this.of(chart),
      ({ snapshot }) => snapshot.status === 'done' && outcomes.has(outcomeOf(snapshot.output)),
    )
    this.#ending.set(key, found)
    return found
  }

  /** Tells a shortest story to a situation without a way to the goal, down to the child chart that holds it up. */
  tell(situation: Situation, leading: Set<Situation>): string {
    const here = tell(situation)
    const [id] = this.childrenOf(situation)
    const [stuck] = id === undefined ? [] : this.stuckIn(situation, id, leading)
    if (id === undefined || !stuck) return here
    const ending = this.leadingTo(this.of(id), ({ snapshot }) => snapshot.status === 'done')
    return `${here}; there ${this.tell(stuck, ending)}`
  }
}

/** Tells the shortest story of a situation; of a long one, its beginning and its end. */
export function tell(situation: Situation): string {
  const { machine } = situation.snapshot
  const story = storyOf(situation).map((label) => actionAt(machine, label))
  const told =
    story.length > 14 ? [...story.slice(0, 6), `${story.length - 12} more`, ...story.slice(-6)] : story
  return `${placeOf(situation)}, after ${told.join(' → ') || 'the start'}`
}

/** What a parent distinguishes in the output of a child chart. */
function outcomeOf(output: unknown): string {
  const { outcome, status, isPaid, isSent } = (output ?? {}) as Record<string, unknown>
  return JSON.stringify([outcome, status, isPaid, isSent])
}

/** Whether a child chart can be in this situation while its parent is in that one. */
function canBeAt({ snapshot: parent }: Situation, { snapshot: child, model }: Situation): boolean {
  const isPaying = child.matches({ open: 'paying' })
  switch (child.machine.id) {
    // Both know whether a payment is open, and free tickets are claimed, not paid.
    case 'payment':
      return (
        parent.matches({ holding: { payment: 'paying' } }) === child.hasTag('payment_open') &&
        parent.context.facts.isFree === (child.context.facts.isFree && !isPaying)
      )
    case 'paymentAttempt':
      return parent.context.isRecalled === (model.input as AttemptInput).isRecalled
    default:
      return true
  }
}
