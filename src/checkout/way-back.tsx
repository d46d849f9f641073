import { useSelector } from '@xstate/react'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import EditBasket from './order-summary/edit-basket.tsx'
import { selectIsSaving, selectStep, selectStepChart, selectWayBack } from './selectors.ts'
import { goBack } from './step-history.ts'
import type { StepProps } from './step-props.ts'
import { useIsEditing } from './use-is-editing.ts'

/**
 * Leads back to the step before. Out of the donation or the account, if that is the first step, the way back is "Edit basket", which
 * asks; not once a code was sent, as it is the email that one goes back to then.
 */
export default function WayBack({ actor }: StepProps) {
  const way = useSelector(actor, selectWayBack)
  const step = useSelector(actor, selectStep)
  const chart = useSelector(actor, selectStepChart)
  const isSaving = useSelector(chart, selectIsSaving)
  const view = useSelector(chart, (snapshot) => snapshot && statePath(snapshot.value).at(-1))
  const isEditing = useIsEditing({ actor })
  const text = (
    <>
      <Icon name="chevron" size={18} />
      Back
    </>
  )
  if (way !== 'none')
    return (
      <LinkButton busy={way === 'waits' || isSaving} onClick={() => goBack(actor)}>
        {text}
      </LinkButton>
    )
  const isFirst =
    step === 'donation' || (step === 'login' && ['enter_email', 'confirm_account'].includes(view ?? ''))
  if (!isFirst) return null
  return (
    <EditBasket
      text={
        <>
          {text}
          <span className="visually-hidden"> to basket</span>
        </>
      }
      isBusy={isSaving || isEditing}
      onConfirm={() => actor.send({ type: 'basket.edit' })}
    />
  )
}
