import { useSelector } from '@xstate/react'
import { useId, type FormEvent } from 'react'
import { firstInvalid, rowsOf, ticketsLeft } from '#machines/transfers.ts'
import styles from '#src/checkout/step-form.module.css'
import { ukToday } from '#src/lib/uk-date.ts'
import {
  changedRow,
  transferProblems,
  type TransferField,
  type TransferRow,
} from '#src/order/rules/transfers.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { ErrorSummary, type Problem } from '#src/ui/error-summary.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useProblems } from '#src/ui/use-problems.ts'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import type { RowChange } from './gift-fields.tsx'
import { RecipientRow } from './recipient-row.tsx'
import type { TransfersChart } from './transfers-selectors.ts'
import ownStyles from './transfers.module.css'

/**
 * Form with an accordion for each ticket line, and in it a row for each recipient [XFER-04, XFER-05]. Sending an
 * invalid row marks what is missing in its line, which the chart opens [XFER-28..30].
 */
export function TransferForm({ chart }: { chart: TransfersChart }) {
  const snapshot = useSelector(chart, (current) => current)
  const { context } = snapshot
  const { problems, attempt, report, keep } = useProblems()
  const formId = useId()
  const idOf = (row: TransferRow, field: TransferField | 'row') => `${formId}-${row.id}-${field}`
  const invalid = firstInvalid(context)
  const isSending = snapshot.hasTag('busy')

  function problemsOf(row: TransferRow, place: string): Problem[] {
    return Object.entries(transferProblems(row, ukToday())).map(([field, message]) => ({
      id: idOf(row, field as TransferField),
      message: `${message}${place}`,
    }))
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const rows = invalid ? rowsOf(context, invalid.ticket_id) : []
    report(
      rows.flatMap((row, index) =>
        row.standing === 'incomplete' || row === invalid
          ? problemsOf(row, rows.length > 1 ? `: recipient ${index + 1}` : '')
          : [],
      ),
    )
    chart.send({ type: 'transfer.send' })
  }

  function change(row: TransferRow, changes: RowChange) {
    keep(({ id }) => !Object.keys(changes).some((field) => id === idOf(row, field as TransferField)))
    const left = ticketsLeft(context, row.ticket_id, row.id)
    chart.send({ type: 'recipient.change', row: changedRow(row, changes, ukToday(), left) })
  }

  function remove(row: TransferRow, previous: TransferRow | undefined) {
    keep(({ id }) => !id.startsWith(`${formId}-${row.id}-`))
    chart.send({ type: 'recipient.remove', id: row.id })
    if (previous) document.getElementById(idOf(previous, 'row'))?.focus()
  }

  function errorsOf(row: TransferRow): Partial<Record<TransferField, string>> {
    const current = Object.entries(transferProblems(row, ukToday()))
    return Object.fromEntries(
      current.filter(([field]) => problems.some(({ id }) => id === idOf(row, field as TransferField))),
    )
  }

  return (
    <form className={styles.form} method="dialog" noValidate onSubmit={submit}>
      <ErrorSummary key={attempt} problems={problems} />
      {context.message && <Notice tone="error">{context.message}</Notice>}
      <div className={styles.part}>
        {context.lines.map(({ ticketId, title, qty, date, picture }) => {
          const rows = rowsOf(context, ticketId)
          const isOpen = context.open === ticketId
          return (
            <Disclosure
              key={ticketId}
              look="box"
              summary={
                <span role="heading" aria-level={2} className={ownStyles.line}>
                  <EventTitle title={title} />
                </span>
              }
              open={isOpen}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open !== isOpen) chart.send({ type: 'line.toggle', ticketId })
              }}
            >
              <div className={styles.form}>
                <div className={ownStyles.ticket}>
                  {picture && <img src={picture} alt="" width={66} height={44} />}
                  <div className={styles.quiet}>
                    {date && (
                      <p>
                        <WholeDates>{date}</WholeDates>
                      </p>
                    )}
                    <p>
                      {rows.reduce((sum, row) => sum + row.qty, 0)} of {qty} chosen
                    </p>
                  </div>
                </div>
                {rows.map((row, index) => (
                  <RecipientRow
                    key={row.id}
                    row={row}
                    number={index + 1}
                    context={context}
                    idOf={(field) => idOf(row, field)}
                    errors={errorsOf(row)}
                    onChange={(changes) => change(row, changes)}
                    onRemove={() => remove(row, rows[index - 1])}
                  />
                ))}
                {snapshot.can({ type: 'recipient.add', ticketId }) && (
                  <div>
                    <LinkButton onClick={() => chart.send({ type: 'recipient.add', ticketId })}>
                      + Add another recipient
                    </LinkButton>
                  </div>
                )}
              </div>
            </Disclosure>
          )
        })}
      </div>
      <Button
        type="submit"
        wide
        busy={isSending}
        blockedBecause={invalid ? whyNot(invalid, context.rows) : undefined}
        onBlockedPress={submit}
      >
        Send tickets
      </Button>
    </form>
  )
}

function whyNot({ standing }: TransferRow, rows: readonly TransferRow[]): string {
  if (standing === 'unused') return 'Choose how many tickets to send, and to whom.'
  const used = rows.filter((row) => row.standing !== 'unused').length
  return `Complete ${used > 1 ? 'the details of every recipient' : "the recipient's details"} first.`
}
