import { withStorage } from '#src/lib/session-storage.ts'

const keyOf = (eventDateId: string) => `seats-apart-${eventDateId}`

/** Remembers for reloads whether a buyer has asked for seats of a date that need not be next to each other. */
export function rememberApart(eventDateId: string, isApart: boolean): void {
  const key = keyOf(eventDateId)
  withStorage((storage) => (isApart ? storage.setItem(key, 'yes') : storage.removeItem(key)))
}

/** Returns whether the chosen seats of a date may be apart; false if the browser denies its storage. */
export function wereFoundApart(eventDateId: string): boolean {
  return withStorage((storage) => storage.getItem(keyOf(eventDateId))) === 'yes'
}
