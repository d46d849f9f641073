import { placeCard, seatCard, seatInWords, type SeatActions, type SeatFacts } from './card.ts'
import { Drawing, type Look } from './drawing.ts'
import { listenToGestures } from './gestures.ts'
import { makeLegend } from './legend.ts'
import { neighbourOf } from './neighbours.ts'
import type { PlanParts } from './parts.ts'
import { boxOf, seatPitch, type Box, type PlanCategory, type PlanSeat, type Point } from './plan.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'
import { fit, keepInside, toScreen, zoom, type View } from './view.ts'

const zoomStep = 1.6
/** Labels are written when the view has rested for so many milliseconds. */
const restFor = 120
/** Pixels from seat to seat under which a tap zooms in instead of selecting. */
const selectableFrom = { mouse: 10, touch: 18 }

interface HallParts {
  selection: Selection
  parts: PlanParts
  hasLegend: boolean
  signal: AbortSignal
}

/** A hall on the screen: the part of it that is seen, its seats and the card of one of them. */
export class HallView {
  readonly #selection: Selection
  readonly #parts: PlanParts
  readonly #hasLegend: boolean
  readonly #signal: AbortSignal
  readonly #drawing: Drawing
  readonly #box: Box
  /** Categories that the buyer has picked out in the legend. */
  readonly #picked = new Set<PlanCategory>()
  #whole: View = { scale: 1, x: 0, y: 0 }
  #view = this.#whole
  #isWhole = true
  #size = { width: 0, height: 0 }
  #frame = 0
  #resting: ReturnType<typeof setTimeout> | undefined
  #legend: HTMLElement | null = null
  /** The seat that the keyboard is at. */
  #focused: PlanSeat | null = null
  #card: HTMLElement | null = null
  /** The seat whose card is shown, and whether it has buttons. */
  #shown: { seat: PlanSeat; isOpen: boolean } | null = null

  constructor({ selection, parts, hasLegend, signal }: HallParts) {
    this.#selection = selection
    this.#parts = parts
    this.#hasLegend = hasLegend
    this.#signal = signal
    const { plan } = selection
    this.#drawing = new Drawing(parts.svg, plan)
    this.#box = around([...plan.seats, ...plan.stage], seatPitch)
    this.showLegend()
    this.#update()
    this.#listen()
    parts.uncover()
  }

