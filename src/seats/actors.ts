import type { QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import type {
  AddOutcome,
  BestSeats,
  DrawnPlan,
  SeatChange,
  SeatEvent,
  Removal,
  Selection,
} from '#machines/seat-selection.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { fromJson } from '#src/http/client.ts'
import { HttpFailure, isRefusal } from '#src/http/errors.ts'
import { addToBasket, eventDateQuery, freeSeatsQuery, seatingPlanQuery } from './calls.ts'
import { giveBack } from './give-back.ts'
import { takePageBasket, takePageSeating } from './page-seating.ts'
import { isRecord } from '#src/http/wire.ts'
import { answersHeld } from '#src/checkout/lazy-actors.ts'
import { config } from '#src/lib/config.ts'
import { loadScript } from '#src/lib/script-loader.ts'
import { drawnPlan } from './drawn-plan.ts'
import {
  basketPost,
  planPricing,
  planScript,
  pricesOf,
  seatName,
  seatingOf,
  type ChosenSeat,
  type SeatChoice,
  type Seating,
} from '#src/seats/rules/seats.ts'
import { basketSeats, linesOfDate, namesInBasket, withBasketSeats } from '#src/seats/rules/basket-seats.ts'
import { takenSeats } from '#src/seats/rules/taken-seats.ts'
import { chooseSeats, readSelection } from './plan-selection.ts'
import { loadUser, refreshUser } from '#src/checkout/current-user.ts'
import { rememberApart, wereFoundApart } from './found-apart.ts'
import { openAddress } from '#src/checkout/open-address.ts'
import { readCheckout, rereadCheckout } from '#src/checkout/read-checkout.ts'

type Dated<Input = object> = Input & { eventDateId: string }

/** Actors that load the seating plan, choose seats on it and add them to the basket [CALL-40, CALL-41, CALL-42]. */
export function createSeatActors(queryClient: QueryClient) {
  function seating(eventDateId: string): Seating {
    const date = queryClient.getQueryData(eventDateQuery(eventDateId).queryKey)
    const plan = queryClient.getQueryData(seatingPlanQuery(eventDateId).queryKey)
    const read = date && plan && seatingOf(eventDateId, date, plan)
    if (!read) throw new Error('the seating plan is not loaded')
    return read
  }

  const readBasket = () => rereadCheckout(queryClient).catch(() => {})
  const basket = () => queryClient.getQueryData(checkoutQuery.queryKey)
  /** Returns the seats of this date that the basket held when it was last read. */
  const seatsInBasket = (eventDateId: string) => basketSeats(basket(), eventDateId)

  /** Says why seats could not be chosen: the shop holds those of the buyer's own basket, for a while also when its time is over. */
  async function whyMissing(eventDateId: string, missing: string[]): Promise<string> {
    if (missing.length === 0) return ''
    await readBasket()
    const inBasket = namesInBasket(basket(), eventDateId)
    const kept = linesOfDate(basket(), eventDateId).flatMap(({ lapsed_seats }) => lapsed_seats)
    const others = without(missing, [...inBasket, ...kept])
    if (others.length > 0) return takenSeats(others)
    const lapsed = missing.filter((label) => kept.includes(label))
    return lapsed.length > 0 ? expired(lapsed) : alreadyThere(missing)
  }

  /**
   * Marks the seats that are in the basket already, and adds those of it that the seating plan does not show as chosen. One that it does
   * show may have been let go by the shop since the basket was read.
   */
  async function marked(eventDateId: string, seats: ChosenSeat[]): Promise<ChosenSeat[]> {
    const known = namesInBasket(basket(), eventDateId)
    if (seats.some((seat) => known.includes(seatName(seat)))) await readBasket()
    return withBasketSeats(seats, basket(), eventDateId)
  }

  /** Lets the seating plan, if it is drawn, show the seats that are in the basket, which the shop holds, as the buyer's. */
  async function showBasketSeats(eventDateId: string) {
    const own = seatsInBasket(eventDateId).map(({ label }) => label)
    const extraConfig = { own, ink: getComputedStyle(document.body).color }
    const show = async () => drawnPlan.get().changeConfig({ extraConfig, objectColor: colourOfOwn })
    await show().catch(() => {})
  }

  /** Reads the basket and returns whether it has these seats; not if it cannot be read. */
  async function areInBasket(eventDateId: string, seats: ChosenSeat[]): Promise<boolean> {
    await readBasket()
    return withBasketSeats(seats, basket(), eventDateId).every(({ isInBasket }) => isInBasket)
  }

  return {
    /** Tells of a page that comes back from the browser's cache, in which another user may be signed in by now. */
    browserSignals: fromCallback<SeatEvent>(({ sendBack }) => {
      function restored({ persisted }: PageTransitionEvent) {
        if (!persisted) return
        void refreshUser(queryClient).catch(() => null)
        queryClient.removeQueries(checkoutQuery)
        sendBack({ type: 'page.restored' })
      }
      window.addEventListener('pageshow', restored)
      return () => window.removeEventListener('pageshow', restored)
    }),

    /**
     * Loads the seating, or takes what came with the page. Fails with the message of the reply, or '' [SEAT-35, SEAT-37]. The user is
     * loaded for the organiser context.
     */
    loadSeating: fromPromise<{ isOffered: boolean }, Dated>(async ({ input: { eventDateId } }) => {
      const fresh = { staleTime: takePageSeating(queryClient) ? Infinity : 0 }
      const user = loadUser(queryClient).catch(() => null)
      try {
        const [date, plan] = await Promise.all([
          queryClient.fetchQuery({ ...eventDateQuery(eventDateId), ...fresh }),
          queryClient.fetchQuery({ ...seatingPlanQuery(eventDateId), ...fresh }),
        ])
        await user
        return { isOffered: seatingOf(eventDateId, date, plan) !== null }
      } catch (cause) {
        throw new Error(messageOf(cause), { cause })
      }
    }),

    /** Loads the provider's script ahead of the plan, whose own failure to load could be neither seen nor repeated. */
    loadPlanScript: fromPromise<void, Dated>(async ({ input }) => {
      if (window.seatsio) return
      await loadScript(planScript(seating(input.eventDateId), config.seatsScript)).finally(answersHeld)
      if (!window.seatsio) throw new Error('the script of the seating plan has no effect')
    }),

    /** Reads the basket beside the seating plan, or takes what came with the page. Never fails: what cannot be read is not listed. */
    listBasketSeats: fromPromise<{ inBasket: ChosenSeat[] }, Dated>(async ({ input: { eventDateId } }) => {
      if (!takePageBasket(queryClient)) await readBasket()
      const inBasket = seatsInBasket(eventDateId)
      if (inBasket.length > 0) void showBasketSeats(eventDateId)
      return { inBasket }
    }),

    readPlan: fromPromise<DrawnPlan, Dated>(async ({ input }) => {
      const { prices } = seating(input.eventDateId)
      const plan = drawnPlan.get()
      const known = await plan.listCategories()
      const keys = known.map(({ key }) => String(key))
      if (prices.some(({ category }) => !category))
        await plan.changeConfig({ pricing: planPricing(prices, keys) })
      const free = freeByCategory(await plan.getReportBySelectability())
      const categories = known.map(({ key, label, color }) => ({
        key: String(key),
        label,
        color,
        free: free?.[String(key)] ?? null,
      }))
      const seats = await readSelection(plan, prices)
      // The session may still have seats that were added before.
      if (seats.length > 0) await readCheckout(queryClient).catch(() => {})
      if (seatsInBasket(input.eventDateId).length > 0) void showBasketSeats(input.eventDateId)
      return {
        categories: categories.filter((category) => pricesOf(prices, category).length > 0),
        seats: withBasketSeats(seats, basket(), input.eventDateId),
        message: '',
        isTogether: seats.length === 0 || !wereFoundApart(input.eventDateId),
      }
    }),

    changeSeats: fromPromise<Selection, Dated<SeatChange>>(async ({ input }) => {
      const plan = drawnPlan.get()
      const { prices } = seating(input.eventDateId)
      if (input.release.length > 0) await plan.deselectObjects(input.release)
      const { seats, missing } = await chooseSeats(plan, prices, input.choose)
      return {
        seats: await marked(input.eventDateId, seats),
        message: await whyMissing(input.eventDateId, missing),
      }
    }),

    /** Replaces the chosen seats by the best ones, and shows where they are; leaves them alone if there are none. */
    holdBestSeats: fromPromise<Selection, Dated<BestSeats>>(async ({ input }) => {
      const plan = drawnPlan.get()
      const { prices } = seating(input.eventDateId)
      const before = await readSelection(plan, prices)
      const { objects, nextToEachOther } = await plan.holdBestAvailable({
        number: input.number,
        ...(input.category && { categories: [input.category] }),
      })
      const found = objects.map(({ label }) => label)
      if (input.isTogether && nextToEachOther === false) {
        await plan.deselectObjects(found)
        return { seats: await marked(input.eventDateId, before), message: apart(input.number) }
      }
      const others = before.map(({ label }) => label).filter((label) => !found.includes(label))
      if (others.length > 0) await plan.deselectObjects(others)
      const chosen = (await readSelection(plan, prices)).map(({ label }) => label)
      const unchosen = objects
        .filter(({ label }) => !chosen.includes(label))
        .map(({ label, category }) => ({
          label,
          ticketType:
            pricesOf(prices, { key: String(category?.key ?? ''), label: category?.label ?? '' })[0]
              ?.ticketType ?? '',
        }))
      const { seats } = await chooseSeats(plan, prices, unchosen)
      rememberApart(input.eventDateId, !input.isTogether)
      drawnPlan.bringIntoView()
      // In a whole hall, the found seats may be too small to be seen.
      void plan.zoomToSelectedObjects().catch(() => {})
      return { seats: await marked(input.eventDateId, seats), message: '' }
    }),

    renewSession: fromPromise<Selection, Dated<{ choose: SeatChoice[] }>>(async ({ input }) => {
      const plan = drawnPlan.get()
      await plan.startNewSession()
      const { seats, missing } = await chooseSeats(plan, seating(input.eventDateId).prices, input.choose)
      return {
        seats: await marked(input.eventDateId, seats),
        message: input.choose.length > 0 ? renewed(missing) : '',
      }
    }),

    /** Gives a seat of the basket back; also after a failure, the basket tells what is in it. */
    removeSeat: fromPromise<Removal, Dated<{ label: string }>>(async ({ input: { eventDateId, label } }) => {
      const ended = await giveBack(queryClient, eventDateId, label)
      void showBasketSeats(eventDateId)
      // The session of the seating plan may still have it.
      const release = async () => drawnPlan.get().deselectObjects([label])
      if (ended.isRemoved) void release().catch(() => {})
      return { ...ended, inBasket: seatsInBasket(eventDateId) }
    }),

    /** Adds the seats once: after a lost reply, and before another attempt, the basket tells whether they are there. */
    addSeats: fromPromise<AddOutcome, Dated<{ seats: ChosenSeat[]; isUnclear: boolean }>>(
      async ({ input }) => {
        const { eventDateId, seats, isUnclear } = input
        if (isUnclear && (await areInBasket(eventDateId, seats))) return { outcome: 'added' }
        const { holdToken } = drawnPlan.get()
        try {
          await addToBasket(basketPost({ ...seating(eventDateId), holdToken }, seats))
          return { outcome: 'added' }
        } catch (error) {
          if (isExpiredToken(error)) return { outcome: 'expired' }
          if (isRefusal(error)) return { outcome: 'refused', message: error.message }
          if (await areInBasket(eventDateId, seats)) return { outcome: 'added' }
          return { outcome: 'unclear', message: messageOf(error) }
        }
      },
    ),

    openAddress: fromPromise<void, { address: string }>((run) => openAddress(queryClient, run)),
  }
}

/** Actors of the list of free seats, beside the seating plan; the list goes to the query cache. */
export function createFreeSeatsActors(queryClient: QueryClient) {
  return {
    /** Waits for a hidden page to be shown. */
    loadFreeSeats: fromPromise<{ isListed: boolean }, Dated>(async ({ input, signal }) => {
      await pageShown(signal)
      const query = { ...freeSeatsQuery(input.eventDateId), staleTime: 0 }
      return { isListed: (await queryClient.fetchQuery(query)) !== null }
    }),
  }
}

function pageShown(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) =>
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal }),
  )
}

