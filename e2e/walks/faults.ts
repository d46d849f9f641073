import type { BrowserContext, Request, Route } from '@playwright/test'

/** What can happen to a call. */
export type Fault = 'fails' | 'loses its reply' | 'takes long'

/** Makes calls of a browser go wrong, one at a time. */
export class Faults {
  #next: Fault | null = null
  readonly #held = new Map<Request, () => void>()
  /** Calls that went wrong, as their addresses. */
  readonly met = new Set<string>()

  async watch(context: BrowserContext): Promise<void> {
    await context.route('**/ajax/**', (route) => this.#answer(route))
  }

  /** What the next call will meet. */
  arm(fault: Fault) {
    this.#next = fault
  }

  get isArmed() {
    return this.#next !== null
  }

  get isHolding() {
    return this.#held.size > 0
  }

  /** Lets the calls that take long arrive at the shop. */
  release() {
    for (const go of this.#held.values()) go()
    this.#held.clear()
  }

  isHeld(request: Request): boolean {
    return this.#held.has(request)
  }

  async #answer(route: Route) {
    const fault = this.#next
    this.#next = null
    if (fault) this.met.add(route.request().url())
    // The page may be gone when the answer comes
    await this.#meet(route, fault).catch(() => {})
  }

  async #meet(route: Route, fault: Fault | null) {
    if (fault === 'fails') return route.fulfill({ status: 503, json: {} })
    if (fault === 'takes long') await new Promise<void>((resolve) => this.#held.set(route.request(), resolve))
    if (fault !== 'loses its reply') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  }
}
