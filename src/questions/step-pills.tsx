import { useSelector } from '@xstate/react'
import { isStepComplete } from '#machines/ticket-questions.ts'
import type { QuestionStep } from '#src/questions/rules/question-steps.ts'
import { Icon } from '#src/ui/icon.tsx'
import type { TicketQuestionsChart } from './ticket-questions-selectors.ts'
import styles from './step-pills.module.css'

/** Navigation of the question steps, with the active and the complete ones marked [QUES-02, QUES-03, QUES-07, QUES-08]. */
export function StepPills({ chart, labels }: { chart: TicketQuestionsChart; labels: QuestionStep[] }) {
  const context = useSelector(chart, (snapshot) => snapshot.context)
  return (
    <nav aria-label="Tickets with questions">
      <ol className={styles.pills} data-alone={context.steps.length === 1 || undefined}>
        {context.steps.map(({ id }, index) => {
          const isActive = index === context.active
          const isComplete = isStepComplete(context, index)
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.pill}
                data-complete={isComplete || undefined}
                aria-current={isActive ? 'step' : undefined}
                onClick={() => chart.send({ type: 'step.select', index })}
              >
                {isComplete && <Icon name="check" />}
                <span>{labels.find((label) => label.id === id)?.label}</span>
                {isComplete && <span className="visually-hidden">completed</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
