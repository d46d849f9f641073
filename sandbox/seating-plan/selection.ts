import type { ChartRendererConfigOptions, SelectableObject, TicketTypeJson } from '@seatsio/seatsio-react'

import { Refused, type Api, type Change, type Token } from './api.ts'
import type { Plan, PlanSeat } from './plan.ts'
import { readPricing, type PriceOf } from './pricing.ts'
import { seatObject } from './seat-object.ts'
import { texts } from './texts.ts'
import { orphansOf, violationsOf } from './validators.ts'

interface SeatStatus {
  status: string
  /** Held by the token of this plan. */
  isOwn: boolean
  version: number
}

/** A seat as the page names it. */
export type ObjectName = string | { label?: string; id?: string; ticketType?: string }

interface Chosen {
  seat: PlanSeat
  /** '' for a seat that has one price. */
  ticketType: string
}

interface SelectionParts {
  api: Api
  plan: Plan
  /** The configuration, which the page may replace at any time. */
  config: () => ChartRendererConfigOptions
  /** Called after every change, to draw it. */
  changed: () => void
  /** Tells the buyer something. */
  say: (text: string) => void
}

const free: SeatStatus = { status: 'free', isOwn: false, version: -1 }
const storageKey = 'seatsio-hold-token'

/** The seats of a plan with their statuses, the visitor's selection, and the hold token that holds it. */
export class Selection {
  readonly plan: Plan
  priceOf: PriceOf
  token: string | null = null
  isExpired = false
  readonly #parts: SelectionParts
  readonly #statuses = new Map<PlanSeat, SeatStatus>()
  /** Selected seats with their ticket types. */
  readonly #selected = new Map<PlanSeat, string>()
  /** Seats whose hold or release is on its way. */
  readonly #pending = new Map<PlanSeat, Promise<unknown>>()
  #calls = 0
  #version = -1

  constructor(parts: SelectionParts) {
    this.#parts = parts
    this.plan = parts.plan
    this.priceOf = readPrices(parts.config())
  }

