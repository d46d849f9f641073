import type { StepProps } from '#src/checkout/step-props.ts'
import { Button, type ButtonLook } from '#src/ui/button.tsx'

/** Button to choose another payment method [BANK-04, BANK-16]. */
export function SwitchMethod({ actor, look = 'primary' }: StepProps & { look?: ButtonLook }) {
  return (
    <Button look={look} wide onClick={() => actor.send({ type: 'method.switch' })}>
      Try a different payment method
    </Button>
  )
}
