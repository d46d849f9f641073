/** Panels of the bank step. */
export type BankPanel = 'waiting' | 'paid' | 'cancelled' | 'failed'

const panels: Record<string, BankPanel> = {
  completing: 'paid',
  completed: 'paid',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Returns the panel for a state of the step [BANK-02..04]. */
export const bankPanel = (substate: string): BankPanel => panels[substate] ?? 'waiting'
