import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { leave } from '#e2e/leave-step.ts'

import type { Sample } from './figures.ts'
import { arrange, readSeen, settle, type Visitor } from './visit.ts'

/** After how many changes of the step the memory is read. */
const early = 40
const late = 200

/** Reserves a basket and goes back to it again and again, and reads what the page keeps in memory. */
export async function measureMemory(visitor: Visitor, url: string): Promise<Sample> {
  const { page } = visitor
  // A narrow screen folds the way back to the basket away.
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange(visitor, url, { shape: 'paid' })
  await page.goto(`${url}/checkout/`)
  await settle(visitor)
  const sample: Sample = {}
  let from: CheckoutState = 'basket'
  for (let changes = 0; changes < late;) {
    await leaveAgain(visitor, from)
    const { length } = (await readSeen(visitor)).steps
    if (changes < early && length >= early) Object.assign(sample, await readMemory(visitor, 'early'))
    changes = length
    from = await stateAfter(visitor, from)
  }
  return { ...sample, ...(await readMemory(visitor, 'late')) }
}

/** Leaves the basket or a captcha towards the account, and the account back to the basket. */
async function leaveAgain({ page }: Visitor, from: CheckoutState): Promise<void> {
  if (from === 'login') await page.getByRole('button', { name: 'Edit basket' }).first().click()
  else await leave[from](page, { to: undefined, facts: {}, method: null, codeFor: () => Promise.resolve('') })
}

/** Waits for another step that asks the buyer for something. */
async function stateAfter({ page }: Visitor, from: CheckoutState): Promise<CheckoutState> {
  const found = await page.waitForFunction(
    (before) =>
      (['basket', 'captcha', 'login'] as const).find(
        (state) =>
          state !== before &&
          document.querySelector(`[data-state="${state}"] main`)?.querySelector('button, input') &&
          window.seen.steps.at(-1)?.usableAt,
      ),
    from,
  )
  return (await found.jsonValue())!
}

/** Reads the heap in megabytes, and the numbers of DOM nodes and event listeners, without what can be collected. */
async function readMemory({ session }: Visitor, prefix: string): Promise<Sample> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return {
    [`${prefix}Heap`]: usedSize / 1_000_000,
    [`${prefix}Nodes`]: nodes,
    [`${prefix}Listeners`]: jsEventListeners,
  }
}
