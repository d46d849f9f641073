import {
  assign,
  sendTo,
  setup,
  type CallbackActorLogic,
  type EventFromLogic,
  type PromiseActorLogic,
} from 'xstate'
import type { countdownMachine, Hold } from '#machines/countdown.ts'
import type { freeSeatsMachine, FreeSeatsEvent } from '#machines/free-seats.ts'
import type { ChosenSeat, SeatCategory, SeatChoice } from '#src/seats/rules/seats.ts'

/** The seats that the seating plan shows as chosen, and why they are not the ones asked for; '' if they are. */
export interface Selection {
  seats: ChosenSeat[]
  message: string
}

/** What the drawn seating plan has; `isTogether` is false if its seats were found for a buyer who wanted any. */
export interface DrawnPlan extends Selection {
  categories: SeatCategory[]
  isTogether: boolean
}

/** Seats that the shop should find: `category` is the key of a price category, '' for any. */
export interface BestSeats {
  number: number
  category: string
  /** Only seats next to each other. */
  isTogether: boolean
}

/** A change of the chosen seats: seats to choose, and labels to release. */
export interface SeatChange {
  choose: SeatChoice[]
  release: string[]
}

/** How adding to the basket ended. `unclear`: the reply was lost, so the seats may be in the basket. */
export type AddOutcome =
  | { outcome: 'added' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'expired' }
  | { outcome: 'unclear'; message: string }

/** How giving a seat of the basket back ended, with what the basket has then. `message` is the shop's refusal, '' for none. */
export interface Removal {
  isRemoved: boolean
  message: string
  inBasket: ChosenSeat[]
}

export type SeatEvent =
  | { type: 'seating.retry' }
  | { type: 'plan.rendered' }
  | { type: 'plan.failed' }
  | { type: 'session.started'; hold: Hold }
  | { type: 'session.expired' }
  | { type: 'session.renew' }
  | { type: 'session.restart' }
  | { type: 'countdown.over' }
  | { type: 'hold.started' }
  | { type: 'hold.completed' }
  | { type: 'hold.failed'; labels: string[]; message: string }
  | { type: 'selection.validated'; violations: string[] }
  | { type: 'seat.selected'; seat: ChosenSeat }
  | { type: 'seat.deselected'; label: string }
  | { type: 'seat.choose'; seat: SeatChoice }
  | { type: 'seat.remove'; label: string }
  | { type: 'seat.find'; wanted: BestSeats }
  | { type: 'basket.add' }
  | { type: 'basket.remove'; label: string }
  | { type: 'page.shown' }
  | { type: 'page.restored' }

/**
 * Selects seats on the seating plan and adds them to the basket [SEAT-38]. The seating plan holds each chosen seat for
 * the buyer's session; this chart knows which seats are chosen, whether hold calls are pending and when the session ends.
 * Seats of this date that are in the basket are listed too once it has been read, and can be given back.
 * After a sleep of the device the countdown sends `page.shown`, and the seating plan is loaded again with what is left.
 */
