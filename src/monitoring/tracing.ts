import { addIntegration, browserTracingIntegration } from '@sentry/react'

/**
 * Traces the visit from its start, and names the trace in calls to the shop [MONI-03, MONI-11]. Without a span for each of
 * the page's files: they are handled all at once, which would block a slow device.
 */
export const startTracing = () =>
  addIntegration(
    browserTracingIntegration({
      ignoreResourceSpans: [
        'resource.script',
        'resource.css',
        'resource.link',
        'resource.img',
        'resource.other',
      ],
    }),
  )
