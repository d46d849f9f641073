import { seatPitch, type Box, type Point } from './plan.ts'

/** The free edge around the hall, in pixels: narrower on a phone. */
const paddingOf = (width: number) => (width < 600 ? 10 : 28)
/** At most so many pixels from seat to seat. */
const widestPitch = 56

/** What part of the hall is seen: `scale` pixels per unit, and the pixel where the hall's origin is. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** The view in which a box of the hall is as large as fits. */
export function fit(box: Box, { width, height }: Size): View {
  const padding = paddingOf(width)
  const scale = Math.min(
    Math.max(width - 2 * padding, 1) / Math.max(box.right - box.left, 1),
    Math.max(height - 2 * padding, 1) / Math.max(box.bottom - box.top, 1),
    widestPitch / seatPitch,
  )
  return {
    scale,
    x: width / 2 - ((box.left + box.right) / 2) * scale,
    y: height / 2 - ((box.top + box.bottom) / 2) * scale,
  }
}

export const toScreen = (view: View, { x, y }: Point): Point => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
})

export const toHall = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
})

/** Zooms by a factor around a pixel, which stays where it is, and keeps the hall in sight. */
export function zoom(view: View, factor: number, around: Point, whole: View, hall: Box, size: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, whole.scale), widestPitch / seatPitch)
  const { x, y } = toHall(view, around)
  return keepInside({ scale, x: around.x - x * scale, y: around.y - y * scale }, whole, hall, size)
}

/** Moves a view so that the hall fills it or, if smaller, stands in its middle. */
export function keepInside(view: View, whole: View, hall: Box, { width, height }: Size): View {
  const padding = paddingOf(width)
  const inside = (start: number, low: number, high: number, room: number) => {
    const [from, to] = [low * view.scale, high * view.scale]
    if (to - from + 2 * padding <= room) return room / 2 - (from + to) / 2
    return Math.min(padding - from, Math.max(room - padding - to, start))
  }
  if (view.scale <= whole.scale * 1.001) return whole
  return {
    scale: view.scale,
    x: inside(view.x, hall.left, hall.right, width),
    y: inside(view.y, hall.top, hall.bottom, height),
  }
}
