import { assign, sendParent, setup } from 'xstate'

/**
 * The hold on the tickets. `deadline` is in milliseconds of `performance.now()`; `seconds` is the time left when it was read. `asOf` is
 * since when that is known to be so, on the same clock: when the shop was asked, or when it answered that it has changed the hold.
 */
export interface Hold {
  deadline: number
  seconds: number
  asOf: number
}

/**
 * Counts the hold down, one tick a second, never below 0 [CONT-51..53]. A late tick catches up by the monotonic deadline.
 * On some devices the monotonic clock stands still while they sleep: if the device's clock has moved against it, the
 * parent gets `page.shown`, as only the shop knows what is left of the hold. Sends `countdown.over` to its parent at
 * zero; `countdown.corrected` may extend the hold again. Tells its parent when the last two minutes begin, and when a
 * correction has put them off. Without a hold it shows nothing and waits for a correction.
 */
export const countdownMachine = setup({
  types: {
    input: {} as { hold: Hold | null },
    context: {} as {
      deadline: number
      secondsRemaining: number | null
      /** The device's clock less the monotonic one, in milliseconds, at the last tick. */
      clockLead: number
    },
    events: {} as { type: 'countdown.corrected'; hold: Hold },
  },
  delays: { tick: 1_000 },
  guards: {
    isOver: ({ context }) => context.secondsRemaining === 0,
    hasSlept: ({ context }) => Math.abs(clockLead() - context.clockLead) > 10_000,
    isKnown: ({ context }) => context.secondsRemaining !== null,
    isShort: ({ context }) => isShort(context.secondsRemaining),
    isShortCorrection: (_, hold: Hold) => isShort(leftOf(hold)),
    isTurningShort: ({ context }) => !isShort(context.secondsRemaining) && isShort(afterTick(context)),
  },
  actions: {
    storeTick: assign({
      secondsRemaining: ({ context }) => afterTick(context),
      clockLead: () => clockLead(),
    }),
    storeHold: assign((_, hold: Hold) => ({
      deadline: hold.deadline,
      secondsRemaining: leftOf(hold),
    })),
    sendOver: sendParent({ type: 'countdown.over' }),
    sendShown: sendParent({ type: 'page.shown' }),
    sendShortened: sendParent({ type: 'countdown.shortened' }),
    sendLengthened: sendParent({ type: 'countdown.lengthened' }),
  },
}).createMachine({
  id: 'countdown',
  description: 'Counts down the time for which the tickets are held.',
  context: ({ input }) => ({
    deadline: input.hold?.deadline ?? 0,
    secondsRemaining: input.hold && leftOf(input.hold),
    clockLead: clockLead(),
  }),
  initial: 'unknown',
  on: {
    'countdown.corrected': [
      {
        guard: { type: 'isShortCorrection', params: ({ event }) => event.hold },
        target: '.running',
        actions: [{ type: 'storeHold', params: ({ event }) => event.hold }, 'sendShortened'],
      },
      {
        target: '.running',
        actions: [{ type: 'storeHold', params: ({ event }) => event.hold }, 'sendLengthened'],
      },
    ],
  },
  states: {
    unknown: {
      description: 'The server has not said how long the tickets are held.',
      always: [
        { guard: 'isShort', target: 'running', actions: 'sendShortened' },
        { guard: 'isKnown', target: 'running' },
      ],
    },
    running: {
      description: 'The countdown ticks once a second.',
      always: { guard: 'isOver', target: 'over' },
      after: {
        tick: [
          {
            guard: 'hasSlept',
            target: 'running',
            reenter: true,
            actions: ['storeTick', 'sendShown'],
          },
          {
            guard: 'isTurningShort',
            target: 'running',
            reenter: true,
            actions: ['storeTick', 'sendShortened'],
          },
          { target: 'running', reenter: true, actions: 'storeTick' },
        ],
      },
    },
    over: {
      description: 'No time is left.',
      entry: 'sendOver',
    },
  },
})

/** From how many seconds on little time is left: two minutes, as the chip says (`SHORT_TIME`). */
const shortTime = 120

const isShort = (seconds: number | null) => seconds !== null && seconds <= shortTime

const clockLead = () => Date.now() - performance.now()

const afterTick = ({ deadline, secondsRemaining }: { deadline: number; secondsRemaining: number | null }) =>
  leftOf({ deadline, seconds: (secondsRemaining ?? 0) - 1 })

/** The seconds that are left by now of so many: a hold may have been read a while ago. */
function leftOf({ deadline, seconds }: Pick<Hold, 'deadline' | 'seconds'>): number {
  const byClock = Math.ceil((deadline - performance.now()) / 1_000)
  return Math.max(0, Math.min(seconds, byClock))
}
