const paceMs = 1000

/** Answers the same question for many who ask it at the same time, one after the other, and slows floods down. */
export class SingleFlight {
  readonly #lines = new Map<string, Line>()
  readonly #burst: number
  #forgottenAt = 0

  /** `burst` is how many are asked at once before the pace is slowed down: a payment needs three or four. */
  constructor(burst = 5) {
    this.#burst = burst
  }

  /**
   * Those who come while a question is being answered share the next answer: the one under way may be older than what they
   * know. After `burst` answers within as many seconds, the next begins a second after the last and `isFlood` is true.
   */
  run<Answer>(question: string, ask: (isFlood: boolean) => Promise<Answer>): Promise<Answer> {
    let line = this.#lines.get(question)
    if (!line) {
      this.#forgetIdle()
      line = new Line(this.#burst)
      this.#lines.set(question, line)
    }
    // A question has one kind of answer.
    return line.run(ask) as Promise<Answer>
  }

  /** Looks at all lines once in a pace, because a flood of new questions would make each of them slow. */
  #forgetIdle(): void {
    if (performance.now() < this.#forgottenAt + paceMs) return
    this.#forgottenAt = performance.now()
    for (const [question, line] of this.#lines) if (line.isIdle()) this.#lines.delete(question)
  }
}

class Line {
  readonly #burst: number
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<unknown> | null = null
  #isAsking = false
  /** When the questions of the last seconds began. */
  #begun: number[] = []

  constructor(burst: number) {
    this.#burst = burst
  }

  run(ask: (isFlood: boolean) => Promise<unknown>): Promise<unknown> {
    this.#next ??= this.#last.then(() => this.#begin(ask))
    return this.#next
  }

  isIdle(): boolean {
    return (
      this.#next === null &&
      !this.#isAsking &&
      (this.#begun.at(-1) ?? 0) < performance.now() - this.#burst * paceMs
    )
  }

  async #begin(ask: (isFlood: boolean) => Promise<unknown>): Promise<unknown> {
    this.#begun = this.#begun.filter((at) => at > performance.now() - this.#burst * paceMs)
    const isFlood = this.#begun.length >= this.#burst
    if (isFlood) await wait((this.#begun.at(-1) ?? 0) + paceMs - performance.now())
    this.#begun.push(performance.now())
    this.#next = null
    this.#isAsking = true
    const answer = ask(isFlood).finally(() => void (this.#isAsking = false))
    this.#last = answer.catch(() => undefined)
    return answer
  }
}

const wait = (milliseconds: number) =>
  milliseconds > 0 ? new Promise<void>((resolve) => setTimeout(resolve, milliseconds)) : undefined
