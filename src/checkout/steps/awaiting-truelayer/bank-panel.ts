/** The panels of waiting for the bank. */
export type BankPanel = 'waiting' | 'paid' | 'cancelled' | 'failed'

const panels: Record<string, BankPanel> = {
  completing: 'paid',
  completed: 'paid',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** The panel of a sub-state [BANK-02..04]. */
export const bankPanel = (substate: string): BankPanel => panels[substate] ?? 'waiting'
