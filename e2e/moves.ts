import type { Page } from '@playwright/test'

interface Place {
  x: number
  y: number
}

type Watched = Window & { moves: string[]; isWatching?: true }

/**
 * Notes in each frame where every control is that a buyer could press, from when a step has a control of its own under its heading on
 * the screen. `movesOf` returns what has moved since.
 */
export async function watchMoves(page: Page) {
  await page.addInitScript(() => {
    const moves: string[] = []
    Object.assign(window, { moves })
    const controls = 'a[href], button, input, select, textarea, summary, iframe'
    let places = new Map<string, Place>()
    let isWatching = false

    /** A control by its name, and not by its element: one that is drawn anew elsewhere has moved too. */
    function nameOf(control: Element) {
      const { id, textContent } = control
      const label = control.getAttribute('aria-label') ?? control.getAttribute('name')
      const words = label ?? (textContent.trim().replaceAll(/\s+/g, ' ') || id)
      const part = control.closest('main, header, nav, footer, section')?.localName ?? 'page'
      return `${control.localName} “${words}” in ${part}`
    }

    function look() {
      isWatching ||= [...document.querySelectorAll('[data-state]:not([data-state=determining]) main')].some(
        (main) => main.querySelector('h1') && [...main.querySelectorAll(controls)].some(isVisible),
      )
      if (isWatching) {
        Object.assign(window, { isWatching })
        compare()
      }
      requestAnimationFrame(look)
    }

    function compare() {
      const now = new Map<string, Place>()
      for (const control of document.querySelectorAll(controls)) {
        if (!isVisible(control)) continue
        const name = nameOf(control)
        let own = name
        for (let count = 2; now.has(own); count += 1) own = `${name} ${count}`
        const { x, y, bottom } = control.getBoundingClientRect()
        // Nobody presses what is not on the screen.
        if (bottom > 0 && y < innerHeight) now.set(own, { x, y })
        const before = places.get(own)
        if (before && Math.hypot(before.x - x, before.y - y) > 0.5)
          moves.push(`${own} moves by ${Math.round(x - before.x)}, ${Math.round(y - before.y)} px`)
      }
      places = now
    }

    const isVisible = (control: Element) => control.checkVisibility({ visibilityProperty: true })
    requestAnimationFrame(look)
  })
}

/** What has moved on the page, once two more frames are drawn. Rejects if nothing was there to be watched. */
export const movesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const { isWatching, moves } = window as unknown as Watched
            if (isWatching) resolve(moves)
            else reject(new Error('the step has no control'))
          }),
        ),
      ),
  )
