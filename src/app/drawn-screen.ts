import type { QueryClient } from '@tanstack/react-query'
import { waitFor, type AnyActorRef } from 'xstate'
import { fromJson } from '#src/http/client.ts'
import { prepare } from '#src/checkout/lazy-component.tsx'
import { storePageReplies, type PageReplies } from '#src/checkout/page-replies.ts'
import { selectShownSubstate, selectStep, selectStepChart } from '#src/checkout/selectors.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'

/** How long the scripts of a step's chart may take, in milliseconds, before the screen is drawn anew. */
const patience = 3_000

/** Stores the replies that came with the page, if the shop has sent any: they are as old as the page's first byte. */
export function readPageReplies(queryClient: QueryClient) {
  const json = document.getElementById('replies')?.textContent
  if (!json) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  storePageReplies(queryClient, {
    ...(fromJson(json) as PageReplies),
    readAt: navigation?.responseStart ?? performance.now(),
  })
}

/**
 * Loads the scripts of the drawn screen, then starts the checkout, so that it finds nothing to wait for on its way to the state
 * that is drawn; returns whether it comes there.
 */
export async function comeToDrawn(actor: CheckoutActor, drawn: HTMLElement): Promise<boolean> {
  const { state, substate } = drawn.querySelector<HTMLElement>('[data-state]')?.dataset ?? {}
  const loading = prepare(drawn.dataset.scripts?.split(' ').filter(Boolean) ?? [])
  const hasScripts = await Promise.race([loading, after(patience)])
  actor.start()
  const isSame = await comeTo(actor, state, substate).then(
    () => hasScripts,
    () => false,
  )
  if (!isSame) emitPageEvent({ type: 'problem', name: 'drawn anew', detail: `${state} ${substate}` })
  return isSame
}

/** Resolves in the step and in the innermost state of its chart; rejects after the patience. */
async function comeTo(actor: CheckoutActor, step = '', substate = '') {
  const timeout = { timeout: patience }
  await waitFor(actor, (snapshot) => selectStep(snapshot) === step, timeout)
  const isThere = () => selectShownSubstate(actor.getSnapshot()) === substate
  await waitFor<AnyActorRef>(selectStepChart(actor.getSnapshot()) ?? actor, isThere, timeout)
}

/** Marks that the page has its own screen now. */
export const markTaken = () => document.getElementById('app')?.removeAttribute('data-scripts')

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false))
