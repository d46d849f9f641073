import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** What became of a check: as documented, different but read by the page, or a buyer cannot go on. */
export type Verdict = 'fits' | 'tolerated' | 'breaks'

/** A difference from what the page expects, in the state of the checkout in which it was met. */
export interface Finding {
  verdict: Exclude<Verdict, 'fits'>
  call: string
  state: CheckoutState
  what: string
  times: number
  /** The trials that met it. */
  trials: string[]
}

/** One walk or failure that was tried. */
export interface TrialResult {
  title: string
  verdict: Verdict | 'not tried'
  /** Why it was not tried, or not to its end; '' otherwise. */
  reason: string
  calls: number
}

/** Collects what the trials find. */
export class Findings {
  readonly trials: TrialResult[] = []
  readonly found: Finding[] = []
  /** Calls whose replies were judged. */
  readonly made = new Set<string>()
  /** All calls so far. */
  count = 0
  #trial = ''

  /** Runs a trial. It ends early by `Broken`, by `NotTried`, or with what `run` returns: why it went no further. */
  async during(title: string, run: () => Promise<string | void>): Promise<void> {
    this.#trial = title
    const before = this.count
    const ended = await run().catch((error: unknown) => {
      if (error instanceof NotTried || error instanceof Broken) return error
      throw error
    })
    const own = this.found.filter(({ trials }) => trials.includes(title))
    const isBroken = own.some(({ verdict }) => verdict === 'breaks')
    this.trials.push({
      title,
      verdict: isBroken
        ? 'breaks'
        : ended instanceof NotTried
          ? 'not tried'
          : own.length > 0
            ? 'tolerated'
            : 'fits',
      reason: ended instanceof NotTried ? ended.message : typeof ended === 'string' ? ended : '',
      calls: this.count - before,
    })
  }

  countCall(name: string) {
    this.count += 1
    this.made.add(name)
  }

  note(verdict: Finding['verdict'], { call, state }: Pick<Finding, 'call' | 'state'>, what: string) {
    const same = this.found.find(
      (one) => one.verdict === verdict && one.call === call && one.state === state && one.what === what,
    )
    if (!same) this.found.push({ verdict, call, state, what, times: 1, trials: [this.#trial] })
    else {
      same.times += 1
      if (!same.trials.includes(this.#trial)) same.trials.push(this.#trial)
    }
  }
}

/** A buyer cannot go on; what stopped them is among the findings. */
export class Broken extends Error {}

/** Something cannot be tried at this back-end. The message says why. */
export class NotTried extends Error {}
