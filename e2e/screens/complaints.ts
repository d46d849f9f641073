import { heldSteps } from '#machines/testing/held-steps.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Look, Order } from './look.ts'

/** What the shop has told a page, as far as it must show it. */
export interface Told {
  /** The total: "£26.90"; null if the page has not been told one, or may know it better than we do. */
  total: string | null
  /** The seconds left of the hold, between these two; null without a hold, and undefined if nobody can say. */
  secondsLeft: { atLeast: number; atMost: number } | null | undefined
  isPaid: boolean
}

/** Knows nothing, so that only what a page says about itself is judged. */
export const untold: Told = { total: null, secondsLeft: undefined, isPaid: false }

/** Says in a tester's words what is wrong with a page that has settled; `before` is what it showed before, if it showed anything. */
export function complaintsAbout(now: Look, before: Look | null, told: Told): string[] {
  return [
    ...aboutTitle(now),
    ...now.nameless.map((element) => `a heading or group has no text: <${element}>`),
    ...aboutFocus(now, before),
    ...aboutProblems(now, before),
    ...aboutOrder(now, told),
    ...aboutPrice(now),
    ...aboutCountdown(now, told),
    ...(told.isPaid
      ? now.payButtons.map((name) => `the order is paid, and the page still offers "${name}"`)
      : []),
  ]
}

/** Whether a page has gone on to another step, or to a part of it that begins like one. */
export const isOther = (now: Look, before: Look | null) =>
  now.step !== null && (now.step !== before?.step || now.view !== before.view)

/** The title of a page with problems begins with "Error:"; that of a step whose call has failed does, too. */
function aboutTitle(now: Look): string[] {
  const { headings, title, problems, step } = now
  const [heading = ''] = headings
  const expected = problems || hasFailed(now) ? `Error: ${heading}` : heading
  return [
    ...(headings.length === 1 ? [] : [`the page has ${headings.length} titles: ${headings.join(', ')}`]),
    ...(title === '' ? ['the window has no title'] : []),
    ...(step && title !== expected ? [`the window is called "${title}" instead of "${expected}"`] : []),
  ]
}

/** The steps that tell of their own failed calls. */
const failing: (CheckoutState | null)[] = [
  'determining',
  'captcha',
  'donation',
  'gift_aid',
  'ticket_questions_before',
  'ticket_questions_after',
  'payment',
  'awaiting_truelayer',
  'deliver_tickets',
  'order_completed',
]

