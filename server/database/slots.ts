/** A number of slots, and the queue of those who wait for one, without a connection to the database. */
export class Slots {
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Takes a slot if one is free. */
  tryTake(): boolean {
    if (this.#free === 0) return false
    this.#free--
    return true
  }

  /** Waits for a slot, first come, first served. Returns false if there is none within the time. */
  take(milliseconds: number): Promise<boolean> {
    if (this.tryTake()) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const enter = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(enter), 1)
      resolve(false)
    }, milliseconds)
    this.#queue.push(enter)
    return promise
  }

  /** Gives a slot back: to the next who waits, if any. */
  release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#free++
  }
}
