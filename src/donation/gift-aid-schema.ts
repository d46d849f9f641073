import * as z from 'zod/mini'
import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import { missingGiftAidAddressFields } from './rules/gift-aid-address.ts'
import { freeText } from '#src/checkout/free-text.ts'
import { ticked, typed } from '#src/ui/form-values.ts'

const fields = z.object({
  choice: typed,
  taxpayer: ticked,
  ownMoney: ticked,
  notGambling: ticked,
  residence: typed,
  address1: freeText,
  postcode: freeText,
  subscribe: ticked,
})
type Fields = z.output<typeof fields>

const confirmations = {
  taxpayer: 'Confirm that you are a UK taxpayer',
  ownMoney: 'Confirm that the donation is your own money',
  notGambling: 'Confirm that the donation is not for gambling or a raffle',
}

const addressMessages = {
  address1: 'Type the first line of your address',
  postcode: 'Type your postcode',
}

/**
 * Returns the schema of the Gift Aid form for a donation of `amount` pence. A declaration needs all three confirmations
 * and, depending on the amount, an address [GIFT-03..06, GIFT-10..13].
 */
export function giftAidSchema(amount: number) {
  return z.pipe(
    fields.check(({ value, issues }) => {
      for (const [field, message] of problems(value, amount)) {
        issues.push({ code: 'custom', path: [field], message, input: value })
      }
    }),
    z.transform(declarationOf),
  )
}

function problems(values: Fields, amount: number): [keyof Fields, string][] {
  if (values.choice === 'no') return []
  if (values.choice !== 'yes') return [['choice', 'Choose whether to add Gift Aid']]
  const unconfirmed = (['taxpayer', 'ownMoney', 'notGambling'] as const).filter((field) => !values[field])
  const missing = missingGiftAidAddressFields(declarationOf(values), amount)
  return [
    ...unconfirmed.map((field): [keyof Fields, string] => [field, confirmations[field]]),
    ...missing.map((field): [keyof Fields, string] => [field, addressMessages[field]]),
  ]
}

function declarationOf(values: Fields): GiftAidDeclaration {
  const isDeclared = values.choice === 'yes'
  return {
    is_gift_aid: isDeclared,
    subscribe: values.subscribe,
    uk_based: isDeclared && values.residence === 'uk',
    address1: isDeclared ? values.address1 : '',
    postcode: isDeclared && values.residence === 'uk' ? values.postcode : '',
  }
}
