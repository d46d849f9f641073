import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

import type { Sample } from './figures.ts'
import { arrange, readSeen, settle, type Visitor } from './visit.ts'

/** After how many changes of the step the memory is read. */
const early = 40
const late = 200

/** Goes on from the account and back to it again and again, and reads what the page keeps in memory. */
export async function measureMemory(visitor: Visitor, url: string): Promise<Sample> {
  const { page } = visitor
  await arrange(visitor, url, { shape: 'marketing', user: 'member', state: 'login' })
  await page.goto(`${url}/checkout/`)
  await settle(visitor)
  const sample: Sample = {}
  let from: Turning = 'login'
  for (let changes = 0; changes < late;) {
    await page.getByRole('button', { name: buttons[from], exact: true }).click()
    const { length } = (await readSeen(visitor)).steps
    if (changes < early && length >= early) Object.assign(sample, await readMemory(visitor, 'early'))
    changes = length
    from = await stateAfter(visitor, from)
  }
  return { ...sample, ...(await readMemory(visitor, 'late')) }
}

/** The two steps between which the page turns, and the button that leaves each. */
const buttons = { login: 'Continue', marketing_preferences: 'Back' } as const satisfies Partial<
  Record<CheckoutState, string>
>
type Turning = keyof typeof buttons

/** Waits for the other step. */
async function stateAfter({ page }: Visitor, from: Turning): Promise<Turning> {
  const to = from === 'login' ? 'marketing_preferences' : 'login'
  await page.waitForFunction((state) => window.seen.steps.at(-1)?.state === state, to)
  return to
}

/**
 * Reads the heap in megabytes, and the numbers of DOM nodes and event listeners, without what can be collected, and without what the
 * measurement has the browser keep of each call.
 */
async function readMemory({ page, session }: Visitor, prefix: string): Promise<Sample> {
  await page.evaluate(() => performance.clearResourceTimings())
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return {
    [`${prefix}Heap`]: usedSize / 1_000_000,
    [`${prefix}Nodes`]: nodes,
    [`${prefix}Listeners`]: jsEventListeners,
  }
}
