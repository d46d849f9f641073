import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { planInShort } from './plan-parts.ts'

/** Question over how many months to pay, with a radio button for each option and what it takes when [INST-01..04]. */
export function PlanOptions({
  checkout,
  chosen,
  group,
  onChoose,
}: {
  checkout: Checkout
  chosen: string
  group: { id: string; error: string | undefined }
  onChoose: (months: string) => void
}) {
  return (
    <Fieldset {...group} legend="Over how many months would you like to pay?">
      {instalmentOptions(checkout).map((months) => (
        <Choice
          key={months}
          type="radio"
          name="instalment_option"
          value={months}
          label={checkout.payment_plan_schedule_options[months]?.label || `${months} months`}
          description={planInShort(
            checkout.payment_plan_schedule_options[months]?.schedule ?? [],
            checkout.currency.symbol,
          )}
          checked={months === chosen}
          onChange={() => onChoose(months)}
        />
      ))}
    </Fieldset>
  )
}
