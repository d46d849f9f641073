import type { PageEvent } from '#src/lib/page-events.ts'
import { followCharts, type ChartStep } from './chart-steps.ts'

/** A line of the session's log, and what it says of a chart. */
export interface Description {
  line: string
  step?: ChartStep
}

/** Returns a function that describes what happens by names, statuses and durations alone; undefined for what is not logged. */
export function describer(): (event: PageEvent) => Description | undefined {
  const follow = followCharts()
  return (event) => {
    switch (event.type) {
      case 'call':
        return {
          line: `${event.method} ${event.path} ${event.status || 'no reply'} ${event.ms} ms`,
        }
      case 'reply':
        return {
          line: `${event.isRejected ? 'rejected' : 'invalid'} ${event.path} ${event.fields.join(' ')}`,
        }
      case 'problem':
        return { line: `problem ${event.name}: ${event.detail}` }
      case 'sent':
        return undefined
      case 'error':
        return { line: `error ${nameOfError(event.error)}` }
      case '@xstate.snapshot': {
        const step = follow(event)
        return step && { line: `${step.chart} ${step.event}${step.isNew ? ` → ${step.state}` : ''}`, step }
      }
    }
  }
}

/** Messages of errors may quote what a buyer has typed. Browsers tell nothing about errors of another site's scripts. */
function nameOfError(error: unknown): string {
  if (error === null) return 'of another site'
  return error instanceof Error ? error.name : typeof error
}
