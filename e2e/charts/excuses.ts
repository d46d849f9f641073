import { coverable } from '#machines/paths/coverage.ts'
import { excuses } from '#machines/paths/excuses.ts'
import { machines } from '#machines/paths/index.ts'
import { walks } from './walks.ts'

const unwalked = 'the chart has no walk in the browser yet; its paths run on actors alone'

/** `error account` of `checkout.holding.login error account #1 passes` */
const eventOf = (key: string) => /^\S+ (.+) #\d+/.exec(key)?.[1]

/** `reservation.unsupported_browser` of `reservation.unsupported_browser basket.edit #1` and of itself */
const stateOf = (key: string) => key.replace(/ .*$/, '')

/** The transition of `reservation.reserving done reserveTickets #1 passes` and of itself */
const passed = (key: string) => key.replace(/ passes$/, '')

/**
 * What no path in the browser covers, by its key, and why: what no path covers at all, the transitions of events that a walk
 * calls impossible in all cases, states and transitions that it calls unreachable, and charts without a walk. An excuse for what has been walked is an error.
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
      const [, reason] = reasons.find(([label]) => label === event) ?? []
      const { unreachable = {} } = walk
      const excuse =
        excuses[key] ??
        (typeof reason === 'string' ? reason : (unreachable[stateOf(key)] ?? unreachable[passed(key)]))
      return excuse ? [[key, excuse] as const] : []
    })
  }),
)
