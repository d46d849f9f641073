import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { TransferRow } from '#src/order/rules/transfers.ts'

/** A line of tickets that can be transferred: unseated, titled "event name - ticket name". */
export interface TransferLine {
  ticketId: string
  title: string
  qty: number
}

interface Transfers {
  lines: TransferLine[]
  rows: TransferRow[]
}

/**
 * Transfers tickets to other people: a row for each recipient of each ticket line [XFER-04, XFER-15]. The form checks
 * each row before it sends it.
 */
export const transfersMachine = setup({
  types: {
    input: {} as { lines: TransferLine[] },
    context: {} as Transfers & {
      /** The line whose rows are shown; '' for none. */
      open: string
      /** The shop's reason for refusing the last attempt; '' for none. */
      message: string
      isSent: boolean
    },
    events: {} as
      | { type: 'line.toggle'; ticketId: string }
      | { type: 'recipient.add'; ticketId: string }
      | { type: 'recipient.change'; row: TransferRow }
      | { type: 'recipient.remove'; id: number }
      | { type: 'transfer.send' }
      | { type: 'transfer.leave' },
    output: {} as { isSent: boolean },
  },
  actors: {
    setTransfers: {} as PromiseActorLogic<void, { rows: TransferRow[] }>,
  },
  guards: {
    hasTicketsLeft: ({ context }, { ticketId }: { ticketId: string }) =>
      ticketsLeft(context, ticketId) > rowsOf(context, ticketId).filter(({ qty }) => qty === 0).length,
    isWithinLimit: ({ context }, { row }: { row: TransferRow }) =>
      row.qty >= 0 && row.qty <= ticketsLeft(context, row.ticket_id, row.id),
    isReady: ({ context }) => !firstInvalid(context),
  },
  actions: {
    storeOpen: assign(({ context }, params: { ticketId: string }) => ({
      open: context.open === params.ticketId ? '' : params.ticketId,
    })),
    storeFirstInvalid: assign(({ context }) => ({ open: firstInvalid(context)?.ticket_id ?? '' })),
    storeAdded: assign(({ context: { rows } }, params: { ticketId: string }) => ({
      rows: [...rows, newRow(params.ticketId, Math.max(...rows.map(({ id }) => id)) + 1, false)],
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
    storeSent: assign({ isSent: true }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'transfers',
  description: 'Transfers tickets to other people.',
  context: ({ input }) => ({
    lines: input.lines,
    rows: input.lines.map(({ ticketId }, id) => newRow(ticketId, id, true)),
    open: input.lines[0]?.ticketId ?? '',
    message: '',
    isSent: false,
  }),
  output: ({ context }) => ({ isSent: context.isSent }),
  initial: 'form',
  states: {
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
        input: ({ context }) => ({ rows: context.rows }),
        onDone: { target: 'sent', actions: 'storeSent' },
        onError: {
          target: 'form',
          actions: [
            { type: 'storeMessage', params: ({ event }) => ({ error: event.error }) },
            { type: 'notifyError', params: { text: 'Unable to send tickets. Please try again later' } },
          ],
        },
      },
    },
    sent: {
      description: 'The tickets are sent; the page says so instead of showing the form.',
      on: { 'transfer.leave': { target: 'left' } },
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

/** Returns the rows of a line. */
export function rowsOf({ rows }: Pick<Transfers, 'rows'>, ticketId: string): TransferRow[] {
  return rows.filter((row) => row.ticket_id === ticketId)
}

function newRow(ticketId: string, id: number, isFirst: boolean): TransferRow {
  return {
    id,
    isFirst,
    standing: isFirst ? 'unused' : 'incomplete',
    ticket_id: ticketId,
    name: '',
    email: '',
    qty: 0,
    is_gift: false,
    send_gift: 'Schedule',
    delivery_date: '',
    delivery_time: '',
    message: '',
  }
}