  #listen(): void {
    const { surface, controls, root, area } = this.#parts
    const signal = this.#signal
    const observer = new ResizeObserver(() => this.#resize())
    observer.observe(area)
    this.#resize()
    signal.addEventListener('abort', () => {
      observer.disconnect()
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#resting)
    })
    listenToGestures(
      surface,
      {
        tap: (event, at, isTouch) => this.#tap(this.#drawing.seatOf(event), at, isTouch),
        hover: (event) => this.#hover(this.#drawing.seatOf(event)),
        pan: (by) => this.#look({ ...this.#view, x: this.#view.x + by.x, y: this.#view.y + by.y }),
        pinch: (factor, point) => this.#zoom(factor, point),
        wheel: (factor, point) => this.#zoom(factor, point),
      },
      signal,
    )
    controls.zoomIn.addEventListener('click', () => this.#zoom(zoomStep), { signal })
    controls.zoomOut.addEventListener('click', () => this.#zoom(1 / zoomStep), { signal })
    controls.resetView.addEventListener('click', () => this.#look(this.#whole, true), { signal })
    surface.addEventListener('keydown', (event) => this.#press(event), { signal })
    surface.addEventListener('focus', () => this.#focus(), { signal })
    surface.addEventListener('blur', () => this.#hover(null), { signal })
    root.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.#shown?.isOpen) return
        event.stopPropagation()
        this.#close()
      },
      { signal },
    )
  }

  /** Shows the legend with the prices of the configuration. */
  showLegend(): void {
    if (!this.#hasLegend) return
    this.#legend?.remove()
    const { plan, priceOf } = this.#selection
    this.#legend = makeLegend({ plan, priceOf, picked: this.#picked, changed: () => this.changed() })
    this.#parts.root.prepend(this.#legend)
  }

  /** Draws the changed selection and statuses. */
  changed(): void {
    const { cover, uncover } = this.#parts
    if (this.#selection.isExpired)
      cover(texts.sessionExpired, {
        text: texts.startOver,
        press: () => ignoring(this.#selection.startNew()),
      })
    else uncover()
    this.#frame ||= requestAnimationFrame(() => this.#update())
  }

  #update(): void {
    this.#frame = 0
    if (this.#shown) this.#show(this.#shown.seat, this.#shown.isOpen)
    const picked = this.#picked
    this.#drawing.update({
      lookOf: (seat) => this.#lookOf(seat),
      isDimmed: ({ category }) => picked.size > 0 && !picked.has(category),
      orphans: this.#selection.orphans(),
      colourOf: (seat) => this.#selection.colourOf(seat),
    })
    this.#labelLater()
  }

  #lookOf(seat: PlanSeat): Look {
    if (this.#selection.isSelected(seat)) return 'selected'
    const status = this.#selection.statusOf(seat)
    if (status === 'free') return this.#selection.isForSale(seat) ? 'free' : 'unavailable'
    if (this.#selection.colourOf(seat)) return 'coloured'
    return status === 'booked' ? 'booked' : status === 'reservedByToken' ? 'held' : 'unavailable'
  }

  /** Returns where a seat is on the screen. */
  positionOf(seat: PlanSeat): Point {
    const { left, top } = this.#parts.surface.getBoundingClientRect()
    const { x, y } = toScreen(this.#view, seat)
    return { x: left + x, y: top + y }
  }

  // The view

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#parts.surface
    if (width === 0 || height === 0) return
    const { x, y, scale } = this.#view
    const by = { x: (width - this.#size.width) / 2, y: (height - this.#size.height) / 2 }
    this.#size = { width, height }
    this.#whole = fit(this.#box, this.#size)
    this.#look(this.#isWhole ? this.#whole : { scale, x: x + by.x, y: y + by.y })
    this.#label()
  }

  #look(wanted: View, isGliding = false): void {
    const view = keepInside(wanted, this.#whole, this.#box, this.#size)
    this.#view = view
    this.#isWhole = view.scale <= this.#whole.scale * 1.01
    const { surface, controls } = this.#parts
    // A finger scrolls the page as long as there is nothing to move to.
    surface.style.touchAction = this.#isWhole ? 'pan-y' : 'none'
    controls.zoomOut.disabled = controls.resetView.disabled = this.#isWhole
    this.#drawing.look(view, isGliding)
    if (this.#shown?.isOpen) this.#placeCard()
    else this.#hover(null)
    this.#labelLater()
  }

  /** Zooms around a pixel, or the middle, and returns whether that was possible. */
  #zoom(factor: number, point?: Point): boolean {
    const middle = { x: this.#size.width / 2, y: this.#size.height / 2 }
    const view = zoom(this.#view, factor, point ?? middle, this.#whole, this.#box, this.#size)
    if (view.scale === this.#view.scale) return false
    this.#look(view, !point)
    return true
  }

  /** Zooms to seats. */
  lookAt(seats: PlanSeat[]): void {
    if (seats.length > 0) this.#look(fit(around(seats, seatPitch * 2), this.#size), true)
  }

  /** Zooms to seats and some rows around them, so that a buyer sees where they are. */
  lookAround(seats: PlanSeat[]): void {
    if (seats.length > 0) this.#look(fit(around(seats, seatPitch * 7), this.#size), true)
  }

  #labelLater(): void {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#label(), restFor)
  }

  #label(): void {
    clearTimeout(this.#resting)
    const { width, height } = this.#size
    this.#drawing.label(this.#view, (seat) => {
      const { x, y } = toScreen(this.#view, seat)
      return x > -seatPitch && y > -seatPitch && x < width + seatPitch && y < height + seatPitch
    })
  }

  // Seats

  #tap(seat: PlanSeat | null, at: Point, isTouch: boolean): void {
    const pitch = seatPitch * this.#view.scale
    if (pitch < selectableFrom[isTouch ? 'touch' : 'mouse'])
      return void this.#zoom((selectableFrom.touch * 1.5) / pitch, at)
    if (!seat) return this.#hide()
    this.#focused = seat
    this.#selection.reportClick(seat)
    if (isTouch && this.#selection.asksOnTouch(seat)) this.#open(seat)
    else this.#toggle(seat)
  }

  /** Selects a seat, asking for its ticket type if there are several, or deselects it. */
  #toggle(seat: PlanSeat): void {
    const selection = this.#selection
    this.#hide()
    if (selection.isSelected(seat)) return ignoring(selection.deselect([seat]))
    if (!selection.isSelectable(seat)) return this.#show(seat, false)
    if (selection.hasSeveralTypes(seat)) return this.#open(seat)
    ignoring(selection.select([seat.label]))
  }

  #hover(seat: PlanSeat | null): void {
    if (this.#shown?.isOpen || seat === (this.#shown?.seat ?? null)) return
    if (seat) this.#show(seat, false)
    else this.#hide()
  }

  #factsOf(seat: PlanSeat): SeatFacts {
    const selection = this.#selection
    const problems: Record<string, string> = { booked: texts.booked, reservedByToken: texts.held }
    return {
      seat,
      prices: selection.priceOf(seat),
      isSelected: selection.isSelected(seat),
      problem: selection.isSelectable(seat)
        ? ''
        : (!selection.colourOf(seat) && problems[selection.statusOf(seat)]) || texts.notAvailable,
      info: selection.infoOf(seat),
    }
  }

  #open(seat: PlanSeat): void {
    this.#focused = seat
    this.#show(seat, true)
    this.#card?.querySelector('button')?.focus({ preventScroll: true })
  }

  #actionsOf(seat: PlanSeat): SeatActions {
    const selection = this.#selection
    return {
      select: (ticketType) => {
        this.#close()
        ignoring(selection.select([{ label: seat.label, ...(ticketType && { ticketType }) }]))
      },
      deselect: () => {
        this.#close()
        ignoring(selection.deselect([seat]))
      },
      close: () => this.#close(),
    }
  }

  /** Closes a card with buttons, and returns to the plan. */
  #close(): void {
    this.#hide()
    this.#parts.surface.focus({ preventScroll: true })
  }

  #show(seat: PlanSeat, isOpen: boolean): void {
    const before = this.#card
    const card = seatCard(this.#factsOf(seat), isOpen ? this.#actionsOf(seat) : null)
    // A press that has begun on the card has to end on it.
    const isSame =
      seat === this.#shown?.seat && before?.role === card.role && before.innerHTML === card.innerHTML
    this.#shown = { seat, isOpen }
    if (!isSame) {
      const hadFocus = !!before?.matches(':focus-within')
      this.#card = card
      this.#parts.area.append(card)
      before?.remove()
      if (hadFocus) card.querySelector('button')?.focus({ preventScroll: true })
    }
    this.#placeCard()
    this.#drawing.ring('hovered', seat)
    this.#drawing.ring('focused', this.#focused)
  }

  #hide(): void {
    this.#card?.remove()
    this.#card = this.#shown = null
    this.#drawing.ring('hovered', null)
  }

  #placeCard(): void {
    if (!this.#card || !this.#shown) return
    const at = toScreen(this.#view, this.#shown.seat)
    placeCard(this.#card, this.#parts.area, at, seatPitch * 0.6 * this.#view.scale + 8)
  }

  // The keyboard

  #focus(): void {
    const { seats, plan, isSelectable } = this.#selection
    this.#focused ??= seats[0] ?? plan.seats.find(isSelectable) ?? null
    if (this.#parts.surface.matches(':focus-visible')) this.#reach(this.#focused)
  }

  /** Moves the keyboard to a seat, brings it into sight and says it. */
  #reach(seat: PlanSeat | null): void {
    if (!seat) return
    this.#focused = seat
    const { width, height } = this.#size
    const { x, y } = toScreen(this.#view, seat)
    const isNear = x > 60 && y > 60 && x < width - 60 && y < height - 60
    const scale = Math.max(this.#view.scale, selectableFrom.touch / seatPitch)
    if (scale > this.#view.scale || !isNear)
      this.#look({ scale, x: width / 2 - seat.x * scale, y: height / 2 - seat.y * scale })
    this.#show(seat, false)
    this.#parts.speak(seatInWords(this.#factsOf(seat)))
  }

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const seat = this.#focused
    const choose = () => {
      if (!seat) return
      this.#toggle(seat)
      if (!this.#shown?.isOpen) this.#parts.speak(seatInWords(this.#factsOf(seat)))
    }
    const actions: Record<string, () => void> = {
      Enter: choose,
      ' ': choose,
      '+': () => this.#zoom(zoomStep),
      '=': () => this.#zoom(zoomStep),
      '-': () => this.#zoom(1 / zoomStep),
      '0': () => this.#look(this.#whole, true),
    }
    if (event.key.startsWith('Arrow'))
      this.#reach(seat && (neighbourOf(this.#selection.plan.seats, seat, event.key) ?? seat))
    else if (actions[event.key]) actions[event.key]?.()
    else return
    event.preventDefault()
  }
}

/** Returns the box around points, with room at its edges. */
function around(points: Point[], room: number): Box {
  const { left, top, right, bottom } = boxOf(points)
  return { left: left - room, top: top - room, right: right + room, bottom: bottom + room }
}

/** Drops an error, because the selection tells the buyer what has failed. */
function ignoring(work: Promise<void>): void {
  work.catch(() => {})
}
