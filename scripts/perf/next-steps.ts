import { leave } from '#e2e/leave-step.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

import type { Sample } from './figures.ts'
import type { Seen, ShownStep } from './observe.ts'
import { judgeTransition } from './transition.ts'
import { arrange, readRequests, readSeen, settle, type Visitor } from './visit.ts'

/** Goes through every step of a guest's checkout, and measures each change of the step; `fetched` takes what was not its own call. */
export async function measureSteps(
  visitor: Visitor,
  url: string,
  fetched: Map<string, string[]>,
): Promise<Sample> {
  const { page } = visitor
  await arrange(visitor, url, { shape: 'everything' })
  await page.goto(`${url}/checkout/`)
  await settle(visitor)
  const codeFor = async (email: string) => {
    const reply = await page.request.get(`${url}/sandbox/code?email=${encodeURIComponent(email)}`)
    return ((await reply.json()) as { code: string }).code
  }
  const sample: Sample = {}
  let from = (await usableAfter(visitor, -1)).state
  while (from !== 'order_completed') {
    const shown = (await readSeen(visitor)).steps.length - 1
    const to = from === 'donation' ? 'gift_aid' : undefined
    await leave[from](page, { to, facts: {}, method: 'card', codeFor })
    const next = await usableAfter(visitor, shown)
    await settle(visitor)
    const begunAt = beginningOf(next, await readSeen(visitor))
    const { beside, others } = judgeTransition(next, begunAt, await readRequests(visitor))
    sample[`${from} → ${next.state}`] = beside
    sample[`${from} → ${next.state}, others`] = others.length
    fetched.set(`${from} → ${next.state}`, others)
    from = next.state
  }
  return sample
}

/** The step that can be used, of those shown after the n-th. */
async function usableAfter({ page }: Visitor, index: number): Promise<ShownStep & { state: CheckoutState }> {
  const found = await page.waitForFunction(
    (after) => window.seen.steps.find(({ usableAt }, at) => at > after && usableAt !== null),
    index,
    { polling: 100 },
  )
  return (await found.jsonValue())!
}

/** When the buyer pressed; when the step was shown if it came by itself, after the delivery. */
function beginningOf(step: ShownStep, { steps, lastClick }: Seen): number {
  const isByItself = steps.some(
    ({ state, shownAt }) => state === 'deliver_tickets' && shownAt > lastClick && shownAt < step.shownAt,
  )
  return isByItself ? step.shownAt : lastClick
}
