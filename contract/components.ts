import type * as z from 'zod/mini'
import { foundAddressSchema, savedAddressSchema } from '#src/address/schemas.ts'
import { afterSaleMessageSchema } from '#src/checkout/schemas/after-sale-message.ts'
import { charitySchema } from '#src/checkout/schemas/charity.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { donationSchema } from '#src/checkout/schemas/donation.ts'
import { eventSchema } from '#src/checkout/schemas/event.ts'
import { giftVoucherSchema } from '#src/checkout/schemas/gift-voucher.ts'
import { marketingPreferencesSchema } from '#src/checkout/schemas/marketing-preferences.ts'
import { organiserSchema } from '#src/checkout/schemas/organiser.ts'
import { paymentPlanSchema, savedPaymentMethodSchema } from '#src/checkout/schemas/payment-options.ts'
import { questionSchema } from '#src/checkout/schemas/question.ts'
import { ticketLineSchema } from '#src/checkout/schemas/ticket-line.ts'
import { userSchema } from '#src/checkout/schemas/user.ts'
import {
  count,
  flag,
  message,
  money,
  optionalCount,
  optionalMoney,
  presence,
  secondsLeft,
  text,
  texts,
} from '#src/http/wire.ts'
import { bankStatusSchema } from '#src/payment/schemas.ts'
import { eventDateSchema, freeSeatSchema, seatedEventSchema, seatPriceSchema } from '#src/seats/schemas.ts'

/** The entities of the replies, by the names that they have in the documents. */
export const components: Record<string, z.ZodMiniType> = {
  AfterSaleMessage: afterSaleMessageSchema,
  BankStatus: bankStatusSchema,
  Charity: charitySchema,
  Checkout: checkoutSchema,
  Donation: donationSchema,
  Event: eventSchema,
  EventDate: eventDateSchema,
  FoundAddress: foundAddressSchema,
  FreeSeat: freeSeatSchema,
  GiftVoucher: giftVoucherSchema,
  MarketingPreferences: marketingPreferencesSchema,
  Organiser: organiserSchema,
  PaymentPlan: paymentPlanSchema,
  Question: questionSchema,
  SavedAddress: savedAddressSchema,
  SavedCard: savedPaymentMethodSchema,
  SeatPrice: seatPriceSchema,
  SeatedEvent: seatedEventSchema,
  TicketLine: ticketLineSchema,
  User: userSchema,
}

/** The kinds of fields, by names for the accepted form, where each may be written in many ways. */
export const kinds: Record<string, z.ZodMiniType> = {
  Amount: money,
  AmountOrNone: optionalMoney,
  Flag: flag,
  Message: message,
  Number: count,
  NumberOrNone: optionalCount,
  Presence: presence,
  Seconds: secondsLeft,
  Text: text,
  Texts: texts,
}
