import type { Page, Route } from '@playwright/test'
import { asPlainPage, isDrawnPage } from '#e2e/plain-page.ts'
import type { CallName } from '#machines/testing/fake-shop.ts'

/** A reply of the shop, as it comes over the wire. */
export interface WireReply {
  status?: number
  json?: unknown
  body?: string
}

/**
 * What a call is answered with: by the shop itself, by a reply of the documents that the shop cannot be brought to, by the
 * shop's reply changed, or not at all.
 */
export type Answer = 'shop' | 'lost' | WireReply | ((real: unknown) => unknown)

/** The shop's reply with some fields changed. */
export const changed = (fields: object) => (real: unknown) => ({ ...(real as object), ...fields })

/** What a path can let wait: a call of the charts, or the drawing of the seating plan by its provider. */
export type Waiting = CallName | 'drawPlan'

/** The address of a call: what it contains after `/ajax/`, or a whole pattern for what is not a call to the shop. */
export type Address = string | RegExp

const matches = (address: Address, url: string) =>
  typeof address === 'string' ? url.includes(`/ajax/${address}/`) : address.test(url)

interface Planned {
  call: Waiting
  /** It is never answered, as nothing on the path releases it. */
  isHeld: boolean
  answer: Answer
  release: () => void
  released: Promise<void>
  /** Resolves when the page has made the call. */
  made: Promise<void>
  make: () => void
  /** Resolves when the call has been answered. */
  answered: Promise<void>
  settle: () => void
}

/**
 * Stands between a page and the shop. A call that is an outcome on the path waits for its step, so that whatever the path does
 * before happens before; all others go to the shop.
 */
export class Gate {
  readonly #addresses: Partial<Record<Waiting, Address>>
  readonly #taken = new Set<Planned>()
  #planned: Planned[] = []
  #isOpen = false

  constructor(addresses: Partial<Record<Waiting, Address>>) {
    this.#addresses = addresses
  }

  /** Opens the gate for a page: from now on the planned calls wait. */
  async watch(page: Page) {
    await page.context().route(isDrawnPage, (route) => this.#passPage(route))
    await page.context().route(
      (url) => Object.values(this.#addresses).some((address) => matches(address, url.href)),
      (route) => this.#pass(route),
    )
  }

  /** Plans the answer to the next call of that name that is not planned yet. */
  plan(call: Waiting, answer: Answer, isHeld = false) {
    if (!this.#addresses[call]) throw new Error(`e2e/charts/calls.ts lacks the address of ${call}`)
    const [released, release] = signal()
    const [made, make] = signal()
    const [answered, settle] = signal()
    this.#planned.push({ call, answer, isHeld, release, released, made, make, answered, settle })
  }

  /** Plans the answer to the next call of that name, before all that are planned for its address. */
  planNext(call: Waiting, answer: Answer) {
    this.plan(call, answer)
    const last = this.#planned.pop()
    if (last) this.#planned.unshift(last)
  }

  /** Plans that the next call of that name which is not planned yet stays without an answer. */
  hold(call: Waiting) {
    this.plan(call, 'shop', true)
  }

  /** Changes the answer to the next planned call of that name. */
  answerWith(call: Waiting, answer: Answer) {
    const planned = this.#next(call)
    if (planned) planned.answer = answer
  }

  /** Waits until the page has made the planned call, if it is not answered yet. */
  async made(call: Waiting) {
    const planned = this.#next(call)
    if (planned) await within(planned.made, `the page does not call ${call}`)
  }

  /** Waits until the page has made the planned call, and lets it be answered. */
  async release(call: Waiting) {
    const planned = this.#next(call)
    if (!planned) throw new Error(`no reply to ${call} is planned`)
    await this.made(call)
    planned.release()
    await within(planned.answered, `${call} is not answered`)
    this.#planned = this.#planned.filter((one) => one !== planned)
  }

  #next(call: Waiting): Planned | undefined {
    return this.#planned.find((one) => one.call === call && !one.isHeld)
  }

  /** Lets everything go to the shop meanwhile. */
  async whileOpen(work: () => Promise<unknown>) {
    this.#isOpen = true
    await work()
    this.#isOpen = false
  }

  /** Lets everything go to the shop from now on. */
  open() {
    for (const planned of this.#planned) planned.release()
    this.#planned = []
  }

  /** A page whose first calls are planned comes without their replies. */
  async #passPage(route: Route) {
    const { loadCheckout, loadSeating, loadUser } = this.#addresses
    const isPlanned = this.#planned.some(({ call }) =>
      [loadCheckout, loadSeating, loadUser].includes(this.#addresses[call]),
    )
    return isPlanned && !this.#isOpen ? asPlainPage(route) : route.fallback()
  }

  async #pass(route: Route) {
    const url = route.request().url()
    const next = this.#planned.find(
      (one) => matches(this.#addresses[one.call] ?? '', url) && !this.#taken.has(one),
    )
    if (!next || this.#isOpen) return route.fallback()
    this.#taken.add(next)
    next.make()
    await next.released
    await answerWith(route, next.answer).catch(() => {}) // the page may have gone
    next.settle()
  }
}

async function answerWith(route: Route, answer: Answer) {
  if (answer === 'shop') return route.continue()
  if (answer === 'lost') return route.abort('connectionreset')
  if (typeof answer === 'function') {
    const response = await route.fetch()
    return route.fulfill({ response, json: answer(await response.json()) })
  }
  const { status = 200, json, body = '' } = answer
  return route.fulfill({ status, ...(json === undefined ? { body } : { json }) })
}

function signal(): [Promise<void>, () => void] {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return [promise, resolve]
}

async function within(promise: Promise<void>, failure: string) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(failure)), 10_000)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