/** Whether the page tells of a failed call, or of what the shop has refused; a card form that does not load is none. */
const hasFailed = ({ step, view, stepErrors, isInvalid }: Look) =>
  // A completed order asks for another email in a window of its own.
  ((step === 'basket' || step === 'login' || (step === 'order_completed' && view === 'overview')) &&
    isInvalid) ||
  (failing.includes(step) &&
    stepErrors.some(
      (text) => !/^(We couldn't load the card form|Something went wrong on this page)/.test(text),
    ))

/** Outside the checkout nothing has the focus of a page that has just been opened. */
const aboutFocus = ({ focus, step }: Look, before: Look | null): string[] =>
  focus === null && (step !== null || before?.focus) ? ['the focus is lost: nothing on the page has it'] : []

function aboutProblems({ problems, isAtProblems }: Look, before: Look | null): string[] {
  if (!problems) return []
  const isNew = JSON.stringify(problems) !== JSON.stringify(before?.problems)
  return [
    ...(isNew && !before?.problems && !isAtProblems
      ? ['"There is a problem" has appeared, and the focus is not on it']
      : []),
    ...problems
      .filter(({ isMarked }) => !isMarked)
      .map(({ text }) => `the problem "${text}" leads to no field that is marked as wrong`),
  ]
}

function aboutOrder(now: Look, { total }: Told): string[] {
  const { order, step } = now
  if (!order) return mustShowOrder(now) ? [`the step "${step}" shows no order summary`] : []
  return [
    ...aboutSum(order),
    ...(total !== null && order.total !== total
      ? [`the order summary says "Total ${order.total}", and the shop says ${total}`]
      : []),
    ...(order.bar !== null && order.bar !== order.total
      ? [`the order summary says "Total ${order.total}", and its bar on narrow screens ${order.bar}`]
      : []),
  ]
}

/** What a button says that it takes: the total, or the first part of a plan. */
function aboutPrice({ order, payButtons, isPlan }: Look): string[] {
  if (!order || isPlan) return []
  const isWrong = (name: string) => {
    const [amount] = /[\d,]+\.\d\d/.exec(name) ?? []
    return amount !== undefined && penceOf(amount) !== penceOf(order.total)
  }
  return payButtons
    .filter(isWrong)
    .map((name) => `the button says "${name}", and the order summary ${order.total}`)
}

/** All steps but the first screen, an empty basket, a completed order whose script loads, and what the order opens. */
const mustShowOrder = ({ step, view, words, isLoading }: Look) =>
  step !== null &&
  step !== 'determining' &&
  (step === 'order_completed' ? view === 'overview' && !isLoading : !/Your basket is empty/i.test(words))

function aboutSum({ rows, prices, fees, total }: Order): string[] {
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const parts = sum(rows.map(({ amount }) => amount))
  const shown = penceOf(total)
  const [subtotal] = rows
  const included = penceOf(/includes (\S+) booking fee/.exec(subtotal?.name ?? '')?.[1] ?? '0')
  const lines = prices && sum(prices)
  // Their documented prices make the subtotal; their fees, if they have any, and one for the whole order make the booking fee
  const fits = lines === null || lines - sum(fees) === (subtotal?.amount ?? 0) - included
  const fee = included || (rows.find(({ name }) => name.startsWith('Booking fee'))?.amount ?? 0)
  const ofOrder = rows.map(({ name }) => /(\S+) of it for the whole order/.exec(name)?.[1] ?? '0')
  const named = sum([...fees, ...ofOrder.map(penceOf)])
  return [
    ...(parts === shown
      ? []
      : [
          `the order summary does not add up: ${rows.map(({ name, amount }) => `${name} ${inPounds(amount)}`).join(', ')}, and Total ${total}`,
        ]),
    ...(fits
      ? []
      : [
          `the lines of the order cost ${inPounds(lines - sum(fees))} without their fees, and its subtotal is ${inPounds(subtotal?.amount ?? 0)}`,
        ]),
    ...(lines === null || named === 0 || named === fee
      ? []
      : [`the order names fees of ${inPounds(named)}, and its booking fee is ${inPounds(fee)}`]),
  ]
}

/** 2690 for "£26.90". */
export const penceOf = (text: string) => Number(text.replaceAll(/\D/g, ''))

const inPounds = (amount: number) => (amount / 100).toFixed(2)

/** What a page says of the hold while a payment is open: the hold outlasts it. */
const heldForPayment = 'Held while you pay'
const payingHeadings = ['Confirming Payment', 'Claiming free tickets']

function aboutCountdown({ step, countdowns, reservedFor, headings }: Look, { secondsLeft }: Told): string[] {
  // What the bank has yet to confirm may be held or not
  if (!step || step === 'awaiting_truelayer') return []
  const isHeld = heldSteps.includes(step) && secondsLeft !== null
  if (!isHeld)
    return [...countdowns, ...(reservedFor ? [reservedFor] : [])].map(
      (text) => `nothing is held at the step "${step}", and the page says "${text}"`,
    )
  const [countdown] = countdowns
  if (countdowns.length !== 1 || !countdown)
    return [`tickets are held at the step "${step}", and there are ${countdowns.length} countdowns`]
  if (countdown === heldForPayment)
    return [
      ...(headings.some((heading) => payingHeadings.includes(heading))
        ? []
        : [`nothing is being paid, and the page says "${countdown}"`]),
      ...(reservedFor === heldForPayment
        ? []
        : [
            `the page says "${countdown}", and its order summary ${reservedFor ? `"${reservedFor}"` : 'nothing'}`,
          ]),
    ]
  const seconds = secondsOf(countdown)
  const isPlausible =
    !secondsLeft ||
    (seconds >= Math.max(0, secondsLeft.atLeast) && seconds <= Math.max(0, secondsLeft.atMost))
  return [
    ...(isPlausible
      ? []
      : [
          `the page says "${countdown}", and the shop holds the tickets ${secondsLeft.atLeast} to ${secondsLeft.atMost} seconds longer`,
        ]),
    ...(reservedFor !== null && Math.abs(secondsOf(reservedFor) - seconds) <= 1
      ? []
      : [
          `the page says "${countdown}", and its order summary ${reservedFor ? `"${reservedFor}"` : 'nothing'}`,
        ]),
  ]
}

/** Reads the seconds of a countdown: 598 for "Tickets held for 9m 58s", or "Reserved for 9m 58s more. If …". */
export function secondsOf(text: string): number {
  const [, minutes = 0, seconds = 0] = /for\s+(?:(\d+)m\s*)?(?:(\d+)s)?/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}