const messageOf = (error: unknown) => (error instanceof HttpFailure ? error.message : '')

/** Returns whether the shop says that the session of the seating plan is over: our addition to the reply. */
function isExpiredToken(error: unknown) {
  const reply = error instanceof HttpFailure ? fromJson(error.body) : null
  return isRecord(reply) && reply.expired_token === true
}

/** Reads the number of selectable seats by category key from the seating plan's report; null if it has none. */
function freeByCategory(report: unknown): Record<string, number> | null {
  const selectable = isRecord(report) && isRecord(report.selectable) ? report.selectable.byCategoryKey : null
  return isRecord(selectable) ? (selectable as Record<string, number>) : null
}

/** Colours the seats that are in the basket as the text. The provider runs it elsewhere: it may use nothing else of this file. */
const colourOfOwn = (
  { label }: { label: string },
  color: string,
  { own, ink }: { own?: string[]; ink?: string },
) => (own?.includes(label) ? (ink ?? color) : color)

const without = (labels: string[], others: string[]) => labels.filter((label) => !others.includes(label))

const alreadyThere = (labels: string[]) =>
  `${labelsInWords(labels)} ${labels.length > 1 ? 'are' : 'is'} in your basket already.`

const expired = (labels: string[]) =>
  `The time for ${labelsInWords(labels)} in your basket expired. Please reserve your basket to try again, or choose another seat.`

const apart = (number: number) =>
  `There are no ${number} free seats next to each other there. Try fewer seats, another price, or seats apart.`

const renewed = (missing: string[]) =>
  missing.length > 0
    ? `Your time had run out, and ${labelsInWords(missing)} ${missing.length > 1 ? 'are' : 'is'} no longer free. We are holding the others for you again.`
    : 'Your time had run out. We are holding the same seats for you again.'
