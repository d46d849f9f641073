import { useSelector } from '@xstate/react'
import { PaidLine } from '#src/checkout/paid-line.tsx'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { selectStep } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { TicketQuestionsView } from './ticket-questions-view.tsx'

/** Ticket questions step, before or after payment; "Edit basket" is offered only before payment [QUES-01]. */
export default function TicketQuestionsStep({ actor }: StepProps) {
  const chart = useLoaded(useSelector(actor, selectTicketQuestions))
  const isBefore = useSelector(actor, selectStep) === 'ticket_questions_before'
  const hasFailed = useSelector(chart, (snapshot) => !!snapshot?.context.message)
  useErrorTitle('Ticket Questions', hasFailed)
  return (
    <Step actor={actor} title="Ticket Questions" summary={isBefore ? 'editable' : 'plain'}>
      {!isBefore && <PaidLine />}
      {chart ? <TicketQuestionsView chart={chart} /> : <Spinner />}
    </Step>
  )
}

const selectTicketQuestions = (snapshot: CheckoutSnapshot) => snapshot.children.ticketQuestions
