import type { Category, ChartRendererConfigOptions, SelectableObject } from '@seatsio/seatsio-react'

import type { Api } from './api.ts'
import { draw, type Look, type Scene } from './draw.ts'
import { listenToGestures } from './gestures.ts'
import { makeLegend } from './legend.ts'
import { neighbourOf } from './neighbours.ts'
import { paletteOf } from './palette.ts'
import type { ChartParts } from './parts.ts'
import {
  boxOf,
  seatPitch,
  sectionsOf,
  type Box,
  type Plan,
  type PlanCategory,
  type PlanSeat,
  type Point,
  type Section,
} from './plan.ts'
import { placeCard, seatCard, seatInWords, type SeatFacts } from './popover.ts'
import { readPricing, type PriceOf } from './pricing.ts'
import { categoryObject, seatObject } from './seat-object.ts'
import { Selection, type Wanted } from './selection.ts'
import { between, fit, keepInside, toHall, toScreen, zoom, type View } from './view.ts'

type Config = ChartRendererConfigOptions
export type ObjectName = string | { label?: string; id?: string; ticketType?: string }

const animateFor = 180
/** So many seats are repainted one by one; if there are more, the whole picture is. */
const mostRepainted = 30
/** Pixels from seat to seat under which a tap zooms in instead of selecting. */
const selectableFrom = { mouse: 10, touch: 18 }
/** How far from the middle of a seat it is still meant, in units of the hall. */
const reach = seatPitch * 0.55

interface DrawnParts {
  plan: Plan
  api: Api
  parts: ChartParts
  config: () => Config
  signal: AbortSignal
}

/** A hall on the screen: what is seen of it, and what the buyer does with it. */
export class DrawnHall {
  readonly plan: Plan
  readonly selection: Selection
  priceOf: PriceOf
  readonly #parts: ChartParts
  readonly #config: () => Config
  readonly #signal: AbortSignal
  readonly #sections: Section[]
  readonly #box: Box
  #whole: View = { scale: 1, x: 0, y: 0 }
  #view: View = this.#whole
  #isWhole = true
  #size = { width: 0, height: 0 }
  #font = 'system-ui, sans-serif'
  #frame = 0
  #animation = 0
  #hovered: PlanSeat | null = null
  #focused: PlanSeat | null = null
  #card: HTMLElement | null = null
  /** The seat whose card has buttons. */
  #opened: PlanSeat | null = null
  #legend: HTMLElement | null = null
  /** What the last picture showed. */
  #painted: (Pick<Scene, 'view' | 'size' | 'palette'> & { looks: string[] }) | null = null

