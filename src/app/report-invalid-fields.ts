import { reportInvalidFieldsTo } from '#src/api/invalid-fields.ts'

/** Logs the names of invalid reply fields that were treated as empty. */
export function reportInvalidFields() {
  reportInvalidFieldsTo((call, fields) => {
    // eslint-disable-next-line no-console -- there is no monitoring yet
    console.warn(`Invalid fields in the reply of ${call}, treated as empty: ${fields.join(', ')}`)
  })
}
