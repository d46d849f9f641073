import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { StepProps } from './step-props.ts'
import { selectStep } from './selectors.ts'
import { Shell } from './shell.tsx'

/**
 * Error boundary of a step. Reloading the page loses nothing, as basket and reservation are on the server.
 */
export class StepBoundary extends Component<StepProps & { children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Shell step={selectStep(this.props.actor.getSnapshot())} title="Checkout">
        <Notice tone="error">
          Something went wrong on this page. Your basket and your reservation are safe.
        </Notice>
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
      </Shell>
    )
  }
}
