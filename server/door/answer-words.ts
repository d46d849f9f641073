import { niceDate, niceDay, niceTime } from '#server/catalogue/dates.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { plural } from '#src/lib/plural.ts'

import type { Answer, SeenTicket } from './admit.ts'

/** An answer as the door page shows it: `good` lets in, `bad` does not, `wait` asks the steward to do something. */
export interface Words {
  answer: string
  tone: 'good' | 'bad' | 'wait'
  title: string
  lines: string[]
}

/** Puts an answer that is given now in words for the steward. */
export function wordsOf(answer: Answer, now: Date): Words {
  return { answer: answer.answer, ...wordsFor(answer, now) }
}

/** What the door says after an admission was taken back. */
export const undone: Words = {
  answer: 'undone',
  tone: 'wait',
  title: 'Admission undone',
  lines: ['The ticket can be used again'],
}

function wordsFor(given: Answer, now: Date): Omit<Words, 'answer'> {
  switch (given.answer) {
    case 'valid':
      return { tone: 'good', title: 'Valid', lines: about(given.ticket) }
    case 'used':
      return {
        tone: 'bad',
        title: 'Already used',
        lines: [admission(given.admittedAt, now), ...about(given.ticket)],
      }
    case 'transferred':
      return {
        tone: 'bad',
        title: 'Transferred',
        lines: ['Somebody else has this ticket now, with a new code'],
      }
    case 'refunded':
      return { tone: 'bad', title: 'Refunded', lines: ['This ticket was refunded'] }
    case 'replaced':
      return { tone: 'bad', title: 'Replaced', lines: ['This ticket has a new code'] }
    case 'wrong_date':
      return {
        tone: 'bad',
        title: 'Wrong date',
        lines: [`This ticket is for ${given.ticket.title}`, niceDate(given.ticket.starts_at)],
      }
    case 'by_post':
      return {
        tone: 'bad',
        title: 'No entry',
        lines: [`${given.ticket.type} goes by post and admits nobody`],
      }
    case 'unreleased':
      return given.ticket.is_on_plan
        ? { tone: 'bad', title: 'Not paid', lines: ['Payments for this ticket are still due'] }
        : {
            tone: 'wait',
            title: 'Not ready yet',
            lines: ['The order is still being delivered', 'Check again in a minute'],
          }
    case 'unknown':
      return { tone: 'bad', title: 'Unknown code', lines: ['This is not a code of this shop'] }
  }
}

/** When somebody was admitted: "8:37pm, 4 minutes ago", or the date if it was on another day. */
function admission(at: Date, now: Date): string {
  if (niceDay(at) !== niceDay(now)) return niceDate(at)
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  const hours = Math.floor(minutes / 60)
  const ago = hours ? `${hours} ${plural(hours, 'hour')} ago` : `${minutes} ${plural(minutes, 'minute')} ago`
  return `${niceTime(at)}, ${minutes < 1 ? 'just now' : ago}`
}

function about(ticket: SeenTicket): string[] {
  const { type, seat, first_name, last_name, guest_name, transfer_id, copy, copies } = ticket
  const buyer = transfer_id === null ? guest_name : ''
  const holder = buyer || [first_name, last_name].filter(Boolean).join(' ')
  return [type, labelsInWords([seat]), holder, `Ticket ${copy} of ${copies}`].filter(Boolean)
}
