/** A ticket from the seeds; `date` is the id of its event date. */
interface ShapeTicket {
  event: string
  date: string
  key: string
  qty: number
  /** The category of the seats, for a date with numbered seats. */
  seats?: string
}

interface Shape {
  tickets: ShapeTicket[]
  /** Gift vouchers by product, value in pounds. */
  vouchers?: { product: string; value: string; qty: number }[]
}

const ticket = (event: string, suffix: string, key: string, qty: number): ShapeTicket => ({
  event,
  date: `${event}-${suffix}`,
  key,
  qty,
})

/** Baskets for different features, made from the seeds' catalogue. */
export const shapes = {
  seats: { tickets: [{ ...ticket('winter-arena', 'saturday', 'floor', 2), seats: 'floor' }] },
  paid: { tickets: [ticket('late-film-club', 'tuesday', 'seat', 2)] },
  free: { tickets: [ticket('harbour-open-day', 'sunday', 'entry', 2)] },
  charity: { tickets: [ticket('winter-supper', 'thursday', 'seat', 2)] },
  square: { tickets: [ticket('potters-wheel', 'thursday', 'wheel', 2)] },
  express: { tickets: [ticket('rooftop-sessions', 'saturday', 'any', 2)] },
  express_voucher: {
    tickets: [ticket('rooftop-sessions', 'saturday', 'any', 1)],
    vouchers: [{ product: 'rooftop-gift', value: '20', qty: 1 }],
  },
  express_free: { tickets: [ticket('new-faces-night', 'monday', 'entry', 1)] },
  deliverable: {
    tickets: [
      ticket('midwinter-strings', 'evening', 'gallery', 1),
      ticket('midwinter-strings', 'evening', 'programme', 1),
    ],
  },
  marketing: { tickets: [ticket('midwinter-strings', 'evening', 'stalls', 2)] },
  questions_before: { tickets: [ticket('lantern-evening', 'friday', 'adult', 2)] },
  questions_after: { tickets: [ticket('dawn-swim', 'saturday', 'swimmer', 2)] },
  waiver: { tickets: [ticket('night-run', 'start', 'runner', 1)] },
  messages: { tickets: [ticket('studio-livestream', 'sunday', 'screen', 1)] },
  questions_before_and_waiver: { tickets: [ticket('paddle-in-cinema', 'thursday', 'paddler', 1)] },
  questions_after_and_messages: {
    tickets: [
      ticket('dawn-swim', 'saturday', 'swimmer', 1),
      ticket('studio-livestream', 'sunday', 'screen', 1),
    ],
  },
  delivery_alone: {
    tickets: [
      ticket('late-film-club', 'tuesday', 'seat', 1),
      ticket('late-film-club', 'tuesday', 'poster', 1),
    ],
  },
  everything: {
    tickets: [
      ticket('night-run', 'start', 'runner', 1),
      ticket('lantern-evening', 'friday', 'adult', 2),
      ticket('dawn-swim', 'saturday', 'swimmer', 1),
    ],
    vouchers: [{ product: 'harbour-gift', value: '25', qty: 1 }],
  },
  marketing_and_questions: {
    tickets: [
      ticket('lantern-evening', 'friday', 'adult', 1),
      ticket('paddle-in-cinema', 'thursday', 'paddler', 1),
      ticket('studio-livestream', 'sunday', 'screen', 1),
    ],
  },
  delivery_and_messages: {
    tickets: [
      ticket('late-film-club', 'tuesday', 'seat', 1),
      ticket('late-film-club', 'tuesday', 'poster', 1),
      ticket('studio-livestream', 'sunday', 'screen', 1),
    ],
  },
  delivery_and_questions: {
    tickets: [
      ticket('late-film-club', 'tuesday', 'seat', 1),
      ticket('late-film-club', 'tuesday', 'poster', 1),
      ticket('paddle-in-cinema', 'thursday', 'paddler', 1),
    ],
  },
  everything_uncharitable: {
    tickets: [
      ticket('lantern-evening', 'friday', 'adult', 1),
      ticket('dawn-swim', 'saturday', 'swimmer', 1),
      ticket('paddle-in-cinema', 'thursday', 'paddler', 1),
      ticket('studio-livestream', 'sunday', 'screen', 1),
    ],
    vouchers: [{ product: 'harbour-gift', value: '25', qty: 1 }],
  },
  eur: { tickets: [ticket('silent-films', 'opening', 'stalls', 2)] },
  minimum: { tickets: [ticket('lantern-evening', 'saturday', 'group', 4)] },
  required: { tickets: [ticket('lantern-evening', 'friday', 'child', 1)] },
  absorbed: { tickets: [ticket('studio-livestream', 'sunday', 'screen', 2)] },
  voucher: { tickets: [], vouchers: [{ product: 'harbour-gift', value: '25', qty: 1 }] },
  bank: { tickets: [ticket('late-film-club', 'tuesday', 'sofa', 1)] },
  plan: { tickets: [ticket('sailing-week', 'saturday', 'berth', 1)] },
  plan_and_full: {
    tickets: [
      ticket('sailing-week', 'saturday', 'berth', 1),
      ticket('sailing-week', 'saturday', 'supper', 2),
    ],
  },
  unconfigured: { tickets: [ticket('mountain-evening', 'wednesday', 'seat', 1)] },
  empty: { tickets: [] },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes

export function shapeNamed(name: ShapeName): Shape {
  return shapes[name]
}
