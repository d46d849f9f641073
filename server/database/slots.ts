/** A number of slots, and the queues of those who wait for one, without a connection to the database. */
export class Slots {
  #free: number
  readonly #first: (() => void)[] = []
  readonly #others: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Takes a slot if one is free. */
  tryTake(): boolean {
    if (this.#free === 0) return false
    this.#free--
    return true
  }

  /**
   * Waits for a slot, first come, first served, but those who go first before all others. Returns false if there is none
   * within the time.
   */
  take(milliseconds: number, { goesFirst = false } = {}): Promise<boolean> {
    if (this.tryTake()) return Promise.resolve(true)
    const queue = goesFirst ? this.#first : this.#others
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const enter = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(enter), 1)
      resolve(false)
    }, milliseconds)
    queue.push(enter)
    return promise
  }

  /** Gives a slot back: to the next who waits, if any. */
  release(): void {
    const next = this.#first.shift() ?? this.#others.shift()
    if (next) next()
    else this.#free++
  }
}
