import { emitPageEvent } from '#src/lib/page-events.ts'

let found = new Set<string>()

/** Records an invalid field of the reply that is being read. */
export function noteInvalidField(field: string) {
  found.add(field)
}

/** Reads the reply of a call and reports the names of its invalid fields, treated as missing, each once; never their values. */
export function reportingInvalidFields<T>(path: string, read: () => T): T {
  found = new Set()
  const reply = read()
  if (found.size > 0) emitPageEvent({ type: 'reply', path, fields: [...found], isRejected: false })
  return reply
}
