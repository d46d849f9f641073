import { readFileSync } from 'node:fs'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import { nextSteps } from '#machines/paths/documented.ts'
import { tell, type Charts } from './composition.ts'
import type { Proof } from './proof.ts'
import { placeOf } from './situations.ts'

/** Messages that a state shows, or that begin with an event: what the page draws is proved by the tests that name the id. */
const shownAt: Record<string, string> = {
  'ERRS-10': 'reservation captcha.fail',
  'ERRS-12': 'checkout countdown.expired',
  'ERRS-14': 'account done checkOneTimeCode: wrong',
  'ERRS-15': 'account done checkOneTimeCode: reserving',
  'ERRS-17': 'account done saveGuestToSale: rejected',
  'ERRS-24': 'reservation: unsupported_browser',
  'ERRS-26': 'checkout: holding.awaiting_truelayer.cancelled',
  'ERRS-28': 'bankPolling: given_up',
  'ERRS-33': 'ticketDelivery: delivery_failed',
  'ERRS-35': 'payment: settled.unavailable',
  'ERRS-39': 'paymentAttempt done preparePayment: card refused',
  'ERRS-49': 'checkout error loadUser: failed',
  'ERRS-51': 'seatSelection error loadSeating: failed with a message',
}

/** Messages that no chart decides on, and what does. */
const outside: Record<string, string> = {
  'ERRS-11': 'the shop says so of the basket, and the basket step shows it',
  'ERRS-36': 'the form of the payment checks its field, and sends nothing',
  'ERRS-37': 'the form of the payment checks its field, and sends nothing',
  'ERRS-38': 'the form of the payment checks its field, and sends nothing',
  'ERRS-50': 'a call of the basket step, whose failure is silent',
}

/** Names of services in the documents, as the shop's configuration has them. */
const names: [string, string][] = [
  ['{bank provider}', 'TrueLayer'],
  ['{ticket service}', 'Bitticket'],
]

/** What the documents say stands on some path: the next-step tables and the error catalogue. */
export function proveDocuments(charts: Charts): Proof {
  const edges = charts.of().flatMap((one) => one.edges)
  const steps = new Map(
    edges
      .filter(({ from }) => from.snapshot.machine.id === 'checkout')
      .map((edge) => [`${stepOf(edge.from.snapshot.value)} → ${stepOf(edge.to.snapshot.value)}`, edge]),
  )
  // The buyer goes to the bank and comes back in between
  if (steps.has('payment → determining') && steps.has('determining → awaiting_truelayer'))
    steps.set('payment → awaiting_truelayer', steps.get('determining → awaiting_truelayer')!)
  const missingRows = nextSteps
    .filter(({ from, to }) => !steps.has(`${from} → ${to}`))
    .map(({ from, to, id }) => `no path goes from ${from} to ${to} (${id})`)

  const said = new Set(edges.flatMap((edge) => edge.said))
  const places = new Set([
    ...charts.of().map(placeOf),
    ...edges.flatMap(({ from, label, event }) =>
      [label, event.type].map((one) => `${from.snapshot.machine.id} ${one}`),
    ),
  ])
  const missingMessages = errorCatalogue()
    .filter(({ id }) => !(id in outside))
    .filter(({ id, text }) => !places.has(shownAt[id] ?? '') && !(text !== null && said.has(text)))
    .map(({ id, text }) => `no path leads to ${id}${text === null ? '' : `: "${text}"`}`)
  const witness = steps.get('ticket_questions_before → payment')
  return {
    sentence:
      'The documents are kept: every row of the next-step tables and every message of the error catalogue is on some path.',
    situations: charts.of().length,
    assumes: [
      'The rows are those of machines/paths/documented.ts, the messages those of docs/requirements.md (ERRS-01 to 51).',
      ...Object.entries(outside).map(([id, reason]) => `No chart decides on ${id}: ${reason}.`),
    ],
    witness: witness ? tell(witness.to) : '',
    details: [
      `${nextSteps.length} rows of the next-step tables`,
      `${errorCatalogue().length} messages of the error catalogue`,
    ],
    contradictions: [...missingRows, ...missingMessages],
  }
}

/** The rows of the error catalogue; `text` is the quoted message, null if it is the shop's or none. */
function errorCatalogue() {
  const page = readFileSync(`${import.meta.dirname}/../../../docs/requirements.md`, 'utf8')
  return [...page.matchAll(/^\| (ERRS-\d+) \| (.*?) \|/gm)].map(([, id = '', rule = '']) => {
    const quoted = /"([^"]+)"/.exec(rule)?.[1] ?? null
    const text = quoted && names.reduce((one, [name, service]) => one.replace(name, service), quoted)
    return { id, text }
  })
}
