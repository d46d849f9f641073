import { Fragment, useState } from 'react'
import type * as z from 'zod/mini'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { scheduleEntrySchema } from '#src/checkout/schemas/payment-options.ts'
import { ukDateInWords } from '#src/lib/uk-date.ts'
import { formatMoney } from '#src/lib/money.ts'
import { firstInShort } from './plan-parts.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './plan-schedule.module.css'

/** Table of the payments of a plan, with a note on what is paid today; of a long one first and last alone, until the buyer wants all [INST-05, INST-06]. */
export function PlanSchedule({
  schedule,
  checkout,
}: {
  schedule: z.output<typeof scheduleEntrySchema>[]
  checkout: Checkout
}) {
  const [showsAll, setShowsAll] = useState(false)
  const { currency } = checkout
  const parts = firstInShort(schedule, checkout)
  const isLong = schedule.length >= longPlan
  const isBetween = (index: number) => index > 0 && index < schedule.length - 1
  return (
    <table className={styles.schedule}>
      <caption className={styles.caption}>Your payments</caption>
      <thead>
        <tr>
          <th scope="col">Due date</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {schedule.map(({ uk_due, value }, index) => (
          <Fragment key={index}>
            {isLong && index === 1 && (
              <tr>
                <td className={styles.between} colSpan={2}>
                  <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                    {showsAll ? 'Show fewer' : `Show ${schedule.length - 2} more`}
                    <span className="visually-hidden"> payments</span>
                  </LinkButton>
                </td>
              </tr>
            )}
            <tr hidden={isLong && !showsAll && isBetween(index)}>
              <th scope="row">
                {index === 0 && 'Today, '}
                {ukDateInWords(uk_due)}
                {index === 0 && parts && <span className={styles.note}>{parts}</span>}
                {index === 0 && (
                  <span className={styles.note}>
                    What you pay today is the initial payment of plan tickets, any tickets paid in full, plus
                    any fees.
                  </span>
                )}
              </th>
              <td>{formatMoney(value, currency.symbol)}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            {formatMoney(
              schedule.reduce((total, { value }) => total + value, 0),
              currency.symbol,
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** So many payments are too many to be seen at a glance. */
const longPlan = 6
