import type { Transition } from '#machines/paths/transitions.ts'

/** The constant texts that an action shows. */
export function messagesIn(action: unknown): string[] {
  const { params } = (typeof action === 'object' ? action : {}) as { params?: unknown }
  if (!params || typeof params !== 'object') return []
  return Object.entries(params).flatMap(([name, value]) =>
    name === 'text' && typeof value === 'string' ? [value] : [],
  )
}

/** What buyers read when a transition is taken, as the end of a sentence: ": “Unable to send the code”"; '' for nothing. */
export function readOf({ definition }: Pick<Transition, 'definition'>): string {
  const messages = definition.actions.flatMap(messagesIn)
  return messages.length > 0 ? `: “${messages.join('”, “')}”` : ''
}
