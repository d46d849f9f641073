import { Fragment, useState } from 'react'
import type * as z from 'zod/mini'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { scheduleEntrySchema } from '#src/checkout/schemas/payment-options.ts'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import { ukDateInWords } from '#src/lib/uk-date.ts'
import { formatMoney } from '#src/lib/money.ts'
import { firstInShort } from './plan-parts.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './plan-schedule.module.css'

/**
 * Table of the payments of a plan, with a note on what is paid today [INST-05, INST-06]. Of a long plan, equal payments between the
 * first and the last are shown once the buyer wants to see them.
 */
export function PlanSchedule({
  schedule,
  checkout,
}: {
  schedule: z.output<typeof scheduleEntrySchema>[]
  checkout: Checkout
}) {
  const [showsAll, setShowsAll] = useState(false)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  const parts = firstInShort(schedule, checkout)
  const between = schedule.slice(1, -1)
  const isFolded = between.length >= 4 && new Set(between.map(({ value }) => value)).size === 1
  return (
    <table className={styles.schedule}>
      <caption className={styles.caption}>Your payments</caption>
      {/* Who sees the dates and amounts needs no names for them. */}
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Due date</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {schedule.map((entry, index) => (
          <Fragment key={index}>
            {isFolded && index === 1 && (
              <tr>
                <td className={styles.between} colSpan={2}>
                  <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                    {showsAll
                      ? 'Show fewer payments'
                      : `Show ${between.length} more of ${money(entry.value)}`}
                  </LinkButton>
                </td>
              </tr>
            )}
            <tr hidden={isFolded && !showsAll && between.includes(entry)}>
              <th scope="row">
                {index === 0 && 'Today, '}
                <WholeDates>{ukDateInWords(entry.uk_due)}</WholeDates>
                {index === 0 && parts && <span className={styles.note}>{parts}</span>}
                {index === 0 && (
                  <span className={styles.note}>
                    What you pay today is the initial payment of plan tickets, any tickets paid in full, plus
                    any fees.
                  </span>
                )}
              </th>
              <td>{money(entry.value)}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{money(schedule.reduce((total, { value }) => total + value, 0))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
