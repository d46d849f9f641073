import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import EditBasket from './order-summary/edit-basket.tsx'
import { selectIsPaying, selectIsSaving, selectStepChart } from './selectors.ts'
import { goBack, goBackToEmail } from './step-history.ts'
import type { CheckoutSnapshot, StepProps } from './step-props.ts'
import { useIsEditing } from './use-is-editing.ts'

/** Leads back to the step before, or from a code to its email; out of the first step, the way back is "Edit basket", which asks. */
export default function WayBack({ actor, way }: StepProps & { way: 'open' | 'waits' | 'basket' | 'email' }) {
  const chart = useSelector(actor, selectStepChart)
  const isSaving = useSelector(chart, selectIsSaving)
  const isPaying = useSelector(actor, selectIsPaying)
  const isEditing = useIsEditing({ actor })
  const text = (
    <>
      <Icon name="chevron" size={18} />
      Back
    </>
  )
  if (way === 'email') return <BackToEmail actor={actor} text={text} />
  if (way !== 'basket')
    return (
      <LinkButton busy={way === 'waits' || isSaving} onClick={() => goBack(actor)}>
        {text}
      </LinkButton>
    )
  return (
    <EditBasket
      text={
        <>
          {text}
          <span className="visually-hidden"> to basket</span>
        </>
      }
      isBusy={isSaving || isPaying || isEditing}
      onConfirm={() => actor.send({ type: 'basket.edit' })}
    />
  )
}

/** Does what "Check or change email address" below the code does. */
function BackToEmail({ actor, text }: StepProps & { text: ReactNode }) {
  const account = useSelector(actor, selectAccount)
  const canChange = useSelector(account, (snapshot) => snapshot?.can({ type: 'email.change' }) ?? false)
  return (
    <LinkButton busy={!canChange} onClick={() => goBackToEmail(account)}>
      {text}
      <span className="visually-hidden"> to email address</span>
    </LinkButton>
  )
}

const selectAccount = ({ children }: CheckoutSnapshot) => children.account
