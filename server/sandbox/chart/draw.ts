import type { Palette } from './palette.ts'
import { boxOf, seatPitch, type Box, type Plan, type PlanSeat, type Point, type Section } from './plan.ts'
import { toHall, type Size, type View } from './view.ts'

/** How a seat looks: each look has a shape of its own, so that colour is never needed. */
export type Look = 'free' | 'selected' | 'held' | 'booked' | 'unavailable'

/** Everything that a picture of the hall depends on. */
export interface Scene {
  plan: Plan
  sections: Section[]
  view: View
  size: Size
  palette: Palette
  font: string
  stageLabel: string
  lookOf: (seat: PlanSeat) => Look
  isDimmed: (seat: PlanSeat) => boolean
  orphans: PlanSeat[]
  /** The seat under the pointer. */
  hovered: PlanSeat | null
  /** The seat that the keyboard is at. */
  focused: PlanSeat | null
}

const radius = seatPitch * 0.4
/** Pixels from seat to seat from which numbers and marks are legible. */
const numbersFrom = 21
const lettersFrom = 13

/** What is around a seat and can look different because of it, in units of the hall. */
const surroundings = seatPitch * 0.8

/**
 * Draws the hall, or of it only the surroundings of some seats. Seats that look the same are drawn in one go, so that
 * thousands take a few milliseconds.
 */
export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  ratio: number,
  seats: PlanSeat[] | null,
): void {
  const { view, size } = scene
  const [start, end] = [toHall(view, { x: 0, y: 0 }), toHall(view, { x: size.width, y: size.height })]
  const areas = seats?.map(({ x, y }) => ({
    left: x - surroundings,
    top: y - surroundings,
    right: x + surroundings,
    bottom: y + surroundings,
  })) ?? [{ left: start.x, top: start.y, right: end.x, bottom: end.y }]
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.beginPath()
  // Whole pixels, so that no edges remain.
  const pixels = areas.map(({ left, top, right, bottom }) => {
    const [x, y] = [
      Math.floor((left * view.scale + view.x) * ratio),
      Math.floor((top * view.scale + view.y) * ratio),
    ]
    return [
      x,
      y,
      Math.ceil((right * view.scale + view.x) * ratio) - x,
      Math.ceil((bottom * view.scale + view.y) * ratio) - y,
    ] as const
  })
  for (const rectangle of pixels) context.rect(...rectangle)
  context.clip()
  for (const rectangle of pixels) context.clearRect(...rectangle)
  context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y)
  drawFloors(context, scene)
  drawStage(context, scene)
  drawSeats(context, scene, areas)
  drawNames(context, scene)
  context.restore()
}

function drawFloors(context: CanvasRenderingContext2D, { sections, palette }: Scene): void {
  context.lineJoin = 'round'
  for (const [color, width] of [
    [palette.floorEdge, seatPitch * 1.75],
    [palette.floor, seatPitch * 1.6],
  ] as const) {
    context.strokeStyle = context.fillStyle = color
    context.lineWidth = width
    for (const { outlines } of sections)
      for (const outline of outlines) {
        trace(context, outline)
        context.stroke()
        context.fill()
      }
  }
}

