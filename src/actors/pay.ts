import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import type { Run } from './lazy-actors.ts'
import { payByBank } from './pay-by-bank.ts'
import { payByCard } from './pay-by-card.ts'
import { payByPlan } from './pay-by-plan.ts'
import { payByWallet } from './pay-by-wallet.ts'

/** Pays by the chosen method; a bank transfer is created, and the buyer confirms it at the bank. */
export function pay(queryClient: QueryClient, run: Run<Payment>): Promise<PayOutcome> {
  const { method, details, plan } = run.input
  if (method === 'bank') return payByBank(queryClient, details)
  if (method === 'plan' && plan) return payByPlan(queryClient, run, plan)
  return method === 'wallet' ? payByWallet(queryClient, run) : payByCard(queryClient, run)
}
