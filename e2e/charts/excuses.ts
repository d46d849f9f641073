import { coverable } from '#machines/paths/coverage.ts'
import { excuses } from '#machines/paths/excuses.ts'
import { machines } from '#machines/paths/index.ts'
import { walks } from './walks.ts'

const unwalked = 'the chart has no walk in the browser yet; its paths run on actors alone'

/** `error account` of `checkout.holding.login error account #1 passes` */
const eventOf = (key: string) => /^\S+ (.+) #\d+/.exec(key)?.[1]

/**
 * What no path in the browser covers, by its key, and why: what no path covers at all, the transitions of events that a walk
 * calls impossible, and charts without a walk. An excuse for what has been walked is ignored.
 */
export const browserExcuses: Readonly<Record<string, string>> = Object.fromEntries(
  [...machines].flatMap(([chart, machine]) => {
    const walk = walks[chart]
    const reasons = Object.entries(walk?.impossible ?? {})
    const { states, transitions, guards } = coverable(machine)
    const all = [...states, ...transitions, ...guards]
    if (!walk) return all.map((key) => [key, unwalked] as const)
    return all.flatMap((key) => {
      const event = eventOf(key)
      const [, reason] = reasons.find(([label]) => label.replace(/: .*$/s, '') === event) ?? []
      const excuse = excuses[key] ?? (typeof reason === 'string' ? reason : undefined)
      return excuse ? [[key, excuse] as const] : []
    })
  }),
)
