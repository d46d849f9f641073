import { useSelector } from '@xstate/react'
import { draftKey, type QuantityDraft } from '#machines/basket.ts'
import type { TicketLine } from '#src/api/schemas/ticket-line.ts'
import { belowMessage, draftQuantity, exceededMessage, isBelowMinimum } from '#src/rules/quantities.ts'
import { QuantityField } from '#src/ui/quantity-field.tsx'
import type { BasketProps } from './basket-chart.ts'

type Limits = Pick<TicketLine, 'max_can_reserve' | 'min_per_customer'>

/**
 * How many of a line are wanted: what was typed until the shop has it [BASK-44..51]. Changed quantities go to the
 * chart with what the rules made of them.
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
      error={quantityMessage(limits, shown, draft?.flag === 'exceeded')}
      onChange={change}
    />
  )
}

function quantityMessage(limits: Limits, quantity: number, isExceeded: boolean) {
  if (isBelowMinimum(limits, quantity)) return belowMessage(limits.min_per_customer)
  return isExceeded && limits.max_can_reserve !== null ? exceededMessage(limits.max_can_reserve) : undefined
}
