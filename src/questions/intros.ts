import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Config } from '#src/lib/config.ts'

/**
 * Returns the configured introductions of a step: those of its tickets' events and, on every step, those of the basket's
 * organisers [QUES-05, QUES-06].
 */
export function stepIntros(
  checkout: {
    tickets: Pick<Checkout['tickets'][number], 'ticket_id' | 'event_id'>[]
    organisers: Pick<Checkout['organisers'][number], 'name'>[]
  },
  stepId: string,
  texts: Pick<Config, 'questionIntrosByEvent' | 'questionIntrosByOrganiser'>,
): string[] {
  const ofEvents = checkout.tickets
    .filter(({ ticket_id }) => ticket_id === stepId)
    .map(({ event_id }) => texts.questionIntrosByEvent[event_id])
  const ofOrganisers = checkout.organisers.map(({ name }) => texts.questionIntrosByOrganiser[name])
  return [...new Set([...ofEvents, ...ofOrganisers].filter((text) => text !== undefined))]
}
