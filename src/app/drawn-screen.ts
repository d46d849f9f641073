import type { QueryClient } from '@tanstack/react-query'
import { waitFor, type AnyActorRef } from 'xstate'
import { fromJson } from '#src/http/client.ts'
import { prepareSurely } from '#src/checkout/lazy-component.tsx'
import { storePageReplies, type PageReplies } from '#src/checkout/page-replies.ts'
import { selectShownSubstate, selectStep, selectStepChart } from '#src/checkout/selectors.ts'
import { signOutMark } from '#src/checkout/sign-outs.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'
import { nextTask } from '#src/lib/next-task.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'

/** How long the chart may take to the drawn state, in milliseconds, before the screen is drawn anew. */
const patience = 3_000

/**
 * Stores the replies that came with the page, if the shop has sent any: they are as old as the page's first byte. Returns false if
 * the screen is not to be believed either: the page is one that the browser has kept, or somebody has signed out in it since.
 */
export function readPageReplies(queryClient: QueryClient): boolean {
  const element = document.getElementById('replies')
  if (!element) return true
  element.remove()
  const { signedOut, ...replies } = fromJson(element.textContent) as PageReplies & { signedOut?: string }
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (signedOut !== signOutMark() || navigation?.transferSize === 0) return false
  storePageReplies(queryClient, { ...replies, readAt: navigation?.responseStart ?? 0 })
  return true
}

/**
 * Loads the scripts of the drawn screen, which can be read meanwhile, and its charts' scripts that the page names; again and again if
 * they do not come. Then starts the checkout, so that it finds nothing to wait for on its way to the state that is drawn; returns
 * whether it comes there.
 */
export async function comeToDrawn(
  actor: CheckoutActor,
  queryClient: QueryClient,
  drawn: HTMLElement,
): Promise<boolean> {
  const { state, substate } = drawn.querySelector<HTMLElement>('[data-state]')?.dataset ?? {}
  await prepareSurely(drawn.dataset.scripts?.split(' ').filter(Boolean) ?? [], loadNamed)
  await nextTask()
  const isOurs = readPageReplies(queryClient)
  await nextTask()
  actor.start()
  if (!isOurs) return false
  const isSame = await comeTo(actor, state, substate).then(
    () => true,
    () => false,
  )
  if (!isSame) emitPageEvent({ type: 'problem', name: 'drawn anew', detail: `${state} ${substate}` })
  return isSame
}

const loadNamed = () =>
  Promise.all(
    Array.from(
      document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'),
      ({ href }) => import(/* @vite-ignore */ href),
    ),
  )

/** Resolves in the step and in the innermost state of its chart; rejects after the patience. */
async function comeTo(actor: CheckoutActor, step = '', substate = '') {
  const timeout = { timeout: patience }
  await waitFor(actor, (snapshot) => selectStep(snapshot) === step, timeout)
  const isThere = () => selectShownSubstate(actor.getSnapshot()) === substate
  await waitFor<AnyActorRef>(selectStepChart(actor.getSnapshot()) ?? actor, isThere, timeout)
}

/** Marks that the page has its own screen now. */
export const markTaken = () => document.getElementById('app')?.removeAttribute('data-scripts')