export const seatSelectionMachine = setup({
  types: {
    input: {} as { eventDateId: string },
    context: {} as {
      eventDateId: string
      categories: SeatCategory[]
      seats: ChosenSeat[]
      /** Rules of the hall that the chosen seats break [SEAT-15, SEAT-16]; whoever looks for seats apart may have them. */
      violations: string[]
      /** The session, which holds the seats. */
      hold: Hold | null
      isExpired: boolean
      /** Hold calls are pending. */
      isHolding: boolean
      /** The last attempt to add had no clear result. */
      isUnclear: boolean
      /** The change of seats that is being made. */
      change: SeatChange
      /** Seats that could not be held while one was removed from the basket: they are released after that. */
      lost: string[]
      wanted: BestSeats
      /** The buyer has asked for the best seats before the seating plan could find them. */
      isAsked: boolean
      /** What went wrong last, for the buyer; '' for nothing. */
      message: string
    },
    events: {} as SeatEvent,
    tags: {} as 'busy' | 'map',
    children: {} as { countdown: 'countdown'; freeSeats: 'freeSeats' },
  },
  actors: {
    browserSignals: {} as CallbackActorLogic<SeatEvent>,
    countdown: {} as typeof countdownMachine,
    freeSeats: {} as typeof freeSeatsMachine,
    loadSeating: {} as PromiseActorLogic<{ isOffered: boolean }, { eventDateId: string }>,
    loadPlanScript: {} as PromiseActorLogic<void, { eventDateId: string }>,
    listBasketSeats: {} as PromiseActorLogic<{ inBasket: ChosenSeat[] }, { eventDateId: string }>,
    readPlan: {} as PromiseActorLogic<DrawnPlan, { eventDateId: string }>,
    changeSeats: {} as PromiseActorLogic<Selection, SeatChange & { eventDateId: string }>,
    holdBestSeats: {} as PromiseActorLogic<Selection, BestSeats & { eventDateId: string }>,
    renewSession: {} as PromiseActorLogic<Selection, { choose: SeatChoice[]; eventDateId: string }>,
    addSeats: {} as PromiseActorLogic<
      AddOutcome,
      { eventDateId: string; seats: ChosenSeat[]; isUnclear: boolean }
    >,
    removeSeat: {} as PromiseActorLogic<Removal, { eventDateId: string; label: string }>,
    openAddress: {} as PromiseActorLogic<void, { address: string }>,
  },
  delays: { departure: 30_000, planWait: 60_000 },
  guards: {
    isOffered: (_, params: { isOffered: boolean }) => params.isOffered,
    hasPrices: (_, params: { categories: SeatCategory[] }) => params.categories.length > 0,
    isAskedWithPrices: ({ context }, params: { categories: SeatCategory[] }) =>
      context.isAsked && params.categories.length > 0,
    hasMessage: (_, params: { message: string }) => params.message !== '',
    isExpired: ({ context }) => context.isExpired,
    isSeatExpired: ({ context }) => context.isExpired && fresh(context.seats).length > 0,
    isHolding: ({ context }) => context.isHolding,
    isHeld: ({ context }) => !context.isHolding,
    canAdd: ({ context }) => fresh(context.seats).length > 0 && context.violations.length === 0,
    isAdded: (_, params: AddOutcome) => params.outcome === 'added',
    isRemoved: (_, params: Removal) => params.isRemoved,
    hasLost: ({ context }) => context.lost.length > 0,
    isSessionOver: (_, params: AddOutcome) => params.outcome === 'expired',
    isRefusedWithMessage: (_, params: AddOutcome) => messageOf(params) !== '',
  },
  actions: {
    storePlan: assign(({ context }, { seats, message, categories, isTogether }: DrawnPlan) => {
      const wanted = context.isAsked ? context.wanted : { ...context.wanted, isTogether: isTogether }
      return {
        seats: seats,
        message: message,
        categories: categories,
        wanted: wanted,
        violations: binding(context.violations, wanted.isTogether),
      }
    }),
    storeSelection: assign(({ context }, params: Selection) => ({
      seats: params.seats,
      message: params.message || context.message,
    })),
    storeSelected: assign(({ context }, params: { seat: ChosenSeat }) => ({
      seats: [...without(context.seats, [params.seat.label]), params.seat],
      message: '',
    })),
    storeDeselected: assign(({ context }, params: { label: string }) => ({
      seats: without(context.seats, [params.label]),
    })),
    storeViolations: assign(({ context }, params: { violations: string[] }) => ({
      violations: binding(params.violations, context.wanted.isTogether),
    })),
    storeChosen: assign((_, params: { seat: SeatChoice }) => ({
      change: { choose: [params.seat], release: [] },
      message: '',
    })),
    storeRemoved: assign((_, params: { label: string }) => ({
      change: { choose: [], release: [params.label] },
      message: '',
    })),
    storeBasketSeats: assign(({ context }, { inBasket }: { inBasket: ChosenSeat[] }) => ({
      seats: joined(shown(context.seats), inBasket),
    })),
    storeRemoval: assign(({ context }, { inBasket }: Removal) => ({
      seats: joined(fresh(context.seats), inBasket),
    })),
    storeLost: assign(({ context }, params: { labels: string[]; message: string }) => ({
      seats: without(context.seats, params.labels),
      change: { choose: [], release: params.labels },
      message: params.message,
    })),
    storeLostMeanwhile: assign(({ context }, params: { labels: string[]; message: string }) => ({
      seats: without(context.seats, params.labels),
      lost: [...context.lost, ...params.labels],
      message: params.message,
    })),
    storeRelease: assign(({ context }) => ({ change: { choose: [], release: context.lost }, lost: [] })),
    storeWanted: assign((_, params: { wanted: BestSeats }) => ({ wanted: params.wanted, message: '' })),
    storeAsked: assign((_, params: { wanted: BestSeats }) => ({ wanted: params.wanted, isAsked: true })),
    clearAsked: assign({ isAsked: false }),
    storeSession: assign((_, params: { hold: Hold }) => ({ hold: params.hold, isExpired: false })),
    storeExpired: assign({ isExpired: true }),
    storeInterrupted: assign({
      message: 'Your time had run out just then, so no seat is held for you. Please choose again.',
    }),
    clearExpired: assign({ hold: null, isExpired: false, isHolding: false, violations: [], lost: [] }),
    clearSeats: assign({ seats: [], violations: [], isHolding: false, lost: [], message: '' }),
    clearFreshSeats: assign(({ context }) => ({
      seats: context.seats.filter(({ isInBasket }) => isInBasket),
      violations: [],
      isHolding: false,
      message: '',
    })),
    storeHolding: assign({ isHolding: true }),
    clearHolding: assign({ isHolding: false }),
    storeUnclear: assign((_, params: AddOutcome) => ({ isUnclear: params.outcome === 'unclear' })),
    storeMessage: assign((_, params: { message: string }) => ({ message: params.message })),
    clearMessage: assign({ message: '' }),
    clearSession: assign({ hold: null, isExpired: false, isUnclear: false }),
    sendSession: sendTo(
      'countdown',
      (_, { hold }: { hold: Hold }) =>
        ({ type: 'countdown.corrected', hold }) satisfies EventFromLogic<typeof countdownMachine>,
    ),
    sendReleased: sendTo(
      'freeSeats',
      ({ context }, { kept }: { kept: ChosenSeat[] }) =>
        ({
          type: 'seats.released',
          seats: fresh(without(context.seats, labelsOf(kept))),
        }) satisfies FreeSeatsEvent,
    ),
    sendChanged: sendTo('freeSeats', { type: 'seats.changed' } satisfies FreeSeatsEvent),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'seatSelection',
  description:
    'Selects seats on the seating plan of an event date and adds them to the basket, or gives back those that are in it.',
  context: ({ input }) => ({
    eventDateId: input.eventDateId,
    categories: [],
    seats: [],
    violations: [],
    hold: null,
    isExpired: false,
    isHolding: false,
    isUnclear: false,
    change: { choose: [], release: [] },
    lost: [],
    wanted: { number: 1, category: '', isTogether: true },
    isAsked: false,
    message: '',
  }),
  invoke: { id: 'browserSignals', src: 'browserSignals' },
  initial: 'loading',
  on: {
    'page.restored': { target: '.loading', actions: ['clearSeats', 'clearSession'] },
  },
  states: {
    loading: {
      description: 'Loading the event date with its prices, and its seating plan.',
      tags: ['busy'],
      entry: 'clearAsked',
      invoke: {
        id: 'loadSeating',
        src: 'loadSeating',
        input: ({ context }) => ({ eventDateId: context.eventDateId }),
        onDone: [
          {
            guard: { type: 'isOffered', params: ({ event }) => event.output },
            target: 'loading_script',
          },
          { target: 'not_offered' },
        ],
        onError: [
          {
            guard: { type: 'hasMessage', params: ({ event }) => ({ message: textOf(event.error) }) },
            target: 'loading_failed',
            actions: { type: 'notifyError', params: ({ event }) => ({ text: textOf(event.error) }) },
          },
          { target: 'loading_failed' },
        ],
      },
    },
    loading_failed: {
      description: 'The date or its seating plan could not be loaded; the buyer can try again.',
      on: { 'seating.retry': { target: 'loading' } },
    },
    not_offered: {
      description:
        'The date has no seating plan that this page can show, or no price for any seat; the buyer can try again.',
      on: { 'seating.retry': { target: 'loading' } },
    },
    loading_script: {
      description:
        'Loading the script of the seating plan from its provider. The best seats can be asked for. Gives up after a minute.',
      tags: ['busy', 'map'],
      on: { 'seat.find': { actions: { type: 'storeAsked', params: ({ event }) => event } } },
      invoke: {
        id: 'loadPlanScript',
        src: 'loadPlanScript',
        input: ({ context }) => ({ eventDateId: context.eventDateId }),
        onDone: { target: 'open' },
        onError: { target: 'plan_failed' },
      },
      after: { planWait: { target: 'plan_failed' } },
    },
    plan_failed: {
      description: 'The seating plan could not be loaded or drawn; the buyer can try again.',
      entry: 'clearAsked',
      on: { 'seating.retry': { target: 'loading_script' } },
    },
    open: {
      description:
        'The seating plan is on the page, and its session holds the chosen seats. Beside it, the basket is read.',
      tags: ['map'],
      entry: 'clearSeats',
      invoke: [
        { id: 'countdown', src: 'countdown', input: ({ context }) => ({ hold: context.hold }) },
        {
          id: 'freeSeats',
          src: 'freeSeats',
          input: ({ context }) => ({ eventDateId: context.eventDateId }),
        },
        {
          id: 'listBasketSeats',
          src: 'listBasketSeats',
          input: ({ context }) => ({ eventDateId: context.eventDateId }),
          onDone: { actions: { type: 'storeBasketSeats', params: ({ event }) => event.output } },
          onError: { actions: { type: 'storeBasketSeats', params: { inBasket: [] } } },
        },
      ],
      initial: 'rendering',
      on: {
        'plan.failed': { target: 'plan_failed' },
        'session.started': {
          actions: [
            { type: 'storeSession', params: ({ event }) => event },
            { type: 'sendSession', params: ({ event }) => event },
          ],
        },
        'session.expired': { actions: 'storeExpired' },
        'countdown.over': { actions: 'storeExpired' },
        'hold.started': { actions: 'storeHolding' },
        'hold.completed': { actions: 'clearHolding' },
        'hold.failed': { actions: { type: 'storeLost', params: ({ event }) => event } },
        'selection.validated': { actions: { type: 'storeViolations', params: ({ event }) => event } },
        'seat.selected': { actions: { type: 'storeSelected', params: ({ event }) => event } },
        'seat.deselected': {
          actions: [
            {
              type: 'sendReleased',
              params: ({ context, event }) => ({ kept: without(context.seats, [event.label]) }),
            },
            { type: 'storeDeselected', params: ({ event }) => event },
          ],
        },
      },
      states: {
        rendering: {
          description: 'The seating plan is being drawn. Gives up after a minute.',
          tags: ['busy'],
          on: {
            'plan.rendered': { target: 'reading' },
            'seat.find': { actions: { type: 'storeAsked', params: ({ event }) => event } },
          },
          after: { planWait: { target: '#seatSelection.plan_failed' } },
        },
        reading: {
          description: 'Reading the price categories, and the seats that were chosen before a reload.',
          tags: ['busy'],
          on: { 'seat.find': { actions: { type: 'storeAsked', params: ({ event }) => event } } },
          invoke: {
            id: 'readPlan',
            src: 'readPlan',
            input: ({ context }) => ({ eventDateId: context.eventDateId }),
            onDone: [
              {
                guard: { type: 'isAskedWithPrices', params: ({ event }) => event.output },
                target: 'asking.finding',
                actions: [{ type: 'storePlan', params: ({ event }) => event.output }, 'clearAsked'],
              },
              {
                guard: { type: 'hasPrices', params: ({ event }) => event.output },
                target: 'choosing',
                actions: { type: 'storePlan', params: ({ event }) => event.output },
              },
              { target: '#seatSelection.not_offered' },
            ],
            onError: { target: '#seatSelection.plan_failed' },
          },
          after: { planWait: { target: '#seatSelection.plan_failed' } },
        },
        choosing: {
          description: 'The buyer chooses seats, on the map or in the lists.',
          entry: 'sendChanged',
          initial: 'held',
          always: [
            { guard: 'isSeatExpired', target: 'expired' },
            { guard: 'isExpired', target: 'renewing' },
            { guard: 'hasLost', target: 'asking.changing', actions: 'storeRelease' },
          ],
          on: {
            'plan.rendered': { target: 'reading' },
            'page.shown': {
              target: '#seatSelection.loading',
              actions: ['clearSeats', 'clearSession'],
            },
            'seat.choose': {
              target: 'asking.changing',
              actions: { type: 'storeChosen', params: ({ event }) => event },
            },
            'seat.remove': {
              target: 'asking.changing',
              actions: { type: 'storeRemoved', params: ({ event }) => event },
            },
            'basket.remove': {
              target: 'removing',
              actions: { type: 'storeRemoved', params: ({ event }) => event },
            },
            'seat.find': {
              target: 'asking.finding',
              actions: { type: 'storeWanted', params: ({ event }) => event },
            },
            'hold.failed': {
              target: 'asking.changing',
              actions: { type: 'storeLost', params: ({ event }) => event },
            },
          },
          states: {
            held: {
              description: 'No hold call is pending: the seats can be added.',
              always: { guard: 'isHolding', target: 'holding' },
              on: {
                'basket.add': {
                  guard: 'canAdd',
                  target: '#seatSelection.open.adding',
                  actions: 'clearMessage',
                },
              },
            },
            holding: {
              description: 'Hold calls are pending: nothing can be added.',
              always: { guard: 'isHeld', target: 'held' },
            },
          },
        },
        asking: {
          description: 'The seating plan is asked for other seats; its session may end meanwhile.',
          tags: ['busy'],
          initial: 'changing',
          always: [
            { guard: 'isSeatExpired', target: 'expired' },
            { guard: 'isExpired', target: 'renewing', actions: 'storeInterrupted' },
          ],
          on: {
            'page.shown': {
              target: '#seatSelection.loading',
              actions: ['clearSeats', 'clearSession'],
            },
          },
          states: {
            changing: {
              description: 'Choosing a seat from the list, or releasing one.',
              after: {
                planWait: {
                  target: '#seatSelection.open.choosing',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'That could not be changed just now. Please try again.' },
                  },
                },
              },
              invoke: {
                id: 'changeSeats',
                src: 'changeSeats',
                input: ({ context }) => ({
                  eventDateId: context.eventDateId,
                  choose: context.change.choose,
                  release: context.change.release,
                }),
                onDone: {
                  target: '#seatSelection.open.choosing',
                  actions: [
                    { type: 'sendReleased', params: ({ event }) => ({ kept: event.output.seats }) },
                    { type: 'storeSelection', params: ({ event }) => event.output },
                  ],
                },
                onError: {
                  target: '#seatSelection.open.choosing',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'That could not be changed just now. Please try again.' },
                  },
                },
              },
            },
            finding: {
              description: 'Finding and holding the best seats that are free.',
              after: {
                planWait: {
                  target: '#seatSelection.open.choosing',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'The seating plan does not answer. Please try again.' },
                  },
                },
              },
              invoke: {
                id: 'holdBestSeats',
                src: 'holdBestSeats',
                input: ({ context }) => ({
                  eventDateId: context.eventDateId,
                  number: context.wanted.number,
                  category: context.wanted.category,
                  isTogether: context.wanted.isTogether,
                }),
                onDone: {
                  target: '#seatSelection.open.choosing',
                  actions: [
                    { type: 'sendReleased', params: ({ event }) => ({ kept: event.output.seats }) },
                    { type: 'storeSelection', params: ({ event }) => event.output },
                  ],
                },
                onError: {
                  target: '#seatSelection.open.choosing',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'We could not find that many free seats. Please try another choice.' },
                  },
                },
              },
            },
          },
        },
        expired: {
          description:
            'The session is over and the seats are free again. The buyer can ask for them once more.',
          on: {
            'session.renew': { target: 'renewing' },
            'session.restart': { target: 'renewing', actions: 'clearFreshSeats' },
            'session.started': {
              target: 'choosing',
              actions: [
                'clearFreshSeats',
                { type: 'storeSession', params: ({ event }) => event },
                { type: 'sendSession', params: ({ event }) => event },
              ],
            },
            'seat.deselected': {},
          },
        },
        renewing: {
          description: 'Starting a new session, with the same seats as far as they are free.',
          tags: ['busy'],
          entry: 'clearExpired',
          on: { 'seat.deselected': {}, 'session.expired': {}, 'countdown.over': {} },
          invoke: {
            id: 'renewSession',
            src: 'renewSession',
            input: ({ context }) => ({
              eventDateId: context.eventDateId,
              choose: fresh(context.seats).map(({ label, ticketType }) => ({
                label: label,
                ticketType: ticketType,
              })),
            }),
            onDone: {
              target: 'choosing',
              actions: { type: 'storeSelection', params: ({ event }) => event.output },
            },
            onError: { target: '#seatSelection.plan_failed' },
          },
          after: { planWait: { target: '#seatSelection.plan_failed' } },
        },
        removing: {
          description:
            'Giving back a seat that is in the basket; the shop frees it. What the seating plan loses meanwhile is released after it. Gives up after a minute.',
          tags: ['busy'],
          on: {
            'page.shown': {
              target: '#seatSelection.loading',
              actions: ['clearSeats', 'clearSession'],
            },
            'hold.failed': { actions: { type: 'storeLostMeanwhile', params: ({ event }) => event } },
          },
          invoke: {
            id: 'removeSeat',
            src: 'removeSeat',
            input: ({ context }) => ({
              eventDateId: context.eventDateId,
              label: context.change.release[0] ?? '',
            }),
            onDone: [
              {
                guard: { type: 'isRemoved', params: ({ event }) => event.output },
                target: 'choosing',
                actions: { type: 'storeRemoval', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'hasMessage', params: ({ event }) => event.output },
                target: 'choosing',
                actions: [
                  { type: 'storeRemoval', params: ({ event }) => event.output },
                  { type: 'notifyError', params: ({ event }) => ({ text: event.output.message }) },
                ],
              },
              {
                target: 'choosing',
                actions: [
                  { type: 'storeRemoval', params: ({ event }) => event.output },
                  {
                    type: 'storeMessage',
                    params: { message: 'We could not remove that seat from your basket. Please try again.' },
                  },
                ],
              },
            ],
            onError: {
              target: 'choosing',
              actions: {
                type: 'storeMessage',
                params: { message: 'We could not remove that seat from your basket. Please try again.' },
              },
            },
          },
          after: {
            planWait: {
              target: 'choosing',
              actions: {
                type: 'storeMessage',
                params: { message: 'We could not remove that seat from your basket. Please try again.' },
              },
            },
          },
        },
        adding: {
          description:
            'Adding the seats to the basket. The shop takes them over, so the seating plan reports that it has lost them.',
          tags: ['busy'],
          on: { 'hold.failed': {}, 'seat.deselected': {} },
          invoke: {
            id: 'addSeats',
            src: 'addSeats',
            input: ({ context }) => ({
              eventDateId: context.eventDateId,
              seats: fresh(context.seats),
              isUnclear: context.isUnclear,
            }),
            onDone: [
              {
                guard: { type: 'isAdded', params: ({ event }) => event.output },
                target: '#seatSelection.leaving',
              },
              {
                guard: { type: 'isSessionOver', params: ({ event }) => event.output },
                target: 'renewing',
              },
              {
                guard: { type: 'isRefusedWithMessage', params: ({ event }) => event.output },
                target: 'choosing',
                actions: [
                  { type: 'storeUnclear', params: ({ event }) => event.output },
                  { type: 'notifyError', params: ({ event }) => ({ text: messageOf(event.output) }) },
                ],
              },
              {
                target: 'choosing',
                actions: [
                  { type: 'storeUnclear', params: ({ event }) => event.output },
                  {
                    type: 'storeMessage',
                    params: {
                      message: 'We could not add your seats. They are still held: please try again.',
                    },
                  },
                ],
              },
            ],
            onError: {
              target: 'choosing',
              actions: {
                type: 'storeMessage',
                params: { message: 'We could not add your seats. They are still held: please try again.' },
              },
            },
          },
        },
      },
    },
    leaving: {
      description: 'The seats are in the basket; the browser opens the checkout. Gives up after 30 seconds.',
      tags: ['busy'],
      invoke: {
        id: 'openAddress',
        src: 'openAddress',
        input: { address: '/checkout/' },
        onError: { target: 'added' },
      },
      after: { departure: { target: 'added' } },
    },
    added: {
      description: 'The seats are in the basket; the page links to it.',
      on: { 'seating.retry': { target: 'loading' } },
    },
  },
})

