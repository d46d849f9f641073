import type { SnapshotFrom } from 'xstate'
import type { holdExtensionMachine } from '#machines/hold-extension.ts'

/** What the page says of more time, on the screen and to screen readers; nothing if there is nothing to say. */
export function moreTimeText({ value, context }: SnapshotFrom<typeof holdExtensionMachine>) {
  switch (value) {
    case 'offered':
    case 'extending':
      return 'Need more time?'
    case 'extended':
      return 'You have more time now.'
    case 'overdue':
      return 'Checking whether there is more time'
    case 'refused':
      return context.message
    default:
      return ''
  }
}