function drawStage(
  context: CanvasRenderingContext2D,
  { plan, palette, font, stageLabel, view }: Scene,
): void {
  context.fillStyle = context.strokeStyle = palette.stage
  context.lineWidth = 14
  context.lineJoin = 'round'
  trace(context, plan.stage)
  context.stroke()
  context.fill()
  const { x, y } = middleOf(plan.stage)
  context.fillStyle = palette.stageInk
  context.font = `600 ${Math.max(24, 11 / view.scale)}px ${font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  spaced(context, stageLabel, x, y, 6)
}

function drawSeats(context: CanvasRenderingContext2D, scene: Scene, areas: Box[]): void {
  const { plan, palette, view, lookOf } = scene
  const groups = new Map<string, PlanSeat[]>()
  const selected: PlanSeat[] = []
  for (const seat of plan.seats) {
    if (!isIn(areas, seat)) continue
    const look = lookOf(seat)
    if (look === 'selected') {
      selected.push(seat)
      continue
    }
    const color = look === 'free' ? seat.category.color : ''
    const key = `${look} ${color} ${scene.isDimmed(seat)}`
    const group = groups.get(key)
    if (group) group.push(seat)
    else groups.set(key, [seat])
  }

  const pitch = seatPitch * view.scale
  for (const [key, seats] of groups) {
    const [look = 'free', color = '', isDimmed] = key.split(' ')
    context.globalAlpha = isDimmed === 'true' ? 0.25 : 1
    drawGroup(context, seats, look as Look, color, palette, pitch)
    if (look === 'free') drawMarks(context, seats, palette, pitch)
    if (look === 'free' && pitch >= numbersFrom) drawNumbers(context, seats, scene)
  }
  context.globalAlpha = 1
  drawOrphans(context, scene)
  for (const seat of selected) drawSelected(context, seat, palette)
  for (const [seat, color] of [
    [scene.hovered, palette.ink],
    [scene.focused, palette.focus],
  ] as const)
    if (seat) drawRing(context, seat, color, palette)
}

function drawGroup(
  context: CanvasRenderingContext2D,
  seats: PlanSeat[],
  look: Look,
  color: string,
  palette: Palette,
  pitch: number,
): void {
  context.beginPath()
  if (look === 'free') {
    for (const seat of seats) traceSeat(context, seat, radius)
    context.fillStyle = color
    context.fill()
    return
  }
  // Sold: a small disc with a cross. Held: a ring. Not on sale: a dot.
  const size = look === 'unavailable' ? radius * 0.35 : look === 'held' ? radius * 0.62 : radius * 0.72
  for (const { x, y } of seats) {
    context.moveTo(x + size, y)
    context.arc(x, y, size, 0, 2 * Math.PI)
  }
  if (look === 'held') {
    context.strokeStyle = palette.takenMark
    context.lineWidth = 2
    context.setLineDash([3, 2])
    context.stroke()
    context.setLineDash([])
    return
  }
  context.fillStyle = palette.taken
  context.fill()
  if (look !== 'booked' || pitch < 9) return
  context.beginPath()
  const arm = radius * 0.3
  for (const { x, y } of seats) {
    context.moveTo(x - arm, y - arm)
    context.lineTo(x + arm, y + arm)
    context.moveTo(x + arm, y - arm)
    context.lineTo(x - arm, y + arm)
  }
  context.strokeStyle = palette.takenMark
  context.lineWidth = 1.6
  context.stroke()
}

/** Marks of free seats: a wheel for step-free places, a dot for companions, a bar for a restricted view. */
function drawMarks(
  context: CanvasRenderingContext2D,
  seats: PlanSeat[],
  palette: Palette,
  pitch: number,
): void {
  context.strokeStyle = context.fillStyle = '#ffffff'
  context.lineWidth = 2
  context.lineCap = 'round'
  for (const { x, y, isAccessible, isCompanion, hasRestrictedView } of seats) {
    if (isAccessible && pitch < numbersFrom * 3) drawWheelchair(context, x, y)
    if (isCompanion && pitch < numbersFrom) {
      context.beginPath()
      context.arc(x, y, radius * 0.3, 0, 2 * Math.PI)
      context.fill()
    }
    if (hasRestrictedView) {
      context.beginPath()
      context.strokeStyle = palette.surface
      context.moveTo(x - radius * 1.05, y - radius * 0.62)
      context.lineTo(x + radius * 1.05, y - radius * 0.62)
      context.stroke()
      context.strokeStyle = '#ffffff'
    }
  }
}

function drawWheelchair(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.lineWidth = 1.6
  context.beginPath()
  context.arc(x - 0.5, y + 1.8, 3.6, -0.6, 3.7)
  context.moveTo(x - 1, y - 2.5)
  context.lineTo(x - 1, y + 1)
  context.lineTo(x + 2.6, y + 1)
  context.lineTo(x + 4.6, y + 4.6)
  context.stroke()
  context.beginPath()
  context.arc(x - 1, y - 5, 1.4, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 2
}

function drawNumbers(context: CanvasRenderingContext2D, seats: PlanSeat[], { font }: Scene): void {
  context.fillStyle = '#ffffff'
  context.font = `600 9px ${font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { x, y, number, isAccessible } of seats) if (!isAccessible) context.fillText(number, x, y + 0.6)
}

function drawSelected(context: CanvasRenderingContext2D, seat: PlanSeat, palette: Palette): void {
  context.beginPath()
  traceSeat(context, seat, radius * 1.18)
  context.fillStyle = palette.selected
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = seat.category.color
  context.stroke()
  context.beginPath()
  context.moveTo(seat.x - 4.5, seat.y + 0.2)
  context.lineTo(seat.x - 1.2, seat.y + 3.6)
  context.lineTo(seat.x + 4.8, seat.y - 3.4)
  context.lineWidth = 2.4
  context.lineCap = context.lineJoin = 'round'
  context.strokeStyle = palette.selectedInk
  context.stroke()
}

function drawOrphans(context: CanvasRenderingContext2D, { orphans, palette }: Scene): void {
  if (orphans.length === 0) return
  context.beginPath()
  for (const { x, y } of orphans) {
    context.moveTo(x + radius * 1.25, y)
    context.arc(x, y, radius * 1.25, 0, 2 * Math.PI)
  }
  context.strokeStyle = palette.ink
  context.lineWidth = 2
  context.setLineDash([4, 3])
  context.stroke()
  context.setLineDash([])
}

