import { callEntries, type CallName } from '#contract/calls.ts'
import type { ShopThere } from '#e2e/any-shop/look-at-shop.ts'
import type { Left } from '#e2e/any-shop/plan.ts'
import type { Finding, Findings, TrialResult, Verdict } from './findings.ts'

/** What trying a back-end has shown. */
export interface Report {
  base: string
  verdict: Verdict | 'not tried'
  walks: TrialResult[]
  failures: TrialResult[]
  /** Walks that the back-end has no basket for, or that nobody can walk from outside. */
  left: Left[]
  /** What breaks a buyer, then what is tolerated. */
  findings: Finding[]
  /** Calls by the worst that was found of them. */
  calls: Record<Verdict | 'not made', CallName[]>
  made: number
  seconds: number
}

interface Tried {
  shop: Pick<ShopThere, 'base'>
  findings: Findings
  walks: TrialResult[]
  failures: TrialResult[]
  left: Left[]
  seconds: number
}

/** Sums up what was found. */
export function reportOf({ shop, findings, walks, failures, left, seconds }: Tried): Report {
  const { found, made } = findings
  const names = Map.groupBy(callEntries, ([name]) => {
    const worst = worstOf(found.filter(({ call }) => call === name))
    return worst === 'fits' && !made.has(name) ? 'not made' : worst
  })
  const named = (key: Verdict | 'not made') => (names.get(key) ?? []).map(([name]) => name)
  const isTried = [...walks, ...failures].some(({ verdict }) => verdict !== 'not tried')
  return {
    base: shop.base,
    verdict: isTried || found.length > 0 ? worstOf(found) : 'not tried',
    walks,
    failures,
    left,
    findings: [...breaking(found), ...found.filter(({ verdict }) => verdict === 'tolerated')],
    calls: {
      fits: named('fits'),
      tolerated: named('tolerated'),
      breaks: named('breaks'),
      'not made': named('not made'),
    },
    made: findings.count,
    seconds,
  }
}

/** What breaks a buyer. */
export const breaking = (found: readonly Finding[]) => found.filter(({ verdict }) => verdict === 'breaks')

export function worstOf(found: readonly Finding[]): Verdict {
  if (breaking(found).length > 0) return 'breaks'
  return found.length > 0 ? 'tolerated' : 'fits'
}
