import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { TransferRow } from '#src/order/rules/transfers.ts'
import type { Offer, OfferChange } from '#src/order/schemas.ts'

/** A line of tickets that can be transferred: unseated, titled "event name - ticket name"; with date and picture, if they are known. */
export interface TransferLine {
  ticketId: string
  title: string
  qty: number
  date?: string
  picture?: string
}

/** What of an order can be transferred, and what was. */
export interface OrderTransfers {
  /** Lines with the tickets that are left. */
  lines: TransferLine[]
  /** What was offered to whom; none if the back-end does not list it. */
  offers: Offer[]
  /** Key of the next request: a repeated one with it changes nothing. */
  attempt: string
}

interface Transfers {
  lines: TransferLine[]
  rows: TransferRow[]
}

/**
 * Transfers tickets to other people: a row for each recipient of each ticket line [XFER-04, XFER-15]. The form checks
 * each row before it sends it. Afterwards, if the back-end lists the offers, the buyer takes them back or corrects them until they
 * are accepted, and transfers what is left.
 */
export const transfersMachine = setup({
  types: {
    input: {} as OrderTransfers,
    context: {} as Transfers &
      OrderTransfers & {
        /** The line whose rows are shown; '' for none. */
        open: string
        /** The shop's reason for refusing the last attempt; '' for none. */
        message: string
        isSent: boolean
        /** Whether an offer was taken back, corrected or found answered. */
        isChanged: boolean
        /** The change of an offer that is made or was refused; its recipient is null to take it back. */
        change: OfferChange
      },
    events: {} as
      | { type: 'line.toggle'; ticketId: string }
      | { type: 'recipient.add'; ticketId: string }
      | { type: 'recipient.change'; row: TransferRow }
      | { type: 'recipient.remove'; id: number }
      | { type: 'transfer.send' }
      | { type: 'transfer.more' }
      | { type: 'transfer.leave' }
      | { type: 'offer.cancel'; id: string }
      | { type: 'offer.correct'; id: string }
      | { type: 'offer.keep' }
      | { type: 'correction.send'; name: string; email: string },
    output: {} as OrderTransfers & { isSent: boolean; isChanged: boolean },
  },
  actors: {
    setTransfers: {} as PromiseActorLogic<OrderTransfers, { rows: TransferRow[]; attempt: string }>,
    readOffers: {} as PromiseActorLogic<OrderTransfers>,
    changeOffer: {} as PromiseActorLogic<OrderTransfers & { message: string }, OfferChange>,
  },
  guards: {
    hasTicketsLeft: ({ context }, { ticketId }: { ticketId: string }) =>
      ticketsLeft(context, ticketId) > rowsOf(context, ticketId).filter(({ qty }) => qty === 0).length,
    isWithinLimit: ({ context }, { row }: { row: TransferRow }) =>
      row.qty >= 0 && row.qty <= ticketsLeft(context, row.ticket_id, row.id),
    isReady: ({ context }) => !firstInvalid(context),
    hasLines: ({ context }) => context.lines.length > 0,
    isFirst: ({ context }) => context.lines.length > 0 && !context.offers.some(isStanding),
    hasMoreOffers: ({ context }, { offers }: { offers: Offer[] }) =>
      offers.some(({ id }) => !context.offers.some((known) => known.id === id)),
    isOpen: ({ context }, { id }: { id: string }) => isOpenIn(context.offers, id),
    isCorrectable: ({ context }, { message, offers }: { message: string; offers: Offer[] }) =>
      message !== '' && context.change.recipient !== null && isOpenIn(offers, context.change.id),
  },
  actions: {
    storeOpen: assign(({ context }, params: { ticketId: string }) => ({
      open: context.open === params.ticketId ? '' : params.ticketId,
    })),
    storeFirstInvalid: assign(({ context }) => ({ open: firstInvalid(context)?.ticket_id ?? '' })),
    storeAdded: assign(({ context: { rows } }, params: { ticketId: string }) => ({
      rows: [...rows, newRow(params.ticketId, Math.max(...rows.map(({ id }) => id)) + 1, false, 1)],
    })),
    storeRow: assign(({ context }, params: { row: TransferRow }) => ({
      rows: context.rows.map((row) => (row.id === params.row.id ? params.row : row)),
    })),
    clearRow: assign(({ context }, params: { id: number }) => ({
      rows: context.rows.filter(({ id, isFirst }) => isFirst || id !== params.id),
    })),
    storeMessage: assign((_, params: { error: unknown }) => ({
      message: params.error instanceof Error ? params.error.message : '',
    })),
    clearMessage: assign({ message: '' }),
    storeSent: assign((_, params: OrderTransfers) => ({ ...formOf(params), isSent: true })),
    storeFound: assign(({ context }, params: OrderTransfers) => ({
      ...formOf(params),
      message: context.message || sentAlready,
      isChanged: true,
    })),
    storeLeft: assign(({ context }, params: OrderTransfers) => {
      // A back-end that lists no offers does not tell what is left
      if (params.offers.length + context.offers.length === 0) return {}
      return { lines: params.lines, offers: params.offers, ...keptRows(context, params.lines) }
    }),
    storeChange: assign((_, params: { id: string }) => ({ change: { id: params.id, recipient: null } })),
    storeRecipient: assign(({ context }, { name, email }: { name: string; email: string }) => ({
      change: { id: context.change.id, recipient: { name, email } },
    })),
    storeOffers: assign(({ context }, { message, ...params }: OrderTransfers & { message: string }) => ({
      ...formOf(params),
      message,
      isSent: context.isSent && params.offers.some(isStanding),
      isChanged: true,
    })),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'transfers',
  description: 'Transfers tickets to other people.',
  context: ({ input }) => ({
    lines: input.lines,
    rows: emptyRows(input.lines),
    open: input.lines[0]?.ticketId ?? '',
    offers: input.offers,
    attempt: input.attempt,
    message: '',
    isSent: false,
    isChanged: false,
    change: { id: '', recipient: null },
  }),
  output: ({ context }) => ({
    isSent: context.isSent,
    isChanged: context.isChanged,
    lines: context.lines,
    offers: context.offers,
    attempt: context.attempt,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The form if no offer stands and tickets can be transferred, otherwise what was offered.',
      always: [{ guard: 'isFirst', target: 'form' }, { target: 'sent' }],
    },
    form: {
      description: 'The buyer says who gets how many tickets. Nothing is sent until every row is valid.',
      on: {
        'line.toggle': { actions: { type: 'storeOpen', params: ({ event }) => event } },
        'recipient.add': {
          guard: { type: 'hasTicketsLeft', params: ({ event }) => event },
          actions: { type: 'storeAdded', params: ({ event }) => event },
        },
        'recipient.change': {
          guard: { type: 'isWithinLimit', params: ({ event }) => event },
          actions: { type: 'storeRow', params: ({ event }) => event },
        },
        'recipient.remove': { actions: { type: 'clearRow', params: ({ event }) => event } },
        'transfer.send': [
          { guard: 'isReady', target: 'sending', actions: 'clearMessage' },
          { actions: 'storeFirstInvalid' },
        ],
        'transfer.leave': { target: 'left' },
      },
    },
    sending: {
      description: 'Sending the tickets.',
      tags: ['busy'],
      invoke: {
        id: 'setTransfers',
        src: 'setTransfers',
        input: ({ context }) => ({ rows: context.rows, attempt: context.attempt }),
        onDone: { target: 'sent', actions: { type: 'storeSent', params: ({ event }) => event.output } },
        onError: {
          target: 'checking',
          actions: [
            { type: 'storeMessage', params: ({ event }) => ({ error: event.error }) },
            { type: 'notifyError', params: { text: 'Unable to send tickets. Please try again later' } },
          ],
        },
      },
    },
    checking: {
      description:
        'Sending has failed, but the tickets may have been sent: the reply can be lost. The page reads what is offered now, before the buyer sends again with the same key.',
      tags: ['busy'],
      invoke: {
        id: 'readOffers',
        src: 'readOffers',
        onDone: [
          {
            guard: { type: 'hasMoreOffers', params: ({ event }) => event.output },
            target: 'sent',
            actions: { type: 'storeFound', params: ({ event }) => event.output },
          },
          { target: 'form', actions: { type: 'storeLeft', params: ({ event }) => event.output } },
        ],
        onError: { target: 'form' },
      },
    },
    sent: {
      description:
        'The tickets are sent; the page says so instead of showing the form, and lists what is offered to whom. Tickets that are left can be sent, too.',
      on: {
        'offer.cancel': {
          guard: { type: 'isOpen', params: ({ event }) => event },
          target: 'changing',
          actions: ['clearMessage', { type: 'storeChange', params: ({ event }) => event }],
        },
        'offer.correct': {
          guard: { type: 'isOpen', params: ({ event }) => event },
          target: 'correcting',
          actions: ['clearMessage', { type: 'storeChange', params: ({ event }) => event }],
        },
        'transfer.more': { guard: 'hasLines', target: 'form', actions: 'clearMessage' },
        'transfer.leave': { target: 'left' },
      },
    },
    correcting: {
      description: 'The buyer says to whom tickets should be offered instead.',
      on: {
        'correction.send': {
          target: 'changing',
          actions: ['clearMessage', { type: 'storeRecipient', params: ({ event }) => event }],
        },
        'offer.keep': { target: 'sent', actions: 'clearMessage' },
        'transfer.leave': { target: 'left' },
      },
    },
    changing: {
      description:
        'Taking an offer back, or offering its tickets to somebody else. The old link dies at once.',
      tags: ['busy'],
      invoke: {
        id: 'changeOffer',
        src: 'changeOffer',
        input: ({ context }) => context.change,
        onDone: [
          {
            guard: { type: 'isCorrectable', params: ({ event }) => event.output },
            target: 'correcting',
            actions: { type: 'storeOffers', params: ({ event }) => event.output },
          },
          { target: 'sent', actions: { type: 'storeOffers', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'sent',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to change the offer. Please try again later' },
          },
        },
      },
    },
    left: { description: 'The buyer has gone back to the order.', type: 'final' },
  },
})

/** Returns how many tickets of a line no row has taken, leaving out one row [XFER-25]. */
export function ticketsLeft(context: Transfers, ticketId: string, exceptId?: number): number {
  return rowsOf(context, ticketId).reduce(
    (left, { id, qty }) => (id === exceptId ? left : left - qty),
    context.lines.find((line) => line.ticketId === ticketId)?.qty ?? 0,
  )
}

/** Returns the first row that is not valid, in the order of the lines, or the first row if none is used [XFER-28]. */
export function firstInvalid(context: Transfers): TransferRow | undefined {
  const sorted = context.lines.flatMap(({ ticketId }) => rowsOf(context, ticketId))
  return (
    sorted.find(({ standing }) => standing === 'incomplete') ??
    (sorted.every(({ standing }) => standing === 'unused') ? sorted[0] : undefined)
  )
}

/** Returns whether an offer waits for an answer, or for its time. */
export function isOpen({ status }: Offer): boolean {
  return status === 'offered' || status === 'scheduled'
}

/** Returns whether somebody else can accept the tickets of an offer, or has. */
export function isStanding(offer: Offer): boolean {
  return isOpen(offer) || offer.status === 'accepted'
}

/** Returns the rows of a line. */
export function rowsOf({ rows }: Pick<Transfers, 'rows'>, ticketId: string): TransferRow[] {
  return rows.filter((row) => row.ticket_id === ticketId)
}

const sentAlready = 'Some of these tickets were sent already. Please check them before you send more.'

/** The rows of the form for what is left: those that were typed, unless their line has too few tickets for them now. */
function keptRows(context: Transfers & { open: string }, lines: TransferLine[]) {
  const rows = lines.flatMap((line) => {
    const typed = rowsOf(context, line.ticketId)
    return typed.reduce((sum, { qty }) => sum + qty, 0) <= line.qty ? typed : []
  })
  const nextId = Math.max(-1, ...context.rows.map(({ id }) => id)) + 1
  const added = emptyRows(lines)
    .filter(({ ticket_id }) => rowsOf({ rows }, ticket_id).length === 0)
    .map((row) => ({ ...row, id: nextId + row.id }))
  const isOpen = lines.some(({ ticketId }) => ticketId === context.open)
  return { rows: [...rows, ...added], open: isOpen ? context.open : (lines[0]?.ticketId ?? '') }
}

/** An empty form for what is left. */
function formOf({ lines, offers, attempt }: OrderTransfers) {
  return { lines, offers, attempt, rows: emptyRows(lines), open: lines[0]?.ticketId ?? '' }
}

function emptyRows(lines: TransferLine[]): TransferRow[] {
  return lines.map(({ ticketId }, id) => newRow(ticketId, id, true, lines.length === 1 ? 1 : 0))
}

/** A row with nobody in it yet. The first row of a line starts without tickets where others may be meant. */
function newRow(ticketId: string, id: number, isFirst: boolean, qty: 0 | 1): TransferRow {
  return {
    id,
    isFirst,
    standing: qty === 0 ? 'unused' : 'incomplete',
    ticket_id: ticketId,
    name: '',
    email: '',
    qty,
    is_gift: false,
    send_gift: 'Send now',
    delivery_date: '',
    delivery_time: '',
    message: '',
  }
}

function isOpenIn(offers: Offer[], id: string): boolean {
  return offers.some((offer) => offer.id === id && isOpen(offer))
}
