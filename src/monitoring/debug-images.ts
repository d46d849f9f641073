import type { ErrorEvent } from '@sentry/react'
import { debugIdOf } from '#src/lib/debug-id.ts'

type Exception = NonNullable<NonNullable<ErrorEvent['exception']>['values']>[number]

/** The scripts of the stack traces, each with the id that its source map is uploaded under (`npm run sourcemaps`). */
export function debugImages(exceptions: Exception[]) {
  const frames = exceptions.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
  const files = new Set(frames.flatMap(({ filename }) => (filename ? [filename] : [])))
  return [...files].flatMap((code_file) => {
    const debug_id = debugIdOf(code_file)
    return debug_id ? [{ type: 'sourcemap' as const, code_file, debug_id }] : []
  })
}
