import { fromJson } from '#src/http/client.ts'
import { prepareSurely } from '#src/checkout/lazy-component.tsx'
import { signOutMark } from '#src/checkout/sign-outs.ts'
import { nextTask } from '#src/lib/next-task.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'
import type { PageScreen } from './page-screen.ts'

/** Later than this, in milliseconds, the page asks for its replies itself: its tab may have been restored from a file. */
const youngFor = 60_000

/** How long the chart may take to the drawn state, in milliseconds, before the screen is drawn anew. */
const patience = 3_000

/**
 * Stores the replies that came with the page, if the shop has sent any: they are as old as the page's first byte. Returns false if
 * the screen is not to be believed either: the page is one that the browser has kept, or is old, or somebody has signed out since.
 */
export function readPageReplies({ store }: PageScreen): boolean {
  const element = document.getElementById('replies')
  if (!element) return true
  element.remove()
  const { signedOut, ...replies } = fromJson(element.textContent) as { signedOut?: string }
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const readAt = navigation?.responseStart ?? 0
  // While a device sleeps, the clock of the page may stand still; that of the day may be set.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin) - readAt
  const isOld = navigation?.transferSize === 0 || age > youngFor
  if (isOld || signedOut !== signOutMark()) return false
  store({ ...replies, readAt })
  return true
}

/**
 * Loads the scripts of the drawn screen, which can be read meanwhile, and its charts' scripts that the page names; again and again if
 * they do not come. Then starts its chart, so that it finds nothing to wait for on its way to the state that is drawn; returns
 * whether it comes there.
 */
export async function comeToDrawn(screen: PageScreen, drawn: HTMLElement): Promise<boolean> {
  const place = drawn.querySelector<HTMLElement>('[data-substate]')?.dataset ?? {}
  await prepareSurely(drawn.dataset.scripts?.split(' ').filter(Boolean) ?? [], loadNamed)
  await nextTask()
  const isOurs = readPageReplies(screen)
  await nextTask()
  screen.start()
  if (!isOurs) return false
  const isSame = await screen.comeTo(place, patience).catch(() => false)
  if (!isSame)
    emitPageEvent({ type: 'problem', name: 'drawn anew', detail: `${place.state} ${place.substate}` })
  return isSame
}

const loadNamed = () =>
  Promise.all(
    Array.from(
      document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'),
      ({ href }) => import(/* @vite-ignore */ href),
    ),
  )

/** Marks that the page has its own screen now. */
export const markTaken = () => document.getElementById('app')?.removeAttribute('data-scripts')
