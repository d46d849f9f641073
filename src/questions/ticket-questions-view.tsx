import { useSelector } from '@xstate/react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { questionSteps } from '#src/questions/rules/question-steps.ts'
import { Button } from '#src/ui/button.tsx'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { TicketQuestionsChart } from './ticket-questions-selectors.ts'
import { QuestionsForm } from './questions-form.tsx'
import { StepPills } from './step-pills.tsx'
import styles from './ticket-questions-view.module.css'

/** Question steps above the questions of the active one. */
export function TicketQuestionsView({ chart }: { chart: TicketQuestionsChart }) {
  const checkout = useCheckout()
  const isLoading = useSelector(chart, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(chart, (snapshot) => snapshot.matches('loading_failed'))
  const { set, steps, active, message } = useSelector(chart, (snapshot) => snapshot.context)
  if (isLoading) return <Spinner />

  const notice = message && <Notice tone="error">{message}</Notice>
  if (hasFailed)
    return (
      <>
        {notice}
        <Button ref={leaveFocus} onClick={() => chart.send({ type: 'questions.continue' })}>
          Try again
        </Button>
      </>
    )

  const labelled = questionSteps(checkout, set)
  const step = labelled.find(({ id }) => id === steps[active]?.id)
  return (
    <div className={styles.questions}>
      <StepPills chart={chart} labels={labelled} />
      {notice}
      <QuestionsForm key={step?.id} chart={chart} step={step} />
    </div>
  )
}
