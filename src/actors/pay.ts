import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import type { Run } from './lazy-actors.ts'
import { payByBank } from './pay-by-bank.ts'
import { payByCard } from './pay-by-card.ts'

/** Pays by the chosen method; a bank transfer is created, and the buyer confirms it at the bank. */
export function pay(queryClient: QueryClient, run: Run<Payment>): Promise<PayOutcome> {
  return run.input.method === 'bank' ? payByBank(queryClient, run.input.details) : payByCard(queryClient, run)
}