  constructor({ plan, api, parts, config, signal }: DrawnParts) {
    this.plan = plan
    this.#parts = parts
    this.#config = config
    this.#signal = signal
    this.#sections = sectionsOf(plan)
    const { left, top, right, bottom } = boxOf([...plan.seats, ...plan.stage])
    this.#box = {
      left: left - seatPitch,
      top: top - seatPitch,
      right: right + seatPitch,
      bottom: bottom + seatPitch,
    }
    this.priceOf = this.#readPricing()
    const { texts } = parts
    const sentences = {
      noLongerAvailable: texts.noLongerAvailable,
      holdFailed: texts.holdFailedModalBodyBecauseOther,
      networkIssue: texts.holdFailedModalBodyBecauseNetworkIssue,
      releaseFailed: texts.holdReleaseFailedModalBodyBecauseOther,
      maxSelectionReached: texts.maxSelectionReached,
    }
    this.selection = new Selection({
      api,
      plan,
      config,
      priceOf: () => this.priceOf,
      toObject: (seat) => this.toObject(seat),
      changed: () => this.#changed(),
      say: (what) => parts.say(sentences[what]),
    })
  }

  /** Uncovers the hall and listens to the buyer. */
  show(): void {
    const { surface, canvas, controls, area, root, over } = this.#parts
    this.#font = getComputedStyle(root).fontFamily
    this.#showLegend()
    over('')
    const observer = new ResizeObserver(() => this.#resize())
    observer.observe(area)
    this.#signal.addEventListener('abort', () => {
      observer.disconnect()
      cancelAnimationFrame(this.#frame)
      cancelAnimationFrame(this.#animation)
    })
    this.#resize()
    canvas.ariaHidden = 'true'
    const { signal } = { signal: this.#signal }
    listenToGestures(
      surface,
      {
        tap: (at, isTouch) => this.#tap(at, isTouch),
        hover: (at) => this.#hover(at && this.#seatAt(at)),
        pan: (by) => this.#move({ ...this.#view, x: this.#view.x + by.x, y: this.#view.y + by.y }),
        pinch: (factor, around, by) => {
          this.#zoom(factor, around)
          this.#move({ ...this.#view, x: this.#view.x + by.x, y: this.#view.y + by.y })
        },
        wheel: (factor, around) => this.#zoom(factor, around),
      },
      signal,
    )
    const middle = () => ({ x: this.#size.width / 2, y: this.#size.height / 2 })
    controls.zoomIn.addEventListener('click', () => this.#zoomTo(1.6, middle()), { signal })
    controls.zoomOut.addEventListener('click', () => this.#zoomTo(1 / 1.6, middle()), { signal })
    controls.resetView.addEventListener('click', () => this.lookAt(this.plan.seats), { signal })
    surface.addEventListener('keydown', (event) => this.#press(event), { signal })
    surface.addEventListener('focus', () => this.#focus(), { signal })
    surface.addEventListener('blur', () => this.#hover(null), { signal })
    root.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.#opened) return
        event.stopPropagation()
        this.#close()
        surface.focus()
      },
      { signal },
    )
  }

  // The configuration

  /** Reads the configuration again after the page has changed it. */
  readConfig(): void {
    this.priceOf = this.#readPricing()
    this.#showLegend()
    this.#changed()
  }

  #readPricing(): PriceOf {
    const { pricing, priceFormatter } = this.#config()
    return readPricing(pricing, priceFormatter)
  }

  #showLegend(): void {
    const { showLegend, legend: options = {} } = this.#config()
    this.#legend?.remove()
    this.#legend = null
    if (!showLegend) return
    this.#legend = makeLegend({
      plan: this.plan,
      texts: this.#parts.texts,
      options,
      priceOf: this.priceOf,
      hasSelectable: (category) => this.hasSelectable(category),
      isFiltered: (category) => this.isFiltered(category),
      toggle: (category) => this.#toggleFilter(category),
    })
    this.#parts.root.prepend(this.#legend)
  }

  isFiltered({ key, label }: PlanCategory): boolean {
    return (this.#config().filteredCategories ?? []).some((one) => [key, label].includes(String(one)))
  }

  hasSelectable(category: PlanCategory): boolean {
    return this.plan.seats.some((seat) => seat.category === category && this.selection.isSelectable(seat))
  }

  categoryOf(category: PlanCategory): Category {
    return {
      ...categoryObject(category, this.priceOf({ label: '', category }), this.isFiltered(category)),
      hasSelectableObjects: this.hasSelectable(category),
    } as unknown as Category
  }

  #toggleFilter(category: PlanCategory): void {
    const { plan } = this
    const wanted = plan.categories.filter((one) => this.isFiltered(one) !== (one === category))
    const config = this.#config()
    config.filteredCategories = wanted.map(({ key }) => key)
    config.onFilteredCategoriesChanged?.(wanted.map((one) => this.categoryOf(one)))
    const index = plan.categories.indexOf(category)
    this.readConfig()
    this.#legend?.querySelectorAll('button')[index]?.focus()
  }

  // Objects

  seatNamed(label: string): PlanSeat {
    const seat = this.plan.byLabel.get(label)
    if (!seat) throw new Error(`Object not found: ${label}`)
    return seat
  }

  toObject(seat: PlanSeat): SelectableObject {
    const { selection, priceOf } = this
    const { category } = seat
    return seatObject(seat, {
      status: selection.statusOf(seat),
      isSelected: selection.isSelected(seat),
      isSelectable: selection.isSelectable(seat),
      isOrphan: selection.orphans().includes(seat),
      isFiltered: this.isFiltered(category),
      ticketType: selection.ticketTypeOf(seat)?.ticketType,
      prices: priceOf(seat),
      categoryPrices: priceOf({ label: '', category }),
      select: (ticketType) =>
        selection.select([this.wanted({ label: seat.label, ...(ticketType && { ticketType }) })]),
      deselect: () => selection.deselect([seat]),
    })
  }

  /** A seat with its ticket type. Throws if the seat needs another one. */
  wanted(object: ObjectName): Wanted {
    const { label = '', id = '', ticketType } = typeof object === 'string' ? { label: object } : object
    const seat = this.seatNamed(label || id)
    const { types = [], hasTypes } = this.priceOf(seat) ?? {}
    if (!hasTypes) return { seat, ticketType: '' }
    const type =
      types.length === 1 && !ticketType ? types[0] : types.find((one) => one.ticketType === ticketType)
    if (!type) throw new Error(`${seat.label} needs one of its ticket types`)
    return { seat, ticketType: type.ticketType }
  }

  /** Selects objects as far as possible, and asks for missing ticket types; rejects if one could not be selected. */
  async trySelect(objects: ObjectName[]): Promise<void> {
    const results = await Promise.allSettled(
      objects.map(async (object) => {
        const named = typeof object === 'string' ? { label: object } : object
        const seat = this.seatNamed(named.label ?? named.id ?? '')
        const needsType = !('ticketType' in named) && (this.priceOf(seat)?.types.length ?? 0) > 1
        if (needsType && this.selection.isSelectable(seat)) return this.#open(seat)
        await this.selection.select([this.wanted(object)])
      }),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Starts a new session and uncovers the plan. */
  async startNew(): Promise<void> {
    await this.selection.startNew()
    this.#parts.over('')
    this.#changed()
  }

  positionOf(seat: PlanSeat): Point {
    const { left, top } = this.#parts.surface.getBoundingClientRect()
    const { x, y } = toScreen(this.#view, seat)
    return { x: left + x, y: top + y }
  }

  // What is seen

  #changed(): void {
    const { texts, over } = this.#parts
    if (this.selection.isExpired)
      over(texts.sessionExpired, {
        text: texts.sessionExpiredStartOver,
        press: () => void this.startNew().catch(() => {}),
      })
    if (this.#opened) this.#open(this.#opened, false)
    else if (this.#hovered) this.#showCard(this.#hovered, null)
    this.#redraw()
  }

  #redraw(): void {
    if (this.#frame) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#paint()
    })
  }

  #paint(): void {
    const context = this.#parts.canvas.getContext('2d')
    if (!context || this.#signal.aborted) return
    const { selection } = this
    const filtered = this.plan.categories.filter((category) => this.isFiltered(category))
    const scene: Scene = {
      plan: this.plan,
      sections: this.#sections,
      view: this.#view,
      size: this.#size,
      palette: paletteOf(this.#config().colorScheme),
      font: this.#font,
      stageLabel: this.#parts.texts.stage,
      lookOf: (seat) => this.#lookOf(seat),
      isDimmed: ({ category }) => filtered.length > 0 && !filtered.includes(category),
      orphans: selection.orphans(),
      hovered: this.#opened ?? this.#hovered,
      focused: this.#hasFocus() ? this.#focused : null,
    }
    draw(context, scene, this.#ratio, this.#changedSeats(scene))
  }

  /** The seats that look different from the last picture; null if more than a few seats have changed. */
  #changedSeats(scene: Scene): PlanSeat[] | null {
    const { view, size, palette, orphans, hovered, focused, isDimmed, lookOf } = scene
    const { seats } = this.plan
    const before = this.#painted
    const looks = seats.map((seat) =>
      [lookOf(seat), isDimmed(seat), seat === hovered, seat === focused, orphans.includes(seat)].join(),
    )
    this.#painted = { view, size, palette, looks }
    if (before?.view !== view || before.size !== size || before.palette !== palette) return null
    const changed = seats.filter((_, index) => looks[index] !== before.looks[index])
    return changed.length > mostRepainted ? null : changed
  }

  #lookOf(seat: PlanSeat): Look {
    const { selection } = this
    if (selection.isSelected(seat)) return 'selected'
    switch (selection.statusOf(seat)) {
      case 'free':
        return selection.isForSale(seat) ? 'free' : 'unavailable'
      case 'booked':
        return 'booked'
      case 'reservedByToken':
        return 'held'
      default:
        return 'unavailable'
    }
  }

  get #ratio(): number {
    return Math.min(window.devicePixelRatio || 1, 3)
  }

  #resize(): void {
    const { surface, canvas } = this.#parts
    const [width, height] = [surface.clientWidth, surface.clientHeight]
    if (width === 0 || height === 0) return
    const middle = toHall(this.#view, { x: this.#size.width / 2, y: this.#size.height / 2 })
    this.#size = { width, height }
    // Clears the picture.
    this.#painted = null
    canvas.width = width * this.#ratio
    canvas.height = height * this.#ratio
    this.#whole = fit(this.#box, this.#size)
    const { scale } = this.#view
    this.#show(
      this.#isWhole
        ? this.#whole
        : this.#inside({ scale, x: width / 2 - middle.x * scale, y: height / 2 - middle.y * scale }),
    )
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#paint()
  }

  #inside(view: View): View {
    return keepInside(view, this.#whole, this.#box, this.#size)
  }

  #show(view: View): void {
    this.#view = view
    this.#isWhole = view.scale <= this.#whole.scale * 1.01
    const { surface, controls } = this.#parts
    // A finger scrolls the page as long as there is nothing to move to.
    surface.style.touchAction = this.#isWhole ? 'pan-y' : 'none'
    controls.zoomOut.disabled = controls.resetView.disabled = this.#isWhole
    if (this.#opened) this.#placeCard(this.#opened)
    else this.#hover(null)
    this.#redraw()
  }

  #move(view: View): void {
    cancelAnimationFrame(this.#animation)
    this.#show(this.#inside(view))
  }

  /** Zooms around a pixel and returns whether that was possible. */
  #zoom(factor: number, around: Point): boolean {
    cancelAnimationFrame(this.#animation)
    const next = zoom(this.#view, factor, around, this.#whole, this.#box, this.#size)
    if (next.scale === this.#view.scale) return false
    this.#show(next)
    return true
  }

  #zoomTo(factor: number, around: Point): void {
    this.#glide(zoom(this.#view, factor, around, this.#whole, this.#box, this.#size))
  }

  /** Zooms to seats. */
  lookAt(seats: PlanSeat[]): void {
    if (seats.length === 0) return
    const isAll = seats.length === this.plan.seats.length
    const { left, top, right, bottom } = boxOf(seats)
    const room = seatPitch * 2
    const box = { left: left - room, top: top - room, right: right + room, bottom: bottom + room }
    this.#glide(isAll ? this.#whole : this.#inside(fit(box, this.#size)))
  }

  #glide(to: View): void {
    cancelAnimationFrame(this.#animation)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#show(to)
    const from = this.#view
    let start: number | undefined
    const step = (now: number) => {
      start ??= now
      const progress = Math.min((now - start) / animateFor, 1)
      this.#show(progress < 1 ? between(from, to, progress) : to)
      if (progress < 1) this.#animation = requestAnimationFrame(step)
    }
    this.#animation = requestAnimationFrame(step)
  }

  // Pointers

  #seatAt(point: Point): PlanSeat | null {
    const { x, y } = toHall(this.#view, point)
    let nearest: PlanSeat | null = null
    let least = reach
    for (const seat of this.plan.seats) {
      const distance = Math.hypot(seat.x - x, seat.y - y)
      if (distance < least) [nearest, least] = [seat, distance]
    }
    return nearest
  }

  #tap(at: Point, isTouch: boolean): void {
    const pitch = seatPitch * this.#view.scale
    if (pitch < selectableFrom[isTouch ? 'touch' : 'mouse']) {
      const target = (selectableFrom.touch * 1.5) / pitch
      return this.#zoomTo(target, at)
    }
    const seat = this.#seatAt(at)
    this.#focused = seat ?? this.#focused
    if (!seat) return this.#close()
    this.#config().onObjectClicked?.(this.toObject(seat))
    const hasCard = isTouch || (this.priceOf(seat)?.types.length ?? 0) > 1
    if (hasCard && !(this.selection.isSelected(seat) && !isTouch)) this.#open(seat)
    else this.#toggle(seat)
  }

  /** Selects a seat, asking for its ticket type if there are several, or deselects it. */
  #toggle(seat: PlanSeat): void {
    const { selection } = this
    this.#close()
    if (selection.isSelected(seat)) return ignoring(selection.deselect([seat]))
    if (!selection.isSelectable(seat)) return this.#showCard(seat, null)
    if ((this.priceOf(seat)?.types.length ?? 0) > 1) return this.#open(seat)
    ignoring(selection.select([this.wanted(seat.label)]))
  }

  #hover(seat: PlanSeat | null): void {
    if (seat === this.#hovered) return
    const { onObjectMouseOver, onObjectMouseOut } = this.#config()
    if (this.#hovered) onObjectMouseOut?.(this.toObject(this.#hovered))
    this.#hovered = seat
    if (seat) onObjectMouseOver?.(this.toObject(seat))
    this.#parts.surface.classList.toggle('pointing', !!seat && this.selection.isSelectable(seat))
    if (!this.#opened) {
      if (seat) this.#showCard(seat, null)
      else this.#hideCard()
    }
    this.#redraw()
  }

  // The card of a seat

  #factsOf(seat: PlanSeat): SeatFacts {
    const { texts } = this.#parts
    const { selection } = this
    const status = selection.statusOf(seat)
    const problems: Record<string, string> = { booked: texts.booked, reservedByToken: texts.held }
    const problem = selection.isSelectable(seat) ? '' : (problems[status] ?? texts.notAvailable)
    const config = this.#config()
    const note = (config.popoverInfo ?? config.tooltipInfo)?.(this.toObject(seat)) ?? ''
    return { seat, prices: this.priceOf(seat), isSelected: selection.isSelected(seat), problem, note, texts }
  }

  #open(seat: PlanSeat, isNew = true): void {
    const { onTicketTypePrompt } = this.#config()
    const types = this.priceOf(seat)?.types ?? []
    const choose = (ticketType: string) => {
      this.#close()
      this.#parts.surface.focus({ preventScroll: true })
      ignoring(this.selection.select([this.wanted({ label: seat.label, ticketType })]))
    }
    if (isNew && onTicketTypePrompt && types.length > 1 && !this.selection.isSelected(seat))
      return onTicketTypePrompt({ ticketTypes: types, objectToSelect: this.toObject(seat) }, choose)
    this.#opened = seat
    this.#focused = seat
    this.#showCard(seat, {
      select: choose,
      deselect: () => {
        this.#close()
        this.#parts.surface.focus({ preventScroll: true })
        ignoring(this.selection.deselect([seat]))
      },
      close: () => {
        this.#close()
        this.#parts.surface.focus({ preventScroll: true })
      },
    })
    if (isNew) this.#card?.querySelector('button')?.focus({ preventScroll: true })
    this.#redraw()
  }

  #close(): void {
    this.#opened = null
    this.#hideCard()
    this.#redraw()
  }

  #showCard(seat: PlanSeat, actions: Parameters<typeof seatCard>[1]): void {
    const before = this.#card
    const isFocused = !!before?.contains((before.getRootNode() as ShadowRoot).activeElement)
    this.#card = seatCard(this.#factsOf(seat), actions)
    if (before) before.replaceWith(this.#card)
    else this.#parts.area.append(this.#card)
    this.#placeCard(seat)
    if (isFocused) this.#card.querySelector('button')?.focus({ preventScroll: true })
  }

  #placeCard(seat: PlanSeat): void {
    const { area } = this.#parts
    if (this.#card)
      placeCard(this.#card, area, toScreen(this.#view, seat), seatPitch * 0.6 * this.#view.scale + 8)
  }

  #hideCard(): void {
    this.#card?.remove()
    this.#card = null
  }

  // The keyboard

  #hasFocus(): boolean {
    const { surface } = this.#parts
    return (
      (surface.getRootNode() as ShadowRoot).activeElement === surface && surface.matches(':focus-visible')
    )
  }

  #focus(): void {
    this.#focused ??= this.selection.seats[0] ?? this.plan.seats.find(this.selection.isSelectable) ?? null
    if (this.#hasFocus()) this.#reach(this.#focused)
    this.#redraw()
  }

  /** Moves the keyboard to a seat, brings it into sight and says it. */
  #reach(seat: PlanSeat | null): void {
    if (!seat) return
    this.#focused = seat
    const { width, height } = this.#size
    const minimum = Math.max(1, selectableFrom.touch / (seatPitch * this.#view.scale))
    const { x, y } = toScreen(this.#view, seat)
    const isNear = x > 60 && y > 60 && x < width - 60 && y < height - 60
    if (minimum > 1 || !isNear) {
      const scale = this.#view.scale * minimum
      this.#show(this.#inside({ scale, x: width / 2 - seat.x * scale, y: height / 2 - seat.y * scale }))
    }
    this.#showCard(seat, null)
    this.#hovered = seat
    this.#parts.speak(seatInWords(this.#factsOf(seat)))
    this.#redraw()
  }

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const seat = this.#focused
    const middle = { x: this.#size.width / 2, y: this.#size.height / 2 }
    const actions: Record<string, () => void> = {
      Enter: () => seat && this.#pressSeat(seat),
      ' ': () => seat && this.#pressSeat(seat),
      '+': () => this.#zoomTo(1.6, middle),
      '=': () => this.#zoomTo(1.6, middle),
      '-': () => this.#zoomTo(1 / 1.6, middle),
      '0': () => this.lookAt(this.plan.seats),
    }
    if (event.key.startsWith('Arrow'))
      this.#reach(seat && (neighbourOf(this.plan.seats, seat, event.key) ?? seat))
    else if (actions[event.key]) actions[event.key]?.()
    else return
    event.preventDefault()
  }

  #pressSeat(seat: PlanSeat): void {
    this.#config().onObjectClicked?.(this.toObject(seat))
    this.#toggle(seat)
    if (!this.#opened) this.#parts.speak(seatInWords(this.#factsOf(seat)))
  }
}

/** The selection tells the buyer what has failed. */
function ignoring(work: Promise<void>): void {
  work.catch(() => {})
}
