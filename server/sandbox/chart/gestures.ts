import type { Point } from './plan.ts'

/** What a person does with a pointer, a wheel or two fingers, in pixels of the element. */
interface Listeners {
  tap: (at: Point, isTouch: boolean) => void
  hover: (at: Point | null) => void
  pan: (by: Point) => void
  pinch: (factor: number, around: Point, by: Point) => void
  /** Returns whether the chart has zoomed; otherwise the page scrolls. */
  wheel: (factor: number, around: Point) => boolean
}

/** A pointer that has moved further than this is dragging, in pixels. */
const dragFrom = 7

/** Listens to an element's pointers until the signal ends. */
export function listenToGestures(element: HTMLElement, listeners: Listeners, signal: AbortSignal): void {
  const pointers = new Map<number, Point>()
  let start: Point | null = null
  let isDragging = false

  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      pointers.set(event.pointerId, at(event))
      if (pointers.size === 1) {
        start = at(event)
        isDragging = false
      } else isDragging = true
    },
    { signal },
  )

  element.addEventListener(
    'pointermove',
    (event) => {
      const point = at(event)
      const before = pointers.get(event.pointerId)
      if (!before || !start) {
        if (event.pointerType === 'mouse') listeners.hover(point)
        return
      }
      if (!isDragging && Math.hypot(point.x - start.x, point.y - start.y) < dragFrom) return
      if (!isDragging) {
        isDragging = true
        element.setPointerCapture(event.pointerId)
        listeners.hover(null)
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, point)
      if (!other) {
        listeners.pan({ x: point.x - before.x, y: point.y - before.y })
        return
      }
      const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1
      listeners.pinch(
        distance(point) / distance(before),
        { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 },
        { x: (point.x - before.x) / 2, y: (point.y - before.y) / 2 },
      )
    },
    { signal },
  )

  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    if (pointers.size === 0 && start && !isDragging && event.type === 'pointerup')
      listeners.tap(at(event), event.pointerType !== 'mouse')
    if (pointers.size === 0) start = null
  }
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('pointerleave', () => listeners.hover(null), { signal })
  element.addEventListener(
    'wheel',
    (event) => {
      const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
      if (listeners.wheel(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018)), at(event)))
        event.preventDefault()
    },
    { signal, passive: false },
  )
}
