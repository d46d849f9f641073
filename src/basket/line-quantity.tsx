import { useSelector } from '@xstate/react'
import { draftKey, type QuantityDraft } from '#machines/basket.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import {
  belowMessage,
  draftQuantity,
  exceededMessage,
  isBelowMinimum,
} from '#src/checkout/rules/quantities.ts'
import { QuantityField } from '#src/ui/quantity-field.tsx'
import type { BasketProps } from './basket-selectors.ts'

type Limits = Pick<TicketLine, 'max_can_reserve' | 'min_per_customer'>

/**
 * Quantity of a line: the typed one until it is saved [BASK-44..51]. Sends each change to the chart after clamping.
 */
export function LineQuantity({
  chart,
  line,
  limits,
  quantity,
  label,
}: BasketProps & {
  line: Pick<QuantityDraft, 'kind' | 'id' | 'value'>
  limits: Limits
  quantity: number
  label: string
}) {
  const key = draftKey(line)
  const draft = useSelector(chart, (snapshot) => snapshot?.context.drafts[key])
  const shown = draft?.quantity ?? quantity
  const maximum = limits.max_can_reserve

  function change(typed: number) {
    const drafted = draftQuantity(limits, String(typed))
    chart?.send({
      type: 'quantity.change',
      draft: { ...line, ...drafted, isPending: drafted.flag !== 'below' },
    })
  }

  return (
    <QuantityField
      id={`quantity-${key.replaceAll(' ', '-')}`}
      label={`Quantity of ${label}`}
      value={shown}
      {...(maximum !== null && { max: maximum })}
      tooLow="Remove it with the bin"
      error={quantityMessage(limits, shown, draft?.flag === 'exceeded')}
      onChange={change}
    />
  )
}

function quantityMessage(limits: Limits, quantity: number, isExceeded: boolean) {
  if (isBelowMinimum(limits, quantity)) return belowMessage(limits.min_per_customer)
  return isExceeded && limits.max_can_reserve !== null ? exceededMessage(limits.max_can_reserve) : undefined
}
