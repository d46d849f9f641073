import * as z from 'zod/mini'
import { must } from '#src/lib/must.ts'
import { decimal, parsePence } from '#src/lib/money.ts'
import { isDonationEnough } from '#src/donation/rules/donation-amounts.ts'

/** The preset and the typed amount, as decimal text; choosing one clears the other [DONA-11, DONA-12]. */
export type DonationChoice = { preset: string; custom: string }

/** Returns the choice for an earlier donation in pence: the matching preset, or a typed amount. 0 means none. */
export function choiceOf(amount: number, options: readonly number[]): DonationChoice {
  const text = amount > 0 ? decimal(amount) : ''
  return options.includes(amount) ? { preset: text, custom: '' } : { preset: '', custom: text }
}

/** Returns the chosen amount in pence, 0 for none. */
export function amountOf({ preset, custom }: DonationChoice): number {
  return parsePence(preset || custom) ?? 0
}

/** Parses the donation in pence from the preset and typed fields, which share a name [DONA-08, DONA-09]. */
export const donationSchema = z.object({
  amount: z
    .pipe(
      z.array(z.string()),
      z.transform((texts) => amountOf({ preset: texts.find(Boolean) ?? '', custom: '' })),
    )
    .check(must(isDonationEnough, 'Choose an amount or click Skip donation')),
})
