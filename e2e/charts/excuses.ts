import { coverable } from '#machines/paths/coverage.ts'
import { excuses } from '#machines/paths/excuses.ts'
import { machines } from '#machines/paths/index.ts'
import { walks } from './walks.ts'

/**
 * What no path in the browser covers, by its key, and why: what no path covers at all, and the transitions of events that a
 * walk calls impossible. An excuse for what has been walked is ignored.
 */
export const browserExcuses: Readonly<Record<string, string>> = Object.fromEntries(
  [...machines].flatMap(([chart, machine]) => {
    const reasons = Object.entries(walks[chart]?.impossible ?? {})
    const { transitions, guards } = coverable(machine)
    return [...transitions, ...guards].flatMap((key) => {
      const event = eventOf(key)
      const [, reason] = reasons.find(([label]) => label.replace(/: .*$/s, '') === event) ?? []
      const excuse = excuses[key] ?? reason
      return excuse ? [[key, excuse] as const] : []
    })
  }),
)

/** `error account` of `checkout.holding.login error account #1 passes` */
const eventOf = (key: string) => /^\S+ (.+) #\d+/.exec(key)?.[1]
