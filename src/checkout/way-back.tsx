import { useSelector } from '@xstate/react'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import EditBasket from './order-summary/edit-basket.tsx'
import { selectIsPaying, selectIsSaving, selectStepChart } from './selectors.ts'
import { goBack } from './step-history.ts'
import type { StepProps } from './step-props.ts'
import { useIsEditing } from './use-is-editing.ts'

/** Leads back to the step before; out of the first step, the way back is "Edit basket", which asks. */
export default function WayBack({ actor, way }: StepProps & { way: 'open' | 'waits' | 'basket' }) {
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
