import * as z from 'zod/mini'
import { must } from '#src/lib/must.ts'
import type { PaymentDetails } from '#machines/payment-attempt.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { DeliveryAddress } from '#src/address/requests.ts'
import { isPostcodeMissing, missingAddressFields, newAddress } from '#src/address/rules/addresses.ts'
import { addressMessage, voucherMessages } from '#src/checkout/rules/missing-details.ts'
import { isEmail, isFullName, isPhone } from '#src/checkout/rules/people.ts'
import { freeText, phoneText, plainName } from '#src/checkout/free-text.ts'
import { chosen, ticked, typed } from '#src/ui/form-values.ts'

/** Form value of a complete card field; otherwise its value is the error. It never holds card data. */
export const completeField = 'complete'

/** Values of the payment form; fields that are not shown are absent. */
export const paymentSchema = z
  .object({
    full_name: asked(plainName, isFullName, 'Type both your first and last name(s)'),
    email: asked(typed, isEmail, 'Type a valid email address'),
    contact_number: asked(phoneText, isPhone, 'Type a valid phone number'),
    address_1: z.optional(freeText),
    address_2: z.optional(freeText),
    town: z.optional(freeText),
    state: z.optional(freeText),
    postcode: z.optional(freeText),
    country: z.optional(typed),
    gift_voucher_from: asked(plainName, isGiven, voucherMessages.from),
    gift_voucher_to: asked(plainName, isGiven, voucherMessages.to),
    organisers: chosen,
    newsletter: ticked,
    card_number: z.optional(typed),
    card_expiry: z.optional(typed),
    card_cvc: z.optional(typed),
    /** The chosen method: a bank transfer and a wallet need no typed card. */
    method: z.optional(typed),
    instalment_option: z.optional(typed),
    /** The saved card of a payment plan, '' for a new one. */
    saved_card: z.optional(typed),
  })
  .check(({ value, issues }) => {
    const issueOf = ({ field, message }: FieldProblem) => ({
      code: 'custom' as const,
      input: value,
      path: [field],
      message,
    })
    // In the order of the form: the months of a plan come before its mobile number.
    issues.unshift(...missingMonths(value).map(issueOf))
    // The address before the names on a gift voucher.
    const names = issues.findIndex(({ path }) => String(path?.[0]).startsWith('gift_voucher'))
    issues.splice(names < 0 ? issues.length : names, 0, ...missingAddressFieldOf(value).map(issueOf))
    issues.push(...[...missingPlanCard(value), ...cardProblems(value)].map(issueOf))
  })
export type PaymentValues = z.output<typeof paymentSchema>

/** Returns the payment details: the contact number and, in express checkout, the account [PAYM-62]. */
export function paymentDetails(values: PaymentValues, checkout: Checkout): PaymentDetails {
  const contactNumber = values.contact_number ?? ''
  if (values.email === undefined) return { contactNumber, account: null }
  const preferences = checkout.marketing_preferences
  return {
    contactNumber,
    account: {
      fullName: values.full_name ?? '',
      email: values.email,
      preferences: {
        ct_subscribed: values.newsletter,
        event_subscribed: preferences?.event_subscribed ?? false,
        organiser_subscribed_marketing: Object.fromEntries(
          (preferences?.basket_organisers ?? []).map(({ id }) => [id, values.organisers.includes(id)]),
        ),
      },
      address: typedAddress(values),
      voucherFrom: values.gift_voucher_from ?? '',
      voucherTo: values.gift_voucher_to ?? '',
    },
  }
}

function isGiven(text: string) {
  return text !== ''
}

function asked(text: typeof typed, isRight: (text: string) => boolean, message: string) {
  return z.optional(text.check(must(isRight, message)))
}

type AddressValues = Pick<
  PaymentValues,
  'full_name' | 'address_1' | 'address_2' | 'town' | 'state' | 'postcode' | 'country' | 'method'
>

interface FieldProblem {
  field: keyof PaymentValues
  message: string
}

/**
 * Returns the first missing part of the address, or of the postcode if only that is required [ADDR-20, ADDR-23]: it belongs
 * to the typed card, and a wallet has its own.
 */
function missingAddressFieldOf(values: AddressValues): FieldProblem[] {
  const address = typedAddress(values)
  if (values.address_1 === undefined) {
    const isAsked = values.postcode !== undefined && values.method !== 'wallet'
    const isMissing = isAsked && isPostcodeMissing(address)
    return isMissing ? [{ field: 'postcode', message: 'Type your postcode or zip code' }] : []
  }
  return missingAddressFields(address)
    .filter((part): part is Extract<typeof part, keyof AddressValues> => part in values)
    .slice(0, 1)
    .map((field) => ({ field, message: addressMessage }))
}

const cardParts = [
  { field: 'card_number', missing: 'Type the card number' },
  { field: 'card_expiry', missing: 'Type the expiry date' },
  { field: 'card_cvc', missing: 'Type the security code' },
] as const

/** Returns the missing number of months of a payment plan, also if the chosen one is no longer offered. */
function missingMonths(values: Pick<PaymentValues, 'method' | 'instalment_option'>): FieldProblem[] {
  if (values.method !== 'plan' || values.instalment_option) return []
  return [{ field: 'instalment_option', message: 'Choose over how many months you would like to pay' }]
}

/** Returns the missing card of a payment plan, if the chosen one is no longer saved. It is asked for once months are chosen. */
function missingPlanCard(
  values: Pick<PaymentValues, 'method' | 'instalment_option' | 'saved_card'>,
): FieldProblem[] {
  if (values.method !== 'plan' || !values.instalment_option || values.saved_card !== undefined) return []
  return [{ field: 'saved_card', message: 'Choose the card that you would like to pay with' }]
}

/** Returns the provider's error of each incomplete card field, or a default one. */
function cardProblems(
  values: Pick<PaymentValues, 'method' | 'saved_card' | (typeof cardParts)[number]['field']>,
): FieldProblem[] {
  const { method, saved_card } = values
  if (method === 'bank' || method === 'wallet' || (method === 'plan' && saved_card !== '')) return []
  return cardParts
    .filter(({ field }) => values[field] !== undefined && values[field] !== completeField)
    .map(({ field, missing }) => ({ field, message: values[field] || missing }))
}

function typedAddress(values: AddressValues): DeliveryAddress {
  const [firstName = '', ...lastNames] = (values.full_name ?? '').split(/\s+/)
  return {
    selected_user_address_id: newAddress,
    first_name: firstName,
    last_name: lastNames.join(' '),
    address_1: values.address_1 ?? '',
    address_2: values.address_2 ?? '',
    town: values.town ?? '',
    state: values.state ?? '',
    postcode: values.postcode ?? '',
    country: values.country ?? '',
  }
}
