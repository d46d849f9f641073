import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectSubstate } from '#src/checkout/selectors.ts'
import { Button, type ButtonLook } from '#src/ui/button.tsx'

/** The way to another method; what the provider says about the failed one is fetched on the way [BANK-04, BANK-16]. */
export function SwitchMethod({ actor, look = 'primary' }: StepProps & { look?: ButtonLook }) {
  const isSwitching = useSelector(actor, selectSubstate) === 'switching'
  return (
    <Button look={look} busy={isSwitching} onClick={() => actor.send({ type: 'method.switch' })}>
      Try a different payment method
    </Button>
  )
}
