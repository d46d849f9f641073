import * as z from 'zod/mini'
import { decimal, parsePence } from '#src/lib/money.ts'
import { isDonationEnough } from '#src/rules/donation-amounts.ts'

/** A preset amount and a typed one, as decimal texts: choosing the one clears the other [DONA-11, DONA-12]. */
export type DonationChoice = { preset: string; custom: string }

/** A donation made before (pence) as it was chosen: a preset where one is as large. 0 is none. */
export function choiceOf(amount: number, options: readonly number[]): DonationChoice {
  const text = amount > 0 ? decimal(amount) : ''
  return options.includes(amount) ? { preset: text, custom: '' } : { preset: '', custom: text }
}

/** The chosen amount in pence, 0 where there is none. */
export function amountOf({ preset, custom }: DonationChoice): number {
  return parsePence(preset || custom) ?? 0
}

/** The donation in pence, from the presets and the typed amount that share a name [DONA-08, DONA-09]. */
export const donationSchema = z.object({
  amount: z.pipe(
    z.pipe(
      z.array(z.string()),
      z.transform((texts) => amountOf({ preset: texts.find(Boolean) ?? '', custom: '' })),
    ),
    z.number().check(z.refine(isDonationEnough, 'Choose an amount or click Skip donation')),
  ),
})
