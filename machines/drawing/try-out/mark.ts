import type { Place } from '#machines/paths/search.ts'
import { statesAt } from './trial.ts'

/** Marks the states of a place on the drawings, and the rows of what has just happened, and brings them into view beside the panel. */
export function mark(place: Place, took: readonly string[]): void {
  for (const one of document.querySelectorAll('.now, .took')) one.classList.remove('now', 'took')
  const boxes = statesAt(place).flatMap((id) => [
    ...document.querySelectorAll(`[data-state="${CSS.escape(id)}"]`),
  ])
  for (const box of boxes) box.classList.add('now')
  for (const row of document.querySelectorAll<SVGGElement>('.row[data-keys]'))
    row.classList.toggle(
      'took',
      row.dataset.keys?.split('|').some((key) => took.includes(key)),
    )
  const innermost = boxes.at(-1)
  for (let chart = innermost?.closest('details'); chart; chart = chart.parentElement?.closest('details'))
    chart.open = true
  // On a phone the panel is what is looked at
  if (matchMedia('(min-width: 1100px)').matches)
    requestAnimationFrame(() =>
      innermost?.querySelector('a')?.scrollIntoView({ block: 'center', inline: 'nearest' }),
    )
}

/** The picture of the screen that is shown at a place; undefined if there is none. */
export function pictureOf(place: Place): string | undefined {
  const pictures = statesAt(place).map(
    (id) =>
      document.querySelector(`[data-state="${CSS.escape(id)}"] > a > image`)?.getAttribute('href') ??
      undefined,
  )
  return pictures.findLast((href) => href !== undefined)
}
