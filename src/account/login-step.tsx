import { useSelector } from '@xstate/react'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { AccountView } from './account-view.tsx'

/** Account step: the view for the state of the account chart [ACCT-01, ACCT-02]. */
export default function LoginStep({ actor }: StepProps) {
  const account = useSelector(actor, selectAccount)
  return (
    <Step actor={actor} title="Account" summary="editable">
      {account && <AccountView account={account} />}
    </Step>
  )
}

const selectAccount = (snapshot: CheckoutSnapshot) => snapshot.children.account
