import { boxOf, seatPitch, sectionsOf, type Plan, type PlanSeat, type Point, type Section } from './plan.ts'
import { texts } from './texts.ts'
import type { View } from './view.ts'

/** Looks of a seat: each has a shape of its own, so that colour is never needed. */
export type Look = 'free' | 'selected' | 'held' | 'booked' | 'unavailable' | 'coloured'

/** Everything on which the picture of the seats depends. */
export interface Scene {
  lookOf: (seat: PlanSeat) => Look
  isDimmed: (seat: PlanSeat) => boolean
  orphans: PlanSeat[]
  /** The colour that the page gives to a seat; null for none. It uses one at most. */
  colourOf: (seat: PlanSeat) => string | null
}

const radius = seatPitch * 0.4
/** Pixels from seat to seat from which numbers and letters are legible. */
const numbersFrom = 21
const lettersFrom = 13

const circle = (r: number) => `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
/** A line without a length, which round ends make a disc. */
const disc = 'h0'
const ring = circle(radius * 1.4)
const is = (look: Look) => (_: PlanSeat, one: Look) => one === look

interface Mark {
  name: string
  shape: string
  has: (seat: PlanSeat, look: Look, orphans: PlanSeat[]) => boolean
}

/** Marks of seats, from the bottom to the top: each is one path, with the same shape at each of its seats. */
const marks: Mark[] = [
  {
    name: 'accessible',
    shape: 'm-1-5h0m0 2.5v3.5h3.6l2 3.6m-3.2-5.2a3.6 3.6 0 1 1-5.9 1.2',
    has: (seat, look) => look === 'free' && seat.isAccessible,
  },
  { name: 'companion', shape: disc, has: (seat, look) => look === 'free' && seat.isCompanion },
  { name: 'restricted', shape: 'm-10-6h20', has: (seat, look) => look === 'free' && seat.hasRestrictedView },
  { name: 'unavailable', shape: disc, has: is('unavailable') },
  { name: 'coloured', shape: disc, has: is('coloured') },
  { name: 'sold', shape: disc, has: is('booked') },
  { name: 'crosses', shape: 'm-3-3l6 6m0-6l-6 6', has: is('booked') },
  { name: 'held', shape: circle(radius * 0.62), has: is('held') },
  { name: 'orphans', shape: circle(radius * 1.25), has: (seat, _, orphans) => orphans.includes(seat) },
  { name: 'rims', shape: disc, has: is('selected') },
  { name: 'chosen', shape: disc, has: is('selected') },
  { name: 'ticks', shape: 'm-4.5 .2l3.3 3.4 6-7', has: is('selected') },
]

/** The picture of a hall: an element for each seat, so that the browser finds the seat under the pointer. */
export class Drawing {
  readonly #plan: Plan
  readonly #sections: Section[]
  readonly #hall: SVGGElement
  readonly #seats: Element[]
  /** What is drawn, by class of the element or seat. */
  readonly #drawn: Map<string | PlanSeat, string>

  constructor(svg: SVGSVGElement, plan: Plan) {
    this.#plan = plan
    this.#sections = sectionsOf(plan)
    this.#drawn = new Map(plan.seats.map((seat) => [seat, 'free']))
    const floor = this.#sections.flatMap(({ outlines }) => outlines.map(outlined)).join('')
    const path = (name: string, d = '') => `<path class="${name}" d="${d}"/>`
    svg.innerHTML = `<g class="hall">
      ${path('edge', floor)}${path('floor', floor)}${path('stage', outlined(plan.stage))}
      <g class="seats">${plan.seats.map(seatElement).join('')}</g>
      ${path('accessible')}${path('companion')}${path('restricted')}
      <g class="labels"></g>
      ${marks
        .slice(3)
        .map(({ name }) => path(name))
        .join('')}
      ${path('hovered')}${path('focused')}
    </g>`
    this.#hall = svg.querySelector('.hall') as SVGGElement
    this.#seats = [...this.#find('.seats').children]
  }

  #find = (selector: string) => this.#hall.querySelector(selector) as SVGElement

  /** Returns the seat on which an event has happened, or null. */
  seatOf({ target }: Event): PlanSeat | null {
    return this.#plan.seats[this.#seats.indexOf(target as Element)] ?? null
  }

  /** Draws the seats as they are now. */
  update({ lookOf, isDimmed, orphans, colourOf }: Scene): void {
    const { seats } = this.#plan
    const looks = seats.map(lookOf)
    seats.forEach((seat, index) => {
      const state = looks[index] !== 'free' ? 'taken' : isDimmed(seat) ? 'free dimmed' : 'free'
      if (this.#isNew(seat, state)) this.#seats[index]?.setAttribute('class', `seat ${state}`)
    })
    for (const { name, shape, has } of marks) {
      const marked = seats.filter((seat, index) => has(seat, looks[index] ?? 'free', orphans))
      this.#mark(name, marked, shape)
    }
    const coloured = seats[looks.indexOf('coloured')]
    if (coloured) this.#find('.coloured').style.stroke = colourOf(coloured) ?? ''
  }

  /** Draws a ring around the seat under the pointer, or at which the keyboard is. */
  ring(name: 'hovered' | 'focused', seat: PlanSeat | null): void {
    this.#mark(name, seat ? [seat] : [], ring)
  }

  #mark(name: string, seats: PlanSeat[], shape: string): void {
    const d = seats.map(({ x, y }) => `M${x} ${y}${shape}`).join('')
    if (this.#isNew(name, d)) this.#find(`.${name}`).setAttribute('d', d)
  }

  #isNew(key: string | PlanSeat, drawn: string): boolean {
    const isNew = (this.#drawn.get(key) ?? '') !== drawn
    this.#drawn.set(key, drawn)
    return isNew
  }

  /** Shows the part of the hall that a view sees. */
  look({ scale, x, y }: View, isGliding: boolean): void {
    this.#hall.classList.toggle('gliding', isGliding)
    this.#hall.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }

  /** Writes the names of sections and rows and, of seats in sight, the numbers, as far as a view has room for them. */
  label({ scale }: View, isInSight: (seat: Point) => boolean): void {
    const { stage, seats } = this.#plan
    const pitch = seatPitch * scale
    const free = seats.filter((seat) => !seat.isAccessible && this.#drawn.get(seat)?.startsWith('free'))
    const labels = [label('title of-stage', middleOf(stage), texts.stage, Math.max(24, 11 / scale))]
    if (pitch >= numbersFrom)
      labels.push(...free.filter(isInSight).map((seat) => label('number', seat, seat.number, 9)))
    for (const section of this.#sections) {
      if (pitch < lettersFrom && this.#sections.length > 8) labels.push(badge(section, scale))
      else if (section.outlines.length === 1) labels.push(title(section, scale))
      if (pitch < lettersFrom) continue
      labels.push(...section.rows.flatMap(section.outlines.length > 1 ? boxName : rowLetters))
    }
    this.#find('.labels').innerHTML = labels.join('')
  }
}

function seatElement({ x, y, isAccessible, category }: PlanSeat): string {
  const round = isAccessible ? radius * 0.4 : radius
  return `<rect class="seat free" x="${x - radius}" y="${y - radius}" width="${2 * radius}" height="${2 * radius}" rx="${round}" fill="${category.color}"/>`
}

const outlined = (corners: Point[]) => `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

