import { useSelector } from '@xstate/react'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import EditBasket from './order-summary/edit-basket.tsx'
import { selectIsSaving, selectStep, selectStepChart, selectWayBack } from './selectors.ts'
import { goBack } from './step-history.ts'
import type { StepProps } from './step-props.ts'
import { useIsEditing } from './use-is-editing.ts'

/** Leads back to the step before. Out of the first step with a hold the way back is "Edit basket", which asks. */
export default function WayBack({ actor }: StepProps) {
  const way = useSelector(actor, selectWayBack)
  const step = useSelector(actor, selectStep)
  const isSaving = useSelector(useSelector(actor, selectStepChart), selectIsSaving)
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
  // Those that can be the first.
  if (step !== 'donation' && step !== 'login') return null
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
