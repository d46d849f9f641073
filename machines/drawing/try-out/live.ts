import { shortEvent } from '#machines/paths/transitions.ts'
import { actionAt } from '#machines/paths/words.ts'
import { machines } from '#machines/paths/names.ts'
import { make } from './make.ts'
import { markStates } from './mark.ts'

/** What a checkout in another tab tells of one of its charts (`live.client.js`). */
export interface Told {
  /** The load of the page. */
  load: string
  actor: string
  chart: string
  /** `xstate.done.actor.reserveTickets` */
  event: string
  states: string[]
  isRunning: boolean
  /** The time left to pay, told by the countdown; else null. */
  seconds: number | null
}

/** What is known of the checkout that was loaded last. */
export interface Live {
  load: string
  charts: ReadonlyMap<string, Told>
  /** The last events in words, the newest first. */
  events: readonly string[]
  seconds: number | null
}

const kept = 12

/** Adds what was told. A checkout that was loaded later takes the place of the one before it. */
export function heard(before: Live | null, told: Told): Live {
  const known =
    before?.load === told.load ? before : { charts: new Map<string, Told>(), events: [], seconds: null }
  const charts = new Map(known.charts)
  charts.delete(told.actor)
  if (told.isRunning) charts.set(told.actor, told)
  const words = wordsOf(told)
  return {
    load: told.load,
    charts,
    events: words ? [words, ...known.events].slice(0, kept) : known.events,
    seconds: told.chart === 'countdown' ? (told.isRunning ? told.seconds : null) : known.seconds,
  }
}

/** Charts beside the steps: what they do is not the buyer's story. */
const beside = ['checkoutRefresh', 'connection', 'consent', 'countdown', 'siteScripts', 'stateReporting']

/** '' for the start of a chart, and for charts beside the steps. */
function wordsOf({ chart, event }: Told): string {
  const machine = [...machines.values()].find(({ id }) => id === chart)
  const name = shortEvent(event)
  return !machine || name === 'xstate.init' || beside.includes(chart) ? '' : actionAt(machine, name)
}

/** The states of the steps come last: they are what is brought into view. */
const statesOf = ({ charts }: Live) =>
  [...charts.values()].sort((one, other) => depthOf(one) - depthOf(other)).flatMap(({ states }) => states)

const innerCharts = ['checkout', 'payment', 'paymentAttempt']
const depthOf = ({ chart }: Told) => innerCharts.indexOf(chart)

/** Draws what goes on, and marks it on the drawings as long as they follow. */
export function showLive(panel: HTMLElement, live: Live): void {
  const { seconds } = live
  panel.replaceChildren(
    make('h3', {}, 'A checkout in another tab'),
    make(
      'p',
      { className: 'trial-around' },
      seconds === null ? 'No tickets are held.' : `Tickets are held for ${clock(seconds)}.`,
    ),
    make(
      'ol',
      { className: 'live-events' },
      live.events.map((words) => make('li', {}, words)),
    ),
  )
  if (document.body.classList.contains('following')) markStates(statesOf(live))
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