const label = (name: string, { x, y }: Point, text: string, size: number) =>
  `<text class="${name}" x="${x}" y="${y}" style="font-size: ${size}px">${text}</text>`

/** Writes the letter of a row at both of its ends. */
function rowLetters(row: PlanSeat[]): string[] {
  return [row, [...row].reverse()].flatMap(([end, next]) =>
    end && next ? label('letter', { x: 2 * end.x - next.x, y: 2 * end.y - next.y }, end.row, 11) : [],
  )
}

function boxName(box: PlanSeat[]): string[] {
  const y = boxOf(box).top - seatPitch * 0.85
  return [label('letter', { x: middleOf(box).x, y }, `Box ${box[0]?.row ?? ''}`, 10)]
}

/** Writes the name of a section in front of its first row, at a right angle to it. */
function title({ label: name, rows: [first = []] }: Section, scale: number): string {
  const index = Math.floor(first.length / 2)
  const [before, middle] = [first[index - 1], first[index]]
  if (!before || !middle) return ''
  const [dx, dy] = [middle.x - before.x, middle.y - before.y]
  const away = (seatPitch * 1.6) / (Math.hypot(dx, dy) || 1)
  const at = { x: (middle.x + before.x) / 2 + dy * away, y: (middle.y + before.y) / 2 - dx * away }
  return label('title', at, name, Math.min(15, Math.max(12, 12 / scale)))
}

/** Writes the name of a section over its seats while they are too small to be told apart, hardly wider than they are. */
function badge({ label: name, seats }: Section, scale: number): string {
  const { left, right } = boxOf(seats)
  const fitting = (right - left) / name.length
  return label('badge', middleOf(seats), name, Math.max(Math.min(11 / scale, fitting), 8 / scale))
}

function middleOf(points: Point[]): Point {
  const { left, top, right, bottom } = boxOf(points)
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