  /** Reads the configuration again after the page has changed it. */
  readConfig(): void {
    this.priceOf = readPrices(this.#parts.config())
    this.#parts.changed()
  }

  get seats(): PlanSeat[] {
    return [...this.#selected.keys()]
  }

  statusOf(seat: PlanSeat): string {
    const { status, isOwn } = this.#statuses.get(seat) ?? free
    return isOwn && !this.#selected.has(seat) ? 'free' : status
  }

  isSelected = (seat: PlanSeat): boolean => this.#selected.has(seat)

  /** Whether a seat is on sale, whatever its status. */
  isForSale(seat: PlanSeat): boolean {
    return (
      this.#parts.config().objectWithoutPricingSelectable !== false ||
      (this.priceOf(seat)?.types.length ?? 0) > 0
    )
  }

  isSelectable = (seat: PlanSeat): boolean =>
    this.isForSale(seat) && (this.isSelected(seat) || this.statusOf(seat) === 'free')

  /** Lists the single seats that the selection leaves behind, if that is forbidden. */
  orphans(): PlanSeat[] {
    const rule = this.#parts.config().selectionValidators?.find(({ type }) => type === 'noOrphanSeats')
    if (rule?.type !== 'noOrphanSeats') return []
    return orphansOf(this.plan, this.seats, this.#state, rule.mode === 'strict')
  }

  /** Finds a seat by its label. Throws if there is none. */
  seatNamed(object: ObjectName): PlanSeat {
    const label = typeof object === 'string' ? object : object.label || object.id || ''
    const seat = this.plan.byLabel.get(label)
    if (!seat) throw new Error(`Object not found: ${label}`)
    return seat
  }

  toObject = (seat: PlanSeat): SelectableObject =>
    seatObject(seat, {
      status: this.statusOf(seat),
      isSelected: this.isSelected(seat),
      isSelectable: this.isSelectable(seat),
      ticketType: this.isSelected(seat) ? this.#typeFor(seat)?.ticketType : undefined,
    })

  /** Returns the colour that the page gives to a seat; null if it leaves it alone. */
  colourOf(seat: PlanSeat): string | null {
    const { objectColor, extraConfig = {} } = this.#parts.config()
    const usual = seat.category.color
    const colour = objectColor?.(this.toObject(seat), usual, extraConfig) ?? usual
    return colour === usual ? null : colour
  }

  /** Returns what the page says about a seat; '' for nothing. */
  infoOf = (seat: PlanSeat): string => this.#parts.config().popoverInfo?.(this.toObject(seat)) ?? ''

  hasSeveralTypes = (seat: PlanSeat): boolean => (this.priceOf(seat)?.types.length ?? 0) > 1

  /** Whether a tap shows a seat before it is selected: not if the page listens to taps and has not asked for it. */
  asksOnTouch(seat: PlanSeat): boolean {
    const { objectPopover, onObjectClicked } = this.#parts.config()
    const asks = objectPopover?.confirmSelection ?? 'auto'
    return asks === 'auto' ? !onObjectClicked || this.hasSeveralTypes(seat) : asks !== 'never'
  }

  reportClick(seat: PlanSeat): void {
    this.#callBack('onObjectClicked', [seat])
  }

  /** Starts or continues the session, and reads the hall's statuses. */
  async start(isFresh = false): Promise<void> {
    const { api, config } = this.#parts
    const known = isFresh ? null : readStored()
    let token: Token | null = known ? await api.readToken(known).catch(ignoreRefusal) : null
    token ??= await api.createToken()
    this.token = token.holdToken
    this.isExpired = false
    store(this.token)
    const { expiresAt, expiresInSeconds } = token
    config().onSessionInitialized?.({ token: this.token, expiresAt, expiresInSeconds })
    // Seats of the new token are own, and those of the old one are not.
    this.#version = -1
    await this.refresh()
    this.#parts.changed()
  }

  /** Replaces the token by a new one; the seats of the old one are deselected. */
  async startNew(): Promise<void> {
    const { token, seats } = this
    this.#forget(seats)
    if (token && seats.length > 0) await this.#parts.api.release(token, seats.map(released)).catch(() => {})
    await this.start(true)
  }

  /** Reads what has changed since the last time. */
  async refresh(): Promise<void> {
    const isFirst = this.#version < 0
    const { token } = this
    const { version, changes, expiresInSeconds } = await this.#parts.api.changes(this.#version, token)
    if (token !== this.token) return
    this.#version = Math.max(this.#version, version)
    for (const change of changes) this.#apply(change, isFirst)
    if (token && expiresInSeconds === 0) this.#expire()
    if (changes.length > 0) this.#settled()
  }

  #apply([label, status, isOwn, ticketType, version]: Change, isFirst: boolean): void {
    const seat = this.plan.byLabel.get(label)
    if (!seat || this.#pending.has(seat)) return
    const before = this.#statuses.get(seat) ?? free
    if (version < before.version) return
    this.#statuses.set(seat, { status, isOwn, version })
    const isSelected = this.#selected.has(seat)
    if (isOwn && !isSelected) {
      this.#selected.set(seat, ticketType ?? this.priceOf(seat)?.types[0]?.ticketType ?? '')
      if (!isFirst) this.#callBack('onObjectSelected', [seat])
    }
    if (!isOwn && isSelected && status !== 'free') {
      const type = this.#typeFor(seat)
      this.#selected.delete(seat)
      this.#callBack('onSelectedObjectUnavailable', [seat])
      this.#callBack('onObjectDeselected', [seat], [type])
      this.#parts.say(texts.noLongerAvailable)
    }
    if (!isFirst && (status !== before.status || isOwn !== before.isOwn))
      this.#callBack('onObjectStatusChanged', [seat])
  }

  /** Selects seats and holds them: all, or none. Rejects if it fails. */
  async select(objects: ObjectName[]): Promise<void> {
    const { api } = this.#parts
    const { token } = this
    const change = objects
      .map((object) => this.#chosen(object))
      .filter(({ seat, ticketType }) => this.#selected.get(seat) !== ticketType)
    if (change.length === 0) return
    if (!token || this.isExpired) throw new Error('The hold token has expired')
    const refused = change.find(({ seat }) => !this.isSelectable(seat) || this.#pending.has(seat))
    if (refused) throw new Error(`${refused.seat.label} cannot be selected`)
    const seats = seatsOf(change)
    const before = new Map(seats.map((seat) => [seat, this.#selected.get(seat)]))
    const fresh = seats.filter((seat) => before.get(seat) === undefined)
    this.#callBack(
      'onObjectDeselected',
      seats.filter((seat) => !fresh.includes(seat)),
    )
    this.#put(change)
    const held = this.#call(seats, () => api.hold(token, change.map(wantedObject)))
    this.#callBack('onObjectSelected', seats)
    this.#settled()
    try {
      const { version } = await held
      if (token !== this.token) return
      this.#own(seats, version)
      this.#callBack('onHoldSucceeded', seats)
    } catch (error) {
      if (token !== this.token) throw error
      this.#callBack('onHoldFailed', seats)
      for (const [seat, ticketType] of before)
        if (ticketType !== undefined) this.#selected.set(seat, ticketType)
      this.#drop(fresh)
      await this.#explain(error, texts.holdFailed)
      throw error
    } finally {
      this.#ended()
    }
  }

  /** Deselects seats and releases them. Rejects if it fails; then they are selected again. */
  async deselect(seats: PlanSeat[]): Promise<void> {
    const { api } = this.#parts
    // A seat can be released only once it is held.
    await Promise.allSettled(seats.map((seat) => this.#pending.get(seat)))
    const { token } = this
    const change = seats.flatMap((seat): Chosen[] => {
      const ticketType = this.#selected.get(seat)
      return ticketType === undefined || this.#pending.has(seat) ? [] : [{ seat, ticketType }]
    })
    if (change.length === 0) return
    const owned = change.filter(({ seat }) => this.#statuses.get(seat)?.isOwn)
    const gone = seatsOf(owned)
    const release =
      token && owned.length > 0 ? this.#call(gone, () => api.release(token, gone.map(released))) : null
    this.#drop(seatsOf(change))
    this.#settled()
    if (!release) return
    try {
      const { version } = await release
      if (token !== this.token) return
      for (const seat of gone) this.#statuses.set(seat, { status: 'free', isOwn: false, version })
      this.#callBack('onReleaseHoldSucceeded', gone)
    } catch (error) {
      if (token !== this.token) throw error
      // A refusal means that they are not held any more.
      if (!(error instanceof Refused)) {
        this.#put(owned)
        this.#callBack('onObjectSelected', gone)
      }
      await this.#explain(error, texts.releaseFailed)
      throw error
    } finally {
      this.#ended()
    }
  }

  /** Holds the best seats that are free and selects them. Rejects if there are not enough. */
  async holdBest(number: number, categories?: string[]): Promise<{ seats: PlanSeat[]; isTogether: boolean }> {
    const { token } = this
    if (!token) throw new Error('The hold token has expired')
    const best = () => this.#parts.api.best(token, { number, ...(categories && { categories }) })
    const { objects, nextToEachOther, version } = await this.#call([], best).finally(() => this.#ended())
    const seats = objects.map((label) => this.seatNamed(label))
    this.#put(seats.map((seat) => ({ seat, ticketType: this.priceOf(seat)?.types[0]?.ticketType ?? '' })))
    this.#own(seats, version)
    this.#callBack('onObjectSelected', seats)
    this.#settled()
    return { seats, isTogether: nextToEachOther }
  }

  /** Finds a seat with its ticket type. Throws if the seat needs another one. */
  #chosen(object: ObjectName): Chosen {
    const seat = this.seatNamed(object)
    const wanted = typeof object === 'string' ? undefined : object.ticketType
    const { types = [], hasTypes } = this.priceOf(seat) ?? {}
    if (!hasTypes) return { seat, ticketType: '' }
    const type =
      types.length === 1 && !wanted ? types[0] : types.find(({ ticketType }) => ticketType === wanted)
    if (!type) throw new Error(`${seat.label} needs one of its ticket types`)
    return { seat, ticketType: type.ticketType }
  }

  #put(chosen: Chosen[]): void {
    for (const { seat, ticketType } of chosen) this.#selected.set(seat, ticketType)
  }

  #own(seats: PlanSeat[], version: number): void {
    for (const seat of seats) this.#statuses.set(seat, { status: 'reservedByToken', isOwn: true, version })
  }

  /** Deselects seats without releasing them. */
  #drop(seats: PlanSeat[]): void {
    const types = seats.map((seat) => this.#typeFor(seat))
    for (const seat of seats) this.#selected.delete(seat)
    this.#callBack('onObjectDeselected', seats, types)
  }

  async #call<T>(seats: PlanSeat[], call: () => Promise<T>): Promise<T> {
    if (this.#calls++ === 0) this.#parts.config().onHoldCallsInProgress?.()
    const calling = call()
    for (const seat of seats) this.#pending.set(seat, calling)
    try {
      return await calling
    } finally {
      for (const seat of seats) this.#pending.delete(seat)
    }
  }

  /** Reports the end of a call, after what it has changed. */
  #ended(): void {
    if (--this.#calls === 0) this.#parts.config().onHoldCallsComplete?.()
    this.#settled()
  }

  async #explain(error: unknown, failed: string): Promise<void> {
    const { say } = this.#parts
    if (!(error instanceof Refused)) return say(texts.networkIssue)
    if (error.code === 'HOLD_TOKEN_NOT_FOUND') return this.#expire()
    say(error.code === 'ILLEGAL_STATUS_CHANGE' ? texts.noLongerAvailable : failed)
    await this.refresh().catch(() => {})
  }

  #expire(): void {
    if (this.isExpired) return
    this.isExpired = true
    this.token = null
    store(null)
    this.#parts.config().onHoldTokenExpired?.()
    this.#forget(this.seats)
    this.#settled()
  }

  /** Deselects seats whose holds are over. */
  #forget(seats: PlanSeat[]): void {
    for (const seat of seats) this.#statuses.delete(seat)
    this.#drop(seats)
  }

  /** Calls the page's function with each seat, or with all of them for holds. */
  #callBack(
    name:
      | 'onObjectClicked'
      | 'onObjectSelected'
      | 'onObjectDeselected'
      | 'onObjectStatusChanged'
      | 'onSelectedObjectUnavailable'
      | 'onHoldSucceeded'
      | 'onHoldFailed'
      | 'onReleaseHoldSucceeded',
    seats: PlanSeat[],
    types = seats.map((seat) => this.#typeFor(seat)),
  ): void {
    // Looked up now, as the page replaces the configuration.
    const call = this.#parts.config()[name] as ((...given: unknown[]) => void) | undefined
    if (!call || seats.length === 0) return
    const objects = seats.map(this.toObject)
    if (name.includes('Hold')) call(objects, types.filter(Boolean))
    else if (name === 'onObjectSelected' || name === 'onObjectDeselected')
      objects.forEach((object, index) => call(object, types[index]))
    else objects.forEach((object) => call(object))
  }

  /** Returns the ticket type of a seat for the page; none if the seat has one price. */
  #typeFor(seat: PlanSeat): TicketTypeJson | undefined {
    const { types = [], hasTypes } = this.priceOf(seat) ?? {}
    if (!hasTypes) return undefined
    return types.find(({ ticketType }) => ticketType === this.#selected.get(seat)) ?? types[0]
  }

  /** Tells the page whether the selection is valid, and draws it. */
  #settled(): void {
    const { selectionValidators = [], onSelectionValid, onSelectionInvalid } = this.#parts.config()
    const violations = violationsOf(selectionValidators, this.plan, this.seats, this.#state)
    if (violations.length > 0) onSelectionInvalid?.(violations)
    else if (selectionValidators.length > 0) onSelectionValid?.()
    this.#parts.changed()
  }

  get #state() {
    return {
      isSelected: this.isSelected,
      isFree: (seat: PlanSeat) => !this.isSelected(seat) && this.isSelectable(seat),
    }
  }
}

const seatsOf = (chosen: Chosen[]) => chosen.map(({ seat }) => seat)
const released = ({ label }: PlanSeat) => ({ objectId: label })
const wantedObject = ({ seat, ticketType }: Chosen) => ({
  ...released(seat),
  ...(ticketType && { ticketType }),
})
const readPrices = ({ pricing, priceFormatter }: ChartRendererConfigOptions) =>
  readPricing(pricing, priceFormatter)

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
