/** The panels of waiting for the bank. */
export type BankPanel = 'waiting' | 'paid' | 'cancelled' | 'failed'

const panels: Record<string, BankPanel> = {
  completing: 'paid',
  completed: 'paid',
  cancelled: 'cancelled',
  failed: 'failed',
}

/**
 * Which panel a sub-state shows. While switching to another method it is the one that the buyer switched from, which
 * the `message` of a failed payment and a cancelled return tell apart.
 */
export function bankPanel(substate: string, message: string, isCancelled: boolean): BankPanel {
  if (substate !== 'switching') return panels[substate] ?? 'waiting'
  if (message) return 'failed'
  return isCancelled ? 'cancelled' : 'waiting'
}
