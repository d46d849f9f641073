import { reportInvalidFieldsTo } from '#src/api/invalid-fields.ts'

/** Names the fields of replies that were taken as empty, in the console until there is monitoring. */
export function reportInvalidFields() {
  reportInvalidFieldsTo((call, fields) => {
    // eslint-disable-next-line no-console -- the only report that a shop's developer gets
    console.warn(`The reply of ${call} has fields that were taken as empty: ${fields.join(', ')}`)
  })
}
