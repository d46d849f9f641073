import { useSelector } from '@xstate/react'
import { selectSaleRelease } from './selectors.ts'
import type { StepProps } from './step-props.ts'

/** Returns whether the tickets are being given back, as "Edit basket" was confirmed. */
export function useIsEditing({ actor }: StepProps): boolean {
  const release = useSelector(actor, selectSaleRelease)
  return useSelector(release, (snapshot) => snapshot?.matches('destroying') ?? false)
}
