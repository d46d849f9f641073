/** Reports that fields of a reply could not be read and were taken as empty: their names, never their values. */
export type ReportInvalidFields = (call: string, fields: readonly string[]) => void

let report: ReportInvalidFields = () => {}

/** Sets where invalid fields are reported; nowhere without it. */
export function reportInvalidFieldsTo(target: ReportInvalidFields) {
  report = target
}

let found = new Set<string>()

/** Notes a field of the reply that is being read. */
export function noteInvalidField(field: string) {
  found.add(field)
}

/** Reads the reply of a call and reports which of its shown fields did not fit, each once. */
export function reportingInvalidFields<T>(call: string, read: () => T): T {
  found = new Set()
  const reply = read()
  if (found.size > 0) report(call, [...found])
  return reply
}
