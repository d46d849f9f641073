import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectContext, selectSubstate } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Notice } from '#src/ui/notice.tsx'
import { bankPanel, type BankPanel } from './bank-panel.ts'
import { BankPaid } from './bank-paid.tsx'
import { BankUnpaid } from './bank-unpaid.tsx'
import { Waiting } from './waiting.tsx'

/** Bank step: waits for the result of a bank transfer [BANK-01..11, BANK-13..23]. */
export default function AwaitingTruelayerStep({ actor }: StepProps) {
  const substate = useSelector(actor, selectSubstate)
  const { message, bank } = useSelector(actor, selectContext)
  const panel = bankPanel(substate)
  useErrorTitle('Payment', panel === 'failed')
  return (
    <Step actor={actor} title="Payment" summary="plain">
      <Panel panel={panel} message={message} isUncharged={bank?.isUncharged ?? false} actor={actor} />
    </Step>
  )
}

function Panel({
  panel,
  message,
  isUncharged,
  actor,
}: StepProps & { panel: BankPanel; message: string; isUncharged: boolean }) {
  if (panel === 'waiting') return <Waiting actor={actor} />
  if (panel === 'paid') return <BankPaid actor={actor} />
  return (
    <>
      {panel === 'cancelled' ? (
        <Notice tone="warning">You cancelled the payment in the bank portal.</Notice>
      ) : (
        <Notice tone="error">
          <p>{message}</p>
          {isUncharged && <p>You have not been charged.</p>}
        </Notice>
      )}
      <BankUnpaid actor={actor} />
    </>
  )
}
