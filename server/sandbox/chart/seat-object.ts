import type { CategoryToJSON, PricingJson, Seat } from '@seatsio/seatsio-react'

import type { PlanCategory, PlanSeat } from './plan.ts'
import type { SeatPrices } from './pricing.ts'

/** What an object tells besides what the hall knows. */
interface State {
  status: string
  isSelected: boolean
  isSelectable: boolean
  isOrphan: boolean
  isFiltered: boolean
  ticketType: string | undefined
  prices: SeatPrices | null
  categoryPrices: SeatPrices | null
  select: (ticketType?: string) => Promise<void>
  deselect: () => Promise<void>
}

/** A seat in the shape in which seats.io gives it to the page. */
export function seatObject(seat: PlanSeat, state: State): Seat & { id: string } {
  const { section, row, number, label } = seat
  return {
    id: label,
    label,
    labels: { own: number, parent: row, section, displayedLabel: label },
    objectType: 'Seat',
    category: categoryObject(seat.category, state.categoryPrices, state.isFiltered),
    pricing: pricingObject(state.prices) ?? {},
    status: state.status,
    forSale: true,
    selectable: state.isSelectable,
    selected: state.isSelected,
    selectedTicketType: state.isSelected && state.prices?.hasTypes ? state.ticketType : undefined,
    accessible: seat.isAccessible,
    companionSeat: seat.isCompanion,
    restrictedView: seat.hasRestrictedView,
    wheelchairSpaceType: seat.isAccessible ? 'WHEELCHAIR_SPACE' : undefined,
    hearingImpaired: false,
    signLanguageInterpretation: false,
    cartServices: false,
    plusSize: false,
    vertigo: false,
    limitedLegroom: false,
    semiAmbulatorySeat: false,
    liftUpArmrests: false,
    aisleSeat: seat.index === 0 || seat.index === seat.run.length - 1,
    displayObjectType: undefined,
    isOrphan: state.isOrphan,
    center: { x: seat.x, y: seat.y },
    parent: { type: 'row' },
    entrance: null,
    extraData: undefined,
    dataPerEvent: {},
    seasonStatusOverriddenQuantity: 0,
    select: state.select,
    deselect: state.deselect,
    pulse: async () => {},
    unpulse: async () => {},
  }
}

export function categoryObject(
  { key, label, color, isAccessible }: PlanCategory,
  prices: SeatPrices | null,
  isFiltered: boolean,
): CategoryToJSON {
  return { key, label, color, accessible: isAccessible, pricing: pricingObject(prices), isFiltered }
}

function pricingObject(prices: SeatPrices | null): PricingJson | null {
  const [first] = prices?.types ?? []
  if (!prices || !first) return null
  if (prices.hasTypes) return { ticketTypes: prices.types }
  return { price: first.price, formattedPrice: first.formattedPrice }
}
