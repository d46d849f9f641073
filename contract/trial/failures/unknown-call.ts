import type { Trial } from '#contract/trial/trial.ts'
import { enter } from '#contract/trial/walk.ts'
import { anyWalk } from './walk-for.ts'

const path = '/ajax/checkout/checkout/no_such_call/'

/** A call that is not there must say so, also to a page that asks for what only others have. */
export async function unknownCall(trial: Trial): Promise<void> {
  const { buyer } = await enter(trial, anyWalk(trial))
  for (const method of ['GET', 'POST'] as const) {
    trial.findings.count += 1
    const { status, text } = await buyer.browser.send(method, path)
    if ([404, 405, 501].includes(status)) continue
    const what = /^\s*<(!doctype|html)/i.test(text) ? 'an HTML page' : 'a reply'
    buyer.tolerated(
      `${method} ${path}`,
      `answers ${status} with ${what}: a call that is not there should be 404, 405 or 501`,
    )
  }
}
