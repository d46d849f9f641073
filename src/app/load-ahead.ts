import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { prepare, prepareAll } from '#src/checkout/lazy-component.tsx'
import { loadLazyStyles } from '#src/checkout/lazy-styles.ts'
import { firstHeldStep, saleSteps, stepFacts, type Step } from '#src/checkout/rules/sale-steps.ts'
import { selectStep } from '#src/checkout/selectors.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import { queryClient } from './query-client.ts'
import {
  loadAccount,
  loadAddress,
  loadBasket,
  loadDelivery,
  loadDonation,
  loadOrderCompleted,
  loadPayment,
  loadQuestions,
  loadReservation,
} from './step-actors.ts'

/** What the chart of each step calls (`checkout-with.ts`); null if it calls nothing, or it is in the first load. */
const actors: Record<Step, (() => Promise<unknown>) | null> = {
  basket: loadBasket,
  reserve: loadReservation,
  captcha: null,
  donation: loadDonation,
  gift_aid: null,
  login: loadAccount,
  marketing_preferences: loadAccount,
  delivery_address: loadAddress,
  ticket_questions_before: loadQuestions,
  payment: loadPayment,
  awaiting_truelayer: loadPayment,
  deliver_tickets: loadDelivery,
  ticket_questions_after: loadQuestions,
  waiver: null,
  after_sale_messages: null,
  order_completed: loadOrderCompleted,
}

/** The name of a step's lazy component, as in `checkout-screen.tsx`. */
const componentOf = (step: Step) =>
  step.startsWith('ticket_questions') ? 'ticket-questions-step' : `${step.replaceAll('_', '-')}-step`

/**
 * Loads what the steps after each step need that is shown, so that the press that leads to a step waits for its call only
 * (docs/decisions/0055-the-next-step-is-loaded-ahead.md). A mark in the browser's timeline says when it has, or has given up.
 */
export function loadAheadOf(checkout: CheckoutActor) {
  let last: Step | undefined
  let loading = Promise.resolve()
  function follow() {
    const step = selectStep(checkout.getSnapshot())
    // Its call is under way, and leads to another step.
    if (step === last || step === 'reserve' || step === 'determining') return
    loading = loading.then(() => loadAfter(step))
    // The reservation does so too.
    if (last === undefined && isBeforePayment(step)) loading = loading.then(prepareCards)
    loading = loading.then(() => void performance.mark('loaded-ahead', { detail: step }))
    last = step
  }
  checkout.subscribe(follow)
  follow()
}

/**
 * Loads what the steps after this one need, one step after the other, once the browser has nothing else to do. From the basket it
 * loads the steps that Reserve leads through only, as many buyers just look at it, and nothing on a connection that saves data.
 * What does not come is loaded when it is needed.
 */
async function loadAfter(step: Step): Promise<void> {
  const isBasket = step === 'basket'
  if (isBasket && savesData()) return
  await whenIdle()
  if (
    !(await loadLazyStyles().then(
      () => true,
      () => false,
    ))
  )
    return
  for (const next of isBasket ? afterBasket() : inOrder.slice(inOrder.indexOf(step)))
    await Promise.all([prepare([componentOf(next)]), actors[next]?.().catch(() => {})])
  if (isBasket) await prepare(['step-summary', 'countdown', 'edit-basket', 'way-back'])
  else await prepareAll()
}

const inOrder = Object.keys(saleSteps) as Step[]

const isBeforePayment = (step: Step) =>
  saleSteps[step].phase === 'held' && inOrder.indexOf(step) < inOrder.indexOf('payment')

/** Prepares the card provider of tickets that are held since before the page was loaded again. */
async function prepareCards() {
  const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
  const actors = await loadPayment().catch(() => null)
  if (checkout) await actors?.prepareCardProvider(queryClient, checkout).catch(() => {})
}

/** The steps that a press of "Reserve Basket" leads through, without the captcha that few are asked for. */
function afterBasket(): Step[] {
  const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
  return ['basket', 'reserve', ...(checkout ? [firstHeldStep(stepFacts(checkout))] : [])]
}

/** Whether the buyer saves data, or has a connection on which every byte is waited for (Network Information API; not in every browser). */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
