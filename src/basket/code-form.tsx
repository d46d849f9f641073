import { useSelector } from '@xstate/react'
import * as z from 'zod/mini'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { discountTotal } from '#src/checkout/rules/fees.ts'
import { formatMoney } from '#src/lib/money.ts'
import { must } from '#src/lib/must.ts'
import { Button } from '#src/ui/button.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Field } from '#src/ui/field.tsx'
import { typed } from '#src/ui/form-values.ts'
import { useStepForm } from '#src/ui/form.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { selectCanChange, selectCodeStatus, selectIsLeaving, type BasketProps } from './basket-selectors.ts'
import styles from './code-form.module.css'
import { updatingReason } from './why-not-reserve.ts'

const codeSchema = z.object({
  code: typed.check(must((code) => code !== '', 'Type your code')),
})

/** Form of the code box. */
export default function CodeForm({
  chart,
  checkout,
  isBusy,
  onPress,
}: BasketProps & { checkout: Checkout; isBusy: boolean; onPress: (key: 'code') => void }) {
  const canChange = useSelector(chart, selectCanChange)
  const isLeaving = useSelector(chart, selectIsLeaving)
  const status = useSelector(chart, selectCodeStatus)
  const saved = savedBy(checkout)
  const form = useStepForm(codeSchema, ({ code }) => {
    onPress('code')
    chart?.send({ type: 'code.apply', code })
  })
  // Clears the last result while a code is being applied, so that an equal result is announced again.
  const answer = isBusy ? 'none' : status
  const field = form.refusable('code', answer === 'invalid' ? 'Invalid code' : '')
  useErrorTitle('Basket', field.error !== undefined)

  return (
    <form {...form.props} className={styles.code}>
      <Field
        {...field}
        errorSpoken
        label="Code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {answer === 'applied' && !field.error && <Notice tone="success">Code applied</Notice>}
      {saved > 0 && <p>You save {formatMoney(saved, checkout.currency.symbol)}.</p>}
      <div className={styles.withReason}>
        <Button
          type="submit"
          look="secondary"
          busy={isBusy}
          blockedBecause={canChange || isBusy || isLeaving ? undefined : updatingReason}
        >
          Apply
        </Button>
      </div>
    </form>
  )
}

/** What all codes and offers of a basket take off its price, in pence; a gift voucher pays, and saves nothing. */
const savedBy = (checkout: Checkout) => discountTotal(checkout) + checkout.offers_applied_total
