import type { Point } from './plan.ts'

interface Listeners {
  tap: (event: MouseEvent, at: Point, isTouch: boolean) => void
  hover: (event: PointerEvent) => void
  pan: (by: Point) => void
  pinch: (factor: number, around: Point) => void
  /** Returns whether the plan has zoomed; otherwise the page scrolls. */
  wheel: (factor: number, around: Point) => boolean
}

/** A pointer that has moved further than this is dragging, in pixels. */
const dragFrom = 7

/** Listens to an element's pointers and wheel until the signal ends; points are in pixels of the element. */
export function listenToGestures(element: HTMLElement, listeners: Listeners, signal: AbortSignal): void {
  const pointers = new Map<number, Point>()
  let start: Point = { x: 0, y: 0 }
  let isDragging = false
  let isTouch = false

  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, listener, { signal, passive: false })

  on('pointerdown', (event) => {
    if (event.button !== 0) return
    pointers.set(event.pointerId, at(event))
    isDragging = pointers.size > 1
    isTouch = event.pointerType !== 'mouse'
    start = at(event)
  })
  on('pointermove', (event) => {
    const point = at(event)
    const before = pointers.get(event.pointerId)
    if (!before || (!isDragging && Math.hypot(point.x - start.x, point.y - start.y) < dragFrom)) return
    isDragging = true
    element.setPointerCapture(event.pointerId)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, point)
    const share = other ? 2 : 1
    listeners.pan({ x: (point.x - before.x) / share, y: (point.y - before.y) / share })
    if (!other) return
    const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1
    listeners.pinch(distance(point) / distance(before), {
      x: (point.x + other.x) / 2,
      y: (point.y + other.y) / 2,
    })
  })
  on('pointerup', ({ pointerId }) => pointers.delete(pointerId))
  // Not before the click: it would press what a tap brings up under the finger.
  on('click', (event) => {
    if (!isDragging) listeners.tap(event, at(event), isTouch)
  })
  on('pointercancel', ({ pointerId }) => pointers.delete(pointerId))
  on('pointerover', (event) => {
    if (event.pointerType === 'mouse' && pointers.size === 0) listeners.hover(event)
  })
  on('pointerleave', listeners.hover)
  on('wheel', (event) => {
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
    if (listeners.wheel(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018)), at(event)))
      event.preventDefault()
  })
}
