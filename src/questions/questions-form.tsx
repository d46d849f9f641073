import { useSelector } from '@xstate/react'
import { useId, useRef, useState, type FormEvent } from 'react'
import type { SnapshotFrom } from 'xstate'
import { missingKeys, refusedKeys } from '#machines/ticket-questions.ts'
import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { config } from '#src/lib/config.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { textProblem } from '#src/checkout/rules/plain-names.ts'
import { copiesOf, ofOrder, type QuestionStep } from '#src/questions/rules/question-steps.ts'
import { announce } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { useDraft } from '#src/ui/use-draft.ts'
import { useProblems } from '#src/ui/use-problems.ts'
import type { TicketQuestionsChart } from './ticket-questions-selectors.ts'
import { stepIntros } from './intros.ts'
import questionStyles from './question-input.module.css'
import { QuestionInput } from './question-input.tsx'

/**
 * Questions of one step, for each copy of the ticket; the answers for the first copy can be used for the others. Answers
 * are in the chart. Missing and refused ones are marked after Continue was pressed [QUES-04, QUES-16, QUES-26, S33].
 */
export function QuestionsForm({
  chart,
  step,
}: {
  chart: TicketQuestionsChart
  step: QuestionStep | undefined
}) {
  const checkout = useCheckout()
  const context = useSelector(chart, (snapshot) => snapshot.context)
  const isSaving = useSelector(chart, (snapshot) => snapshot.matches('saving'))
  const { problems, attempt, report, keep } = useProblems()
  /** What is wrong with all of them, said once. */
  const [lead, setLead] = useState('')
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  useDraft(draftOf(`ticket_questions_${context.set}`), form)
  const idOf = (key: string) => `${formId}-${key}`
  const wrongOf = (context: SnapshotFrom<TicketQuestionsChart>['context']) => [
    ...missingKeys(context, context.active).map((key) => [key, noAnswer] as const),
    ...refusedKeys(context, context.active).map((key) => [key, context.problems[key]] as const),
  ]
  const wrong = new Map(wrongOf(context))
  const fields = step?.fields ?? []
  const copies = copiesOf(fields)

  function submit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = [...wrong.values()].every((why) => why === noAnswer)
    setLead(isEmpty ? noAnswer : '')
    report(
      fields
        .filter(({ key }) => wrong.has(key))
        .map(({ key, question, copy }) => ({
          id: idOf(key),
          message: [
            copies.length > 1 ? `Ticket\u00a0${copy}: ${question.question}` : question.question,
            ...(isEmpty ? [] : [wrong.get(key)]),
          ].join(': '),
        })),
    )
    chart.send({ type: 'questions.continue' })
  }

  function answer(key: string, value: string | boolean) {
    keep(({ id }) => id !== idOf(key))
    const problem = typeof value === 'string' ? textProblem(value) : ''
    chart.send({ type: 'answer.change', key, value, problem })
  }

  const first = fields.filter(({ copy }) => copy === 1)
  const hasAnswer = first.some(({ key }) => (context.answers[key] ?? '') !== '')

  function leadToFirst() {
    announce('Answer for ticket 1 first')
    document.getElementById(idOf(first[0]?.key ?? ''))?.focus()
  }

  function copyAnswers() {
    chart.send({ type: 'answer.copy' })
    const stillWrong = wrongOf(chart.getSnapshot().context).map(([key]) => idOf(key))
    keep(({ id }) => stillWrong.includes(id))
    announce('Answers copied')
  }

  return (
    <form className={styles.form} ref={form} method="dialog" noValidate onSubmit={submit}>
      {/* The pill has said the name of the ticket, but not that of the order's questions. */}
      <div className={step?.id === ofOrder ? undefined : 'visually-hidden'}>
        {context.steps.length > 1 && (
          <p className={styles.quiet} id={`${formId}-place`}>
            Questions {context.active + 1} of {context.steps.length}
          </p>
        )}
        <h2
          tabIndex={-1}
          ref={takeLostFocus}
          aria-describedby={context.steps.length > 1 ? `${formId}-place` : undefined}
        >
          {step?.id === ofOrder ? 'About your order' : step?.label}
        </h2>
      </div>
      <ErrorSummary key={attempt} lead={lead} problems={problems} />
      {stepIntros(checkout, step?.id ?? '', config).map((intro) => (
        <p key={intro}>{intro}</p>
      ))}
      {copies.map((copy) => (
        <Fieldset
          key={copy}
          legend={copy === null ? step?.label : `Ticket ${copy} of ${copies.length}`}
          hideLegend={copies.length === 1}
        >
          {copy === 2 && (
            <div className={questionStyles.same}>
              <LinkButton onClick={hasAnswer ? copyAnswers : leadToFirst}>
                {copies.length === 2 ? 'Same as ticket 1' : 'All same as ticket 1'}
              </LinkButton>
            </div>
          )}
          {fields
            .filter((field) => field.copy === copy)
            .map(({ key, question }) => (
              <QuestionInput
                key={key}
                id={idOf(key)}
                name={key}
                question={question}
                answer={context.answers[key] ?? ''}
                error={context.isChecked ? wrong.get(key) : undefined}
                onChange={(value) => answer(key, value)}
              />
            ))}
        </Fieldset>
      ))}
      <Button type="submit" wide busy={isSaving}>
        Continue
      </Button>
    </form>
  )
}

const noAnswer = 'Please enter your answer'
