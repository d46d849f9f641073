/** Reports the fields of a reply that were invalid and treated as missing: their names, never their values. */
export type ReportInvalidFields = (call: string, fields: readonly string[]) => void

let report: ReportInvalidFields = () => {}

/** Sets the target of reports; without one, invalid fields are not reported. */
export function reportInvalidFieldsTo(target: ReportInvalidFields) {
  report = target
}

let found = new Set<string>()

/** Records an invalid field of the reply that is being read. */
export function noteInvalidField(field: string) {
  found.add(field)
}

/** Reads the reply of a call and reports its invalid fields, each once. */
export function reportingInvalidFields<T>(call: string, read: () => T): T {
  found = new Set()
  const reply = read()
  if (found.size > 0) report(call, [...found])
  return reply
}
