import { assign, or, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { Loaded } from '#machines/checkout-refresh.ts'

/** A quantity typed by the buyer, after clamping [BASK-47..50]. `value` is a gift voucher's value in pence, 0 for tickets. */
export interface QuantityDraft {
  kind: 'ticket' | 'voucher'
  id: string
  value: number
  quantity: number
  flag: 'none' | 'exceeded' | 'below'
  /** Not yet sent to the server. */
  isPending: boolean
  /** "true" for a line that is put into the basket, or back. */
  add?: string | undefined
}

/** A line that the buyer has removed, and can put back. */
export type RemovedLine = Pick<QuantityDraft, 'kind' | 'id' | 'value'> & Undo

/** What a line was like that can be put back. */
interface Undo {
  quantity: number
  name: string
  /** Its index among the lines. */
  place: number
}

/** Output of the basket chart: the basket to reserve, or one that is already paid. */
export interface BasketOutput {
  isPaid: boolean
  facts: Facts
}

/**
 * Edits the basket: quantities, removals, lines that are put into it or back, refund protection and codes, one change at a time.
 * The basket is reloaded after each change [BASK-35..62]. Tells its parent of lines that have changed. Ends when the buyer reserves.
 */
export const basketMachine = setup({
  types: {
    context: {} as {
      facts: Facts
      isFresh: boolean
      /** Unsaved quantities by `draftKey`. */
      drafts: Record<string, QuantityDraft>
      /** The choice that is being saved; null shows the saved choice (OPEN-59). */
      protection: boolean | null
      codeStatus: 'none' | 'applied' | 'invalid'
      /** What was removed last and can be put back, until a quantity is saved. */
      removed: RemovedLine | null
    },
    events: {} as
      | { type: 'facts.changed'; facts: Facts }
      | { type: 'quantity.change'; draft: QuantityDraft }
      | { type: 'ticket.remove'; ticketId: string; undo?: Undo | undefined }
      | { type: 'voucher.remove'; voucherId: string; value: number; undo?: Undo | undefined }
      | { type: 'ticket.add'; draft: QuantityDraft }
      | { type: 'voucher.add'; draft: QuantityDraft }
      | { type: 'protection.choose'; isWanted: boolean }
      | { type: 'code.apply'; code: string }
      | { type: 'basket.reserve' },
    /** A basket that is not fresh is reloaded first. */
    input: {} as { facts: Facts; isFresh: boolean },
    output: {} as BasketOutput,
    tags: {} as 'busy',
  },
  actors: {
    loadCheckout: {} as PromiseActorLogic<Loaded>,
    updateTicketQuantity: {} as PromiseActorLogic<{ sent: QuantityDraft[] }, { drafts: QuantityDraft[] }>,
    updateGiftVoucherQuantity: {} as PromiseActorLogic<
      { sent: QuantityDraft[] },
      { drafts: QuantityDraft[] }
    >,
    removeFromBasket: {} as PromiseActorLogic<void, { ticketId: string }>,
    removeGiftVoucherFromBasket: {} as PromiseActorLogic<void, { voucherId: string; value: number }>,
    updateRefundProtection: {} as PromiseActorLogic<{ isWanted: boolean }, { isWanted: boolean }>,
    setCode: {} as PromiseActorLogic<{ isApplied: boolean }, { code: string }>,
  },
  delays: {
    reserveTransition: 300,
    quantityPause: 2_000,
  },
  guards: {
    isFresh: ({ context }) => context.isFresh,
    canReserve: ({ context }) =>
      context.facts.canReserve && !Object.values(context.drafts).some((draft) => draft.flag === 'below'),
    canAddLines: ({ context }) => context.facts.canAddLines,
    isPaidInReply: (_, params: { facts: Facts }) => params.facts.isPaymentComplete,
    hasPendingTickets: ({ context }) => pendingDrafts(context.drafts, 'ticket').length > 0,
    hasPendingVouchers: ({ context }) => pendingDrafts(context.drafts, 'voucher').length > 0,
    hasPending: or(['hasPendingTickets', 'hasPendingVouchers']),
    isBelowMinimum: (_, params: { draft: QuantityDraft }) => params.draft.flag === 'below',
    isChosenAgain: ({ context }, params: { isWanted: boolean }) => context.protection !== params.isWanted,
    isCodeApplied: (_, params: { isApplied: boolean }) => params.isApplied,
  },
  actions: {
    storeFacts: assign((_, params: { facts: Facts }) => ({ facts: params.facts })),
    storeDraft: assign(({ context }, params: { draft: QuantityDraft }) => ({
      drafts: { ...context.drafts, [draftKey(params.draft)]: params.draft },
    })),
    storeSent: assign(({ context }, params: { sent: QuantityDraft[] }) => ({
      drafts: afterSending(context.drafts, params.sent),
      removed: null,
    })),
    clearDrafts: assign(({ context }, params: { kind: QuantityDraft['kind'] }) => ({
      drafts: Object.fromEntries(
        Object.entries(context.drafts).filter(([, draft]) => draft.kind !== params.kind),
      ),
    })),
    storeRemoval: assign(
      (
        { context },
        { undo, ...line }: Pick<QuantityDraft, 'kind' | 'id' | 'value'> & { undo: Undo | undefined },
      ) => ({
        drafts: Object.fromEntries(Object.entries(context.drafts).filter(([key]) => key !== draftKey(line))),
        removed: undo ? { ...line, ...undo } : null,
      }),
    ),
    clearRemoval: assign({ removed: null }),
    storeProtection: assign((_, params: { isWanted: boolean }) => ({ protection: params.isWanted })),
    clearProtection: assign({ protection: null }),
    storeCodeStatus: assign((_, params: { status: 'none' | 'applied' | 'invalid' }) => ({
      codeStatus: params.status,
    })),
    sendChanged: sendParent({ type: 'basket.changed' }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'basket',
  description: 'The buyer edits the basket.',
  context: ({ input }) => ({
    facts: input.facts,
    isFresh: input.isFresh,
    drafts: {},
    protection: null,
    codeStatus: 'none',
    removed: null,
  }),
  output: ({ context }) => ({ isPaid: context.facts.isPaymentComplete, facts: context.facts }),
  initial: 'starting',
  on: {
    'facts.changed': { actions: { type: 'storeFacts', params: ({ event }) => ({ facts: event.facts }) } },
    'quantity.change': {
      actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
    },
  },
  states: {
    starting: {
      description: 'A basket that the buyer comes back to is reloaded; typing is possible meanwhile.',
      always: [{ guard: 'isFresh', target: 'open' }, { target: 'updating' }],
    },
    open: {
      description:
        'The buyer reviews and changes the basket, and can put back what was removed last, until a quantity is saved.',
      initial: 'ready',
      on: {
        'quantity.change': [
          {
            guard: { type: 'isBelowMinimum', params: ({ event }) => ({ draft: event.draft }) },
            actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
          },
          {
            target: '.pausing',
            reenter: true,
            actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
          },
        ],
        'ticket.remove': {
          target: 'updating.removing_ticket',
          actions: {
            type: 'storeRemoval',
            params: ({ event }) => ({
              kind: 'ticket' as const,
              id: event.ticketId,
              value: 0,
              undo: event.undo,
            }),
          },
        },
        'voucher.remove': {
          target: 'updating.removing_voucher',
          actions: {
            type: 'storeRemoval',
            params: ({ event }) => ({
              kind: 'voucher' as const,
              id: event.voucherId,
              value: event.value,
              undo: event.undo,
            }),
          },
        },
        'ticket.add': {
          guard: 'canAddLines',
          target: 'updating.sending_ticket_quantity',
          actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'voucher.add': {
          guard: 'canAddLines',
          target: 'updating.sending_voucher_quantity',
          actions: { type: 'storeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'protection.choose': {
          target: 'updating.saving_protection',
          actions: { type: 'storeProtection', params: ({ event }) => ({ isWanted: event.isWanted }) },
        },
        'code.apply': { target: 'updating.applying_code' },
      },
      states: {
        ready: {
          description: 'All changes are saved; a valid basket can be reserved.',
          always: { guard: 'hasPending', target: 'pausing' },
          on: { 'basket.reserve': { guard: 'canReserve', target: '#basket.leaving' } },
        },
        pausing: {
          description: 'A typed quantity is sent after a two-second pause.',
          after: {
            quantityPause: [
              { guard: 'hasPendingTickets', target: '#basket.updating.sending_ticket_quantity' },
              { guard: 'hasPendingVouchers', target: '#basket.updating.sending_voucher_quantity' },
              { target: '#basket.updating.reloading' },
            ],
          },
        },
      },
    },
    updating: {
      description: 'A change is being saved, or the basket reloaded.',
      tags: ['busy'],
      initial: 'reloading',
      states: {
        sending_ticket_quantity: {
          description: 'Saving the ticket quantities.',
          invoke: {
            id: 'updateTicketQuantity',
            src: 'updateTicketQuantity',
            input: ({ context }) => ({ drafts: pendingDrafts(context.drafts, 'ticket') }),
            onDone: [
              {
                guard: 'hasPendingVouchers',
                target: 'sending_voucher_quantity',
                actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'sendChanged'],
              },
              {
                target: 'reloading',
                actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'sendChanged'],
              },
            ],
            onError: {
              target: 'reloading',
              actions: [
                { type: 'clearDrafts', params: { kind: 'ticket' } },
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Ticket quantity. Please try again later' },
                },
              ],
            },
          },
        },
        sending_voucher_quantity: {
          description: 'Saving the gift voucher quantities.',
          invoke: {
            id: 'updateGiftVoucherQuantity',
            src: 'updateGiftVoucherQuantity',
            input: ({ context }) => ({ drafts: pendingDrafts(context.drafts, 'voucher') }),
            onDone: {
              target: 'reloading',
              actions: [{ type: 'storeSent', params: ({ event }) => event.output }, 'sendChanged'],
            },
            onError: {
              target: 'reloading',
              actions: [
                { type: 'clearDrafts', params: { kind: 'voucher' } },
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Gift Voucher quantity. Please try again later' },
                },
              ],
            },
          },
        },
        removing_ticket: {
          description: 'Removing a ticket line from the basket.',
          invoke: {
            id: 'removeFromBasket',
            src: 'removeFromBasket',
            input: ({ event }) => ({ ticketId: event.type === 'ticket.remove' ? event.ticketId : '' }),
            onDone: { target: 'reloading', actions: 'sendChanged' },
            onError: {
              target: '#basket.open',
              actions: [
                'clearRemoval',
                {
                  type: 'notifyError',
                  params: { text: 'Unable to remove the Ticket from the basket. Please try again later' },
                },
              ],
            },
          },
        },
        removing_voucher: {
          description: 'Removing a gift voucher from the basket.',
          invoke: {
            id: 'removeGiftVoucherFromBasket',
            src: 'removeGiftVoucherFromBasket',
            input: ({ event }) => ({
              voucherId: event.type === 'voucher.remove' ? event.voucherId : '',
              value: event.type === 'voucher.remove' ? event.value : 0,
            }),
            onDone: { target: 'reloading', actions: 'sendChanged' },
            onError: {
              target: '#basket.open',
              actions: [
                'clearRemoval',
                {
                  type: 'notifyError',
                  params: {
                    text: 'Unable to remove the Gift Voucher from the basket. Please try again later',
                  },
                },
              ],
            },
          },
        },
        saving_protection: {
          description:
            'Saving the refund protection choice. Another choice is sent after the reply, so that the last one wins.',
          on: {
            'protection.choose': {
              actions: { type: 'storeProtection', params: ({ event }) => ({ isWanted: event.isWanted }) },
            },
          },
          invoke: {
            id: 'updateRefundProtection',
            src: 'updateRefundProtection',
            input: ({ context }) => ({ isWanted: context.protection === true }),
            onDone: [
              {
                guard: { type: 'isChosenAgain', params: ({ event }) => event.output },
                target: 'saving_protection',
                reenter: true,
              },
              { target: 'reloading' },
            ],
            onError: {
              target: '#basket.open',
              actions: [
                'clearProtection',
                {
                  type: 'notifyError',
                  params: { text: 'Unable to update Refund protection. Please try again later' },
                },
              ],
            },
          },
        },
        applying_code: {
          description:
            'Applying a discount or voucher code. If it is not valid, the buyer reads so, and the basket stays as it was.',
          invoke: {
            id: 'setCode',
            src: 'setCode',
            input: ({ event }) => ({ code: event.type === 'code.apply' ? event.code : '' }),
            onDone: [
              {
                guard: { type: 'isCodeApplied', params: ({ event }) => event.output },
                target: 'reloading',
                actions: { type: 'storeCodeStatus', params: { status: 'applied' } },
              },
              {
                target: '#basket.open',
                actions: { type: 'storeCodeStatus', params: { status: 'invalid' } },
              },
            ],
            onError: {
              target: '#basket.open',
              actions: [
                { type: 'storeCodeStatus', params: { status: 'none' } },
                { type: 'notifyError', params: { text: 'Unable to set the Code. Please try again later' } },
              ],
            },
          },
        },
        reloading: {
          description:
            'Reloading the basket after a change, and after quantities that could not be saved: what the shop has is shown.',
          invoke: {
            id: 'loadCheckout',
            src: 'loadCheckout',
            onDone: [
              {
                guard: { type: 'isPaidInReply', params: ({ event }) => event.output },
                target: '#basket.paid',
                actions: { type: 'storeFacts', params: ({ event }) => event.output },
              },
              {
                target: '#basket.open',
                actions: [{ type: 'storeFacts', params: ({ event }) => event.output }, 'clearProtection'],
              },
            ],
            onError: {
              target: '#basket.open',
              actions: [
                'clearProtection',
                {
                  type: 'notifyError',
                  params: { text: 'Unable to get Checkout data. Please try again later' },
                },
              ],
            },
          },
        },
      },
    },
    leaving: {
      description: 'The page shows "Loading" for a moment before reserving.',
      tags: ['busy'],
      after: { reserveTransition: { target: 'chosen' } },
    },
    chosen: { description: 'The buyer has pressed Reserve Basket.', type: 'final' },
    paid: { description: 'The basket was paid elsewhere, perhaps in another tab.', type: 'final' },
  },
})

/** Identifies a basket line. */
export function draftKey(draft: Pick<QuantityDraft, 'kind' | 'id' | 'value'>) {
  return `${draft.kind} ${draft.id} ${draft.value}`
}

function pendingDrafts(drafts: Record<string, QuantityDraft>, kind: QuantityDraft['kind']) {
  return Object.values(drafts).filter((draft) => draft.kind === kind && draft.isPending)
}

/** Removes sent drafts, except those retyped meanwhile and those whose clamping message still shows. */
function afterSending(drafts: Record<string, QuantityDraft>, sent: QuantityDraft[]) {
  const sentQuantities = new Map(sent.map((draft) => [draftKey(draft), draft.quantity]))
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([key, draft]) => {
      if (sentQuantities.get(key) !== draft.quantity) return [[key, draft]]
      return draft.flag === 'exceeded' ? [[key, { ...draft, isPending: false }]] : []
    }),
  )
}
