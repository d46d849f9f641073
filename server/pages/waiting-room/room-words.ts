import { keptMinutes } from '#server/waiting-room/admit-next.ts'
import { estimateMinutes, type Line } from '#server/waiting-room/line.ts'
import { plural } from '#src/lib/plural.ts'

/** Writes how many people there are. */
export const number = (count: number) => count.toLocaleString('en-GB')

/** Writes an estimate of `estimateMinutes`. */
export function duration(minutes: number): string {
  if (minutes === 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${minutes / 60} hours`
}

/** Why nobody is admitted for now. */
export const paused = 'Nobody is being let in at the moment: the organiser has paused the sale.'

/** What becomes of the place of those who close the page. */
export const closing = {
  can: 'You can close this page or lock your phone.',
  lobby: `Come back in this browser for the opening; until ${keptMinutes} minutes after it your place is still yours.`,
  line: `Come back in this browser within ${keptMinutes} minutes and your place is still yours.`,
}

/** Writes how long an admission lasts. */
export const turn = (minutes: number) => `${minutes} ${plural(minutes, 'minute')}`

/** Returns whether somebody who comes now is admitted at once. */
export const isWalkIn = ({ is_on_sale, waiting, free }: Line) => is_on_sale && waiting === 0 && free > 0

/** Says what somebody has to expect who joins the line of an event now. */
export function outlook(line: Line): string {
  const { is_on_sale, waiting, capacity } = line
  const people = `${number(waiting)} ${waiting === 1 ? 'person is' : 'people are'}`
  if (!is_on_sale) return waiting === 0 ? 'Nobody is here yet.' : `${people} here.`
  if (isWalkIn(line)) return 'No queue: go straight in.'
  const company = waiting === 0 ? 'Nobody is waiting now' : `${people} waiting`
  if (capacity === 0) return `${company}. ${paused}`
  const minutes = estimateMinutes(line, { count: waiting })
  const wait = minutes ? `about ${duration(minutes)}` : ''
  if (waiting === 0) return `${company}: you would be next${wait && `, in ${wait}`}.`
  return `${company}${wait && `; ${wait} to go`}.`
}