/** Seats that are not in the basket. */
const fresh = (seats: ChosenSeat[]) => seats.filter(({ isInBasket }) => !isInBasket)

/** Seats that the seating plan shows as chosen: it has given them a category, which the basket does not tell. */
const shown = (seats: ChosenSeat[]) =>
  seats.filter(({ isInBasket, category }) => !isInBasket || category !== '')

/** Joins seats with those in the basket; one that is both is marked. */
function joined(seats: ChosenSeat[], inBasket: ChosenSeat[]): ChosenSeat[] {
  const others = inBasket.filter((one) => !seats.some((seat) => isSame(one, seat)))
  const marked = seats.map((seat) => {
    const kept = inBasket.find((one) => isSame(one, seat))
    return kept ? { ...seat, isInBasket: true, canBeRemoved: kept.canBeRemoved } : seat
  })
  return [...others, ...marked]
}

/** Labels of the seating plan may differ from those of the shop. */
const isSame = (one: ChosenSeat, seat: ChosenSeat) =>
  one.section === seat.section && one.row === seat.row && one.number === seat.number

const labelsOf = (seats: ChosenSeat[]) => seats.map(({ label }) => label)

function without(seats: ChosenSeat[], labels: string[]): ChosenSeat[] {
  return seats.filter(({ label }) => !labels.includes(label))
}

/** Returns the rules that bind a buyer: seats need not be next to each other for one who has asked for any. */
function binding(violations: string[], isTogether: boolean): string[] {
  return violations.filter((rule) => isTogether || rule !== 'consecutiveSeats')
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

function messageOf(outcome: AddOutcome): string {
  return 'message' in outcome ? outcome.message : ''
}
