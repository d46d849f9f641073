import type { ChartRendererConfigOptions, SelectableObject, TicketTypeJson } from '@seatsio/seatsio-react'

import { Refused, type Api, type BestQuestion, type Change, type Token } from './api.ts'
import type { Plan, PlanSeat } from './plan.ts'
import type { PriceOf } from './pricing.ts'
import { orphansOf, violationsOf } from './validators.ts'

interface SeatStatus {
  status: string
  /** Held by the token of this chart. */
  isOwn: boolean
  version: number
}

export interface Wanted {
  seat: PlanSeat
  /** '' for a seat that has one price. */
  ticketType: string
}

interface Parts {
  api: Api
  plan: Plan
  /** The configuration, which the page may replace at any time. */
  config: () => ChartRendererConfigOptions
  priceOf: () => PriceOf
  toObject: (seat: PlanSeat) => SelectableObject
  /** Called after every change, to draw it. */
  changed: () => void
  /** Tells the buyer something. */
  say: (
    what: 'noLongerAvailable' | 'holdFailed' | 'networkIssue' | 'releaseFailed' | 'maxSelectionReached',
  ) => void
}

const free: SeatStatus = { status: 'free', isOwn: false, version: -1 }
const storageKey = 'seatsio-hold-token'

/** The seats of a chart with their statuses, the visitor's selection, and the hold token that holds it. */
export class Selection {
  readonly #parts: Parts
  readonly #statuses = new Map<PlanSeat, SeatStatus>()
  /** Selected seats with their ticket types. */
  readonly #selected = new Map<PlanSeat, string>()
  /** Seats whose hold or release is on its way. */
  readonly #pending = new Set<PlanSeat>()
  #calls = 0
  #version = -1
  #token: string | null = null
  #isExpired = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get token(): string | null {
    return this.#token
  }

  get isExpired(): boolean {
    return this.#isExpired
  }

  get seats(): PlanSeat[] {
    return [...this.#selected.keys()]
  }

  statusOf(seat: PlanSeat): string {
    const { status, isOwn } = this.#statuses.get(seat) ?? free
    return isOwn && !this.#selected.has(seat) ? 'free' : status
  }

  isSelected = (seat: PlanSeat): boolean => this.#selected.has(seat)

  ticketTypeOf(seat: PlanSeat): TicketTypeJson | undefined {
    const types = this.#parts.priceOf()(seat)?.types ?? []
    return types.find(({ ticketType }) => ticketType === this.#selected.get(seat)) ?? types[0]
  }

  /** Whether a seat is on sale for this chart, whatever its status. */
  isForSale(seat: PlanSeat): boolean {
    const { objectWithoutPricingSelectable, availableCategories, unavailableCategories } =
      this.#parts.config()
    const isNamed = (list: (string | number)[]) =>
      list.some((one) => [seat.category.key, seat.category.label].includes(String(one)))
    return (
      (objectWithoutPricingSelectable !== false || (this.#parts.priceOf()(seat)?.types.length ?? 0) > 0) &&
      (!availableCategories || isNamed(availableCategories)) &&
      !(unavailableCategories && isNamed(unavailableCategories))
    )
  }

  isSelectable = (seat: PlanSeat): boolean =>
    this.isForSale(seat) && (this.isSelected(seat) || this.statusOf(seat) === 'free')

  /** The single seats that the selection leaves behind, if the chart forbids them. */
  orphans(): PlanSeat[] {
    const rule = this.#parts.config().selectionValidators?.find(({ type }) => type === 'noOrphanSeats')
    if (rule?.type !== 'noOrphanSeats') return []
    return orphansOf(this.#parts.plan, this.seats, this.#state, rule.mode === 'strict')
  }

  /** Starts or continues the session, and reads the hall's statuses. */
  async start(isFresh = false): Promise<void> {
    const { session = 'none', holdToken } = this.#parts.config()
    const { api } = this.#parts
    if (session === 'none') return this.refresh()
    let token: Token | null = null
    const known = session === 'manual' ? holdToken : session === 'continue' && !isFresh && readStored()
    if (known) token = await api.readToken(known).catch(ignoreRefusal)
    if (session === 'manual' && !token) throw new Error('The hold token is not valid')
    token ??= await api.createToken()
    this.#token = token.holdToken
    this.#isExpired = false
    if (session !== 'manual') store(this.#token)
    const { onSessionInitialized } = this.#parts.config()
    onSessionInitialized?.({
      token: token.holdToken,
      expiresAt: token.expiresAt,
      expiresInSeconds: token.expiresInSeconds,
    })
    // Seats of the new token are own, and those of the old one are not.
    this.#version = -1
    return this.refresh()
  }

  /** Replaces the token by a new one; the seats of the old one are deselected. */
  async startNew(): Promise<void> {
    const { api } = this.#parts
    const [token, seats] = [this.#token, this.seats]
    this.#forget(seats)
    if (token && seats.length > 0)
      await api.release(token, objectsOf(seats.map((seat) => ({ seat, ticketType: '' })))).catch(() => {})
    await this.start(true)
  }

  /** Reads what has changed since the last time. */
  async refresh(): Promise<void> {
    const isFirst = this.#version < 0
    const token = this.#token
    const { version, changes, expiresInSeconds } = await this.#parts.api.changes(this.#version, token)
    if (token !== this.#token) return
    this.#version = Math.max(this.#version, version)
    for (const change of changes) this.#apply(change, isFirst)
    if (token && expiresInSeconds === 0) this.#expire()
    if (changes.length === 0) return
    this.#validate()
    this.#parts.changed()
  }

  #apply([label, status, isOwn, ticketType, version]: Change, isFirst: boolean): void {
    const { plan, config, toObject, priceOf, say } = this.#parts
    const seat = plan.byLabel.get(label)
    if (!seat || this.#pending.has(seat)) return
    const before = this.#statuses.get(seat) ?? free
    if (version < before.version) return
    this.#statuses.set(seat, { status, isOwn, version })
    const isSelected = this.#selected.has(seat)
    if (isOwn && !isSelected) {
      this.#selected.set(seat, ticketType ?? priceOf()(seat)?.types[0]?.ticketType ?? '')
      if (!isFirst) this.#callBack('onObjectSelected', [{ seat }])
    }
    if (!isOwn && isSelected && status !== 'free') {
      const type = this.#typeFor(seat)
      this.#selected.delete(seat)
      const { onSelectedObjectUnavailable, onSelectedObjectBooked, onObjectDeselected } = config()
      const object = toObject(seat) as Parameters<NonNullable<typeof onSelectedObjectUnavailable>>[0]
      onSelectedObjectUnavailable?.(object)
      if (status === 'booked') onSelectedObjectBooked?.(object)
      onObjectDeselected?.(object, type as TicketTypeJson)
      say('noLongerAvailable')
    }
    const { onObjectStatusChanged } = config()
    if (!isFirst && (status !== before.status || isOwn !== before.isOwn))
      onObjectStatusChanged?.(toObject(seat) as Parameters<NonNullable<typeof onObjectStatusChanged>>[0])
  }

  /** Selects seats and holds them: all, or none. Rejects if it fails. */
  async select(wanted: Wanted[]): Promise<void> {
    const { api, say } = this.#parts
    const change = wanted.filter(({ seat, ticketType }) => this.#selected.get(seat) !== ticketType)
    if (change.length === 0) return
    if (this.#isExpired) throw new Error('The hold token has expired')
    const refused = change.find(({ seat }) => !this.isSelectable(seat) || this.#pending.has(seat))
    if (refused) throw new Error(`${refused.seat.label} cannot be selected`)
    if (this.#isTooMuch(change)) {
      say('maxSelectionReached')
      throw new Error('The maximum number of objects is selected')
    }
    const retyped = change.filter(({ seat }) => this.#selected.has(seat))
    this.#callBack('onObjectDeselected', retyped)
    const before = new Map(retyped.map(({ seat }) => [seat, this.#selected.get(seat) ?? '']))
    for (const { seat, ticketType } of change) this.#selected.set(seat, ticketType)
    const token = this.#token
    const hold = token ? this.#call(change, () => api.hold(token, objectsOf(change))) : Promise.resolve(null)
    this.#callBack('onObjectSelected', change)
    this.#settled()
    try {
      const held = await hold
      if (token !== this.#token || !held) return
      this.#own(change, held.version)
      this.#callBack('onHoldSucceeded', change)
    } catch (error) {
      if (token !== this.#token) throw error
      this.#callBack('onHoldFailed', change)
      const gone = change.filter(({ seat }) => !before.has(seat))
      for (const [seat, ticketType] of before) this.#selected.set(seat, ticketType)
      this.#callBack('onObjectDeselected', gone, () => this.#drop(gone.map(({ seat }) => seat)))
      await this.#explain(error, 'holdFailed')
      throw error
    } finally {
      this.#ended()
    }
  }

  /** Deselects seats and releases them. Rejects if it fails; then they are selected again. */
  async deselect(seats: PlanSeat[]): Promise<void> {
    const { api } = this.#parts
    const change = seats.flatMap((seat) => {
      const ticketType = this.#selected.get(seat)
      return ticketType === undefined || this.#pending.has(seat) ? [] : { seat, ticketType }
    })
    if (change.length === 0) return
    const token = this.#token
    const owned = change.filter(({ seat }) => this.#statuses.get(seat)?.isOwn)
    const release =
      token && owned.length > 0 ? this.#call(owned, () => api.release(token, objectsOf(owned))) : null
    this.#callBack('onObjectDeselected', change, () => this.#drop(seats))
    this.#settled()
    if (!release) return
    try {
      const { version } = await release
      if (token !== this.#token) return
      for (const { seat } of owned) this.#statuses.set(seat, { status: 'free', isOwn: false, version })
      this.#callBack('onReleaseHoldSucceeded', owned)
    } catch (error) {
      if (token !== this.#token) throw error
      this.#callBack('onReleaseHoldFailed', owned)
      // A refusal means that they are not held any more.
      if (!(error instanceof Refused)) {
        for (const { seat, ticketType } of owned) this.#selected.set(seat, ticketType)
        this.#callBack('onObjectSelected', owned)
      }
      await this.#explain(error, 'releaseFailed')
      throw error
    } finally {
      this.#ended()
    }
  }

  /** Holds the best seats that are free and selects them. Rejects if there are not enough. */
  async holdBest(wanted: BestQuestion): Promise<{ seats: PlanSeat[]; nextToEachOther: boolean }> {
    const { api, plan, priceOf } = this.#parts
    const token = this.#token
    if (!token) throw new Error('Best available objects are held in a session')
    const found = await this.#call([], () => api.best(token, wanted)).finally(() => this.#ended())
    const seats = found.objects.flatMap((label) => plan.byLabel.get(label) ?? [])
    const chosen = seats.map((seat, index) => ({
      seat,
      ticketType: wanted.ticketTypes?.[index] ?? priceOf()(seat)?.types[0]?.ticketType ?? '',
    }))
    for (const { seat, ticketType } of chosen) this.#selected.set(seat, ticketType)
    this.#own(chosen, found.version)
    this.#callBack('onObjectSelected', chosen)
    this.#settled()
    return { seats, nextToEachOther: found.nextToEachOther }
  }

  #isTooMuch(change: Wanted[]): boolean {
    const { maxSelectedObjects } = this.#parts.config()
    if (maxSelectedObjects === undefined) return false
    const after = new Map(this.#selected)
    for (const { seat, ticketType } of change) after.set(seat, ticketType)
    const limits =
      typeof maxSelectedObjects === 'number' ? [{ total: maxSelectedObjects }] : maxSelectedObjects
    return limits.some((limit) => {
      if ('total' in limit) return after.size > limit.total
      if (!('quantity' in limit)) return false
      const counted = [...after].filter(([seat, ticketType]) =>
        'category' in limit
          ? [seat.category.key, seat.category.label].includes(String(limit.category))
          : ticketType === limit.ticketType,
      )
      return counted.length > limit.quantity
    })
  }

  #own(seats: Wanted[], version: number): void {
    for (const { seat } of seats)
      this.#statuses.set(seat, { status: 'reservedByToken', isOwn: true, version })
  }

  #drop(seats: PlanSeat[]): void {
    for (const seat of seats) this.#selected.delete(seat)
  }

  async #call<T>(seats: { seat: PlanSeat }[], call: () => Promise<T>): Promise<T> {
    for (const { seat } of seats) this.#pending.add(seat)
    if (this.#calls++ === 0) this.#parts.config().onHoldCallsInProgress?.()
    try {
      return await call()
    } finally {
      for (const { seat } of seats) this.#pending.delete(seat)
    }
  }

  /** After a call and what it has changed. */
  #ended(): void {
    if (this.#calls > 0 && --this.#calls === 0) this.#parts.config().onHoldCallsComplete?.()
    this.#settled()
  }

  #settled(): void {
    this.#validate()
    this.#parts.changed()
  }

  async #explain(error: unknown, failed: 'holdFailed' | 'releaseFailed'): Promise<void> {
    const { say } = this.#parts
    if (!(error instanceof Refused)) return say('networkIssue')
    if (error.code === 'HOLD_TOKEN_NOT_FOUND') return this.#expire()
    say(error.code === 'ILLEGAL_STATUS_CHANGE' ? 'noLongerAvailable' : failed)
    await this.refresh().catch(() => {})
  }

  #expire(): void {
    if (this.#isExpired) return
    this.#isExpired = true
    this.#token = null
    store(null)
    this.#parts.config().onHoldTokenExpired?.()
    this.#forget(this.seats)
    this.#settled()
  }

  /** Deselects seats whose holds are over. */
  #forget(seats: PlanSeat[]): void {
    this.#callBack(
      'onObjectDeselected',
      seats.map((seat) => ({ seat })),
      () => this.#drop(seats),
    )
    for (const seat of seats) this.#statuses.delete(seat)
  }

  /** Calls the page's function with each seat, or with all of them for holds. */
  #callBack(
    name:
      | 'onObjectSelected'
      | 'onObjectDeselected'
      | 'onHoldSucceeded'
      | 'onHoldFailed'
      | 'onReleaseHoldSucceeded'
      | 'onReleaseHoldFailed',
    change: { seat: PlanSeat }[],
    between: () => void = () => {},
  ): void {
    const { config, toObject } = this.#parts
    const types = change.map(({ seat }) => this.#typeFor(seat))
    between()
    const objects = change.map(({ seat }) => toObject(seat))
    // Looked up now, as the page replaces the configuration.
    const call = config()[name] as ((...given: unknown[]) => void) | undefined
    if (!call || change.length === 0) return
    if (name === 'onObjectSelected' || name === 'onObjectDeselected')
      objects.forEach((object, index) => call(object, types[index]))
    else call(objects, types.filter(Boolean))
  }

  /** The ticket type of a seat for the page; none if the seat has one price. */
  #typeFor(seat: PlanSeat): TicketTypeJson | undefined {
    return this.#parts.priceOf()(seat)?.hasTypes ? this.ticketTypeOf(seat) : undefined
  }

  #validate(): void {
    const { selectionValidators = [], onSelectionValid, onSelectionInvalid } = this.#parts.config()
    if (selectionValidators.length === 0) return
    const violations = violationsOf(selectionValidators, this.#parts.plan, this.seats, this.#state)
    if (violations.length > 0) onSelectionInvalid?.(violations)
    else onSelectionValid?.()
  }

  get #state() {
    return {
      isSelected: this.isSelected,
      isFree: (seat: PlanSeat) => !this.isSelected(seat) && this.isSelectable(seat),
    }
  }
}

const objectsOf = (wanted: Wanted[]) =>
  wanted.map(({ seat, ticketType }) => ({
    objectId: seat.label,
    ...(ticketType ? { ticketType } : {}),
  }))

function ignoreRefusal(error: unknown): null {
  if (error instanceof Refused) return null
  throw error
}

// A browser may forbid storage.
function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function store(token: string | null): void {
  try {
    if (token) sessionStorage.setItem(storageKey, token)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Then the session ends with the page.
  }
}
