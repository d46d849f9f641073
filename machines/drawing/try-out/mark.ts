import type { Place } from '#machines/paths/search.ts'
import { statesAt } from './trial.ts'

const boxesOf = (id: string) => document.querySelectorAll(`[data-state="${CSS.escape(id)}"]`)

/** Marks the states of a place on the drawings, and the rows of what has just happened. */
export function mark(place: Place, took: readonly string[]): void {
  markStates(statesAt(place))
  for (const row of document.querySelectorAll<SVGGElement>('.row[data-keys]'))
    row.classList.toggle(
      'took',
      row.dataset.keys?.split('|').some((key) => took.includes(key)),
    )
}

/** The drawings show something else than the checkout in another tab, until something happens there. */
export const stopFollowing = () => document.body.classList.remove('following')

/** Marks states on the drawings, opens the drawing of the last one, and brings it into view if that is beside the panel. */
export function markStates(ids: readonly string[]): void {
  for (const one of document.querySelectorAll('.now, .took')) one.classList.remove('now', 'took')
  const boxes = ids.flatMap((id) => [...boxesOf(id)])
  for (const box of boxes) box.classList.add('now')
  const innermost = boxes.at(-1)
  for (let chart = innermost?.closest('details'); chart; chart = chart.parentElement?.closest('details'))
    chart.open = true
  if (matchMedia('(min-width: 1100px)').matches)
    requestAnimationFrame(() =>
      innermost?.querySelector('a')?.scrollIntoView({ block: 'center', inline: 'nearest' }),
    )
}

/** The picture of the screen that is shown at a place; undefined if there is none. */
export function pictureOf(place: Place): string | undefined {
  const pictures = statesAt(place).map((id) =>
    document.querySelector(`[data-state="${CSS.escape(id)}"] > a > image`)?.getAttribute('href'),
  )
  return pictures.findLast((href) => typeof href === 'string') ?? undefined
}
