import { emitPageEvent } from '#src/lib/page-events.ts'

// The first import of the page, so that errors of the others are noticed too.
addEventListener('error', ({ error }) => emitPageEvent({ type: 'error', error }))
addEventListener('unhandledrejection', ({ reason }) => emitPageEvent({ type: 'error', error: reason }))
