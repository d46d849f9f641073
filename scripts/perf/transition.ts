import type { Request, ShownStep } from './observe.ts'

/** How a page came from one step to the next. */
export interface Transition {
  /** Milliseconds until the next step could be used, in which none of its own calls was under way. */
  beside: number
  /** What was fetched meanwhile, other than its own calls. */
  others: string[]
}

/** A call of the shop, or of a simulated card provider. */
const isCall = ({ path }: Request) => /^\/(ajax|do|sandbox\/(stripe|square)\/v\d)\//.test(path)
/** The page reports its step by itself; nothing waits for that. */
const isReport = ({ path }: Request) => path.includes('update_basket_state')

/**
 * Judges the way to a step. `begunAt` is when the buyer pressed, or when the step was shown if it came by itself; a documented pause
 * before the first call is not counted.
 */
export function judgeTransition(
  { usableAt, shownAt }: ShownStep,
  begunAt: number,
  requests: Request[],
): Transition {
  const end = usableAt ?? shownAt
  const during = requests.filter((one) => one.begunAt >= begunAt && one.begunAt < end && !isReport(one))
  const calls = during.filter(isCall).toSorted((a, b) => a.begunAt - b.begunAt)
  let beside = 0
  let reached = calls[0]?.begunAt ?? begunAt
  for (const call of calls) {
    beside += Math.max(0, call.begunAt - reached)
    reached = Math.max(reached, call.endedAt)
  }
  return {
    beside: beside + Math.max(0, end - reached),
    others: during.filter((one) => !isCall(one)).map(({ path }) => path),
  }
}
