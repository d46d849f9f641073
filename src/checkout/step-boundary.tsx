import type { ReactNode } from 'react'
import { ScreenBoundary } from '#src/ui/screen-boundary.tsx'
import { ScreenFailure } from './screen-failure.tsx'
import type { StepProps } from './step-props.ts'
import { selectStep } from './selectors.ts'
import { Shell } from './shell.tsx'

/**
 * Error boundary of a step [F20]. Reloading the page loses nothing, as basket and reservation are on the server.
 */
export function StepBoundary({ actor, children }: StepProps & { children: ReactNode }) {
  const instead = () => (
    <Shell step={selectStep(actor.getSnapshot())} title="Checkout">
      <ScreenFailure safe="Your basket and your reservation are" />
    </Shell>
  )
  return <ScreenBoundary instead={instead}>{children}</ScreenBoundary>
}