function drawRing(context: CanvasRenderingContext2D, seat: PlanSeat, color: string, palette: Palette): void {
  for (const [stroke, width] of [
    [palette.surface, 6],
    [color, 3],
  ] as const) {
    context.beginPath()
    traceSeat(context, seat, radius * 1.4)
    context.strokeStyle = stroke
    context.lineWidth = width
    context.stroke()
  }
}

/** Draws row letters at both ends of the rows, and names of sections. */
function drawNames(context: CanvasRenderingContext2D, scene: Scene): void {
  const { sections, palette, view, font } = scene
  const pitch = seatPitch * view.scale
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const section of sections) {
    const isOfBoxes = section.outlines.length > 1
    if (pitch >= lettersFrom && !isOfBoxes) {
      context.font = `600 11px ${font}`
      context.fillStyle = palette.quiet
      for (const seats of section.rows)
        for (const [end, next] of [
          [seats[0], seats[1]],
          [seats.at(-1), seats.at(-2)],
        ])
          if (end && next) context.fillText(end.row, 2 * end.x - next.x, 2 * end.y - next.y + 0.5)
    }
    const isNarrow = pitch < lettersFrom && sections.length > 8
    if (isNarrow) drawBadge(context, section, scene)
    else if (!isOfBoxes) drawTitle(context, section.label, section.rows[0] ?? [], scene)
    else for (const seats of section.rows) drawBoxName(context, seats, scene)
  }
}

/** The name of a section in front of its first row. */
function drawTitle(context: CanvasRenderingContext2D, label: string, first: PlanSeat[], scene: Scene): void {
  const middle = first[Math.floor(first.length / 2)]
  const before = first[Math.floor(first.length / 2) - 1]
  if (!middle || !before) return
  // At a right angle to the row, towards the stage.
  const [dx, dy] = [middle.x - before.x, middle.y - before.y]
  const length = Math.hypot(dx, dy) || 1
  const x = (middle.x + before.x) / 2 + (dy / length) * seatPitch * 1.6
  const y = (middle.y + before.y) / 2 - (dx / length) * seatPitch * 1.6
  const px = Math.min(15, Math.max(12, 12 / scene.view.scale))
  context.fillStyle = scene.palette.ink
  context.font = `650 ${px}px ${scene.font}`
  spaced(context, label, x, y, 2)
}

/** The name of a section over its seats, in pixels of the screen, while the seats are too small to be told apart. */
function drawBadge(context: CanvasRenderingContext2D, { label, seats }: Section, scene: Scene): void {
  const { view, palette, font } = scene
  const { x, y } = middleOf(seats)
  const { left, right } = boxOf(seats)
  context.font = `650 10px ${font}`
  // As large as on a screen, but not much wider than the section.
  const fitting = ((right - left) * 0.6 * 10) / context.measureText(label).width
  const px = Math.max(Math.min(11 / view.scale, fitting), 8 / view.scale)
  context.font = `650 ${px}px ${font}`
  const width = context.measureText(label).width + px
  context.fillStyle = palette.surface
  context.globalAlpha = 0.92
  context.beginPath()
  context.roundRect(x - width / 2, y - px * 0.85, width, px * 1.7, px * 0.6)
  context.fill()
  context.globalAlpha = 1
  context.fillStyle = palette.ink
  context.fillText(label, x, y + px * 0.06)
}

function drawBoxName(context: CanvasRenderingContext2D, seats: PlanSeat[], scene: Scene): void {
  if (seatPitch * scene.view.scale < lettersFrom) return
  const top = Math.min(...seats.map(({ y }) => y))
  const { x } = middleOf(seats)
  context.fillStyle = scene.palette.quiet
  context.font = `600 10px ${scene.font}`
  context.fillText(`Box ${seats[0]?.row ?? ''}`, x, top - seatPitch * 0.85)
}

function spaced(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  spacing: number,
): void {
  context.letterSpacing = `${spacing}px`
  context.fillText(text.toUpperCase(), x + spacing / 2, y)
  context.letterSpacing = '0px'
}

function trace(context: CanvasRenderingContext2D, points: Point[]): void {
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.closePath()
}

/** A round seat; a step-free place is square with round corners. */
function traceSeat(context: CanvasRenderingContext2D, { x, y, isAccessible }: PlanSeat, size: number): void {
  if (isAccessible) context.roundRect(x - size, y - size, 2 * size, 2 * size, size * 0.4)
  else {
    context.moveTo(x + size, y)
    context.arc(x, y, size, 0, 2 * Math.PI)
  }
}

/** Whether a seat, with its rings, reaches into one of the areas. */
function isIn(areas: Box[], { x, y }: Point): boolean {
  return areas.some(
    ({ left, top, right, bottom }) =>
      x > left - seatPitch && x < right + seatPitch && y > top - seatPitch && y < bottom + seatPitch,
  )
}

function middleOf(points: Point[]): Point {
  const { left, top, right, bottom } = boxOf(points)
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
