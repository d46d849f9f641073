import { isRecord, wording } from './wire.ts'

/**
 * Message of a failed reply: `message`, `error` or `errors`, each a text, list or map of texts, or the reply itself if it
 * is such a list or map; '' for none.
 */
export function failureMessage(reply: unknown): string {
  if (!isRecord(reply)) return ''
  return [reply.message, reply.error, reply.errors].map(wording).find((words) => words !== '') ?? ''
}
