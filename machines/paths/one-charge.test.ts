import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptInput } from '#machines/payment-attempt.ts'
import { models } from './charts.ts'
import { labelOf, pathsOf, type Path, type Step } from './model.ts'

/** Replies to a request after which it cannot charge any more, or has charged. */
const answers = ['success', 'elsewhere', 'declined', 'refused', 'not started'].map(
  (reply) => `done sendPayment: ${reply}`,
)

/** Keys of the requests that may charge the buyer, as far as the shop has told: not what the chart thinks of them. */
function followed(path: Path, { attempts }: AttemptInput) {
  const unsettled = new Set(attempts.filter(({ doubt }) => doubt).map(({ key }) => key))
  const most: number[] = []
  let last: Step['snapshot'] | undefined
  for (const { event, snapshot } of path) {
    const label = labelOf(event)
    const before = currentKey(last)
    if (answers.includes(label) && before) unsettled.delete(before)
    // The shop was asked, and says that nothing is open; the order is not paid.
    if (label === 'done reloadCheckout: unpaid' && last?.value === 'comparing') unsettled.clear()
    const key = currentKey(snapshot)
    if (snapshot.value === 'sending' && key) unsettled.add(key)
    most.push(unsettled.size)
    last = snapshot
  }
  return most
}

const currentKey = (snapshot?: Step['snapshot']) =>
  (snapshot?.context.attempts as Attempt[] | undefined)?.findLast(({ again }) => again)?.key

const attemptModels = models.filter(({ chart }) => chart === 'paymentAttempt')

describe('an attempt to pay', () => {
  it.each(attemptModels.map((model) => [JSON.stringify(model.input), model] as const))(
    'has at most one request unsettled that may charge, on every path from %s [OPEN-47]',
    (_, model) => {
      const paths = pathsOf(model)
      const sent = paths.map((path) => Math.max(0, ...followed(path, model.input as AttemptInput)))
      expect(Math.max(...sent)).toBe((model.input as AttemptInput).isRecalled ? 0 : 1)
    },
  )

  it('never changes a request that it sends again', () => {
    for (const model of attemptModels)
      for (const path of pathsOf(model)) {
        const bodies = new Map<string, string>()
        for (const { snapshot } of path)
          for (const { key, again } of snapshot.context.attempts as Attempt[]) {
            const body = JSON.stringify(again?.request)
            if (again) expect(bodies.get(key) ?? body).toBe(body)
            if (again) bodies.set(key, body)
          }
      }
  })
})
