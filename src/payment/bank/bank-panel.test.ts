import { expect, test } from 'vitest'
import { bankPanel } from './bank-panel.ts'

test('shows a panel for each result of the bank, and the waiting panel in every other sub-state [BANK-02..04]', () => {
  const shown = ['starting', 'asking', 'given_up', 'completing', 'completed', 'cancelled', 'failed']
  expect(shown.map((substate) => bankPanel(substate))).toEqual([
    'waiting',
    'waiting',
    'waiting',
    'paid',
    'paid',
    'cancelled',
    'failed',
  ])
})
