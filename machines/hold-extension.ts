import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Hold } from '#machines/countdown.ts'

/** What the shop answers to a buyer who needs more time, with the hold as it is now. */
export interface Extension {
  isExtended: boolean
  /** Why the hold is not made longer. */
  message: string
  hold: Hold
}

/**
 * Offers more time when two minutes of the hold are left, and asks the shop for it at one press (WCAG 2.2.1). The shop decides;
 * its parent sends `countdown.shortened` only if the shop may be asked at all. It is asked once, so nothing is offered after it has
 * answered. Runs beside the step, and tells its parent how long the hold lasts now (`hold.corrected`), and that it has expired
 * (`countdown.expired`): once no time is left, or a while later if the shop has not answered by then, as it may have given some.
 */
export const holdExtensionMachine = setup({
  types: {
    context: {} as { message: string; isAnswered: boolean },
    events: {} as
      | { type: 'countdown.shortened' }
      | { type: 'countdown.lengthened' }
      | { type: 'countdown.over' }
      | { type: 'hold.extend' },
  },
  actors: { extendHold: {} as PromiseActorLogic<Extension> },
  delays: { extensionShown: 10_000, answerMissed: 10_000 },
  guards: {
    isExtended: (_, params: Extension) => params.isExtended,
    isUnanswered: ({ context }) => !context.isAnswered,
  },
  actions: {
    storeAnswered: assign({ isAnswered: true }),
    storeRefusal: assign((_, params: Extension) => ({
      isAnswered: true,
      message: params.message || 'Your tickets cannot be held any longer.',
    })),
    sendCorrection: sendParent((_, params: Extension) => ({ type: 'hold.corrected', hold: params.hold })),
    sendExpired: sendParent({ type: 'countdown.expired' }),
    sendShown: sendParent({ type: 'page.shown' }),
    notifyError: (_, _params: { text: string }) => {},
    /** Lets the buyer's other tabs load the checkout again; provided by the page. */
    notifyTabs: () => {},
  },
}).createMachine({
  id: 'holdExtension',
  description: 'Offers more time before the hold ends.',
  context: { message: '', isAnswered: false },
  initial: 'idle',
  on: { 'countdown.over': { target: '.expired' } },
  states: {
    idle: {
      description: 'There is time enough, or the shop cannot be asked for more, or it has answered already.',
      on: { 'countdown.shortened': { guard: 'isUnanswered', target: 'offered' } },
    },
    offered: {
      description: 'The page asks whether the buyer needs more time, once for each hold. The shop decides.',
      on: {
        'hold.extend': { target: 'extending' },
        'countdown.lengthened': { target: 'idle' },
      },
    },
    extending: {
      description: 'Asking the shop for more time. If no answer comes, the checkout is loaded again.',
      tags: ['busy'],
      on: { 'countdown.over': { target: 'overdue' } },
      invoke: {
        id: 'extendHold',
        src: 'extendHold',
        onDone: [
          {
            guard: { type: 'isExtended', params: ({ event }) => event.output },
            target: 'extended',
            actions: [
              'storeAnswered',
              { type: 'sendCorrection', params: ({ event }) => event.output },
              'notifyTabs',
            ],
          },
          {
            target: 'refused',
            actions: [
              { type: 'storeRefusal', params: ({ event }) => event.output },
              { type: 'sendCorrection', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: 'offered',
          actions: [
            { type: 'notifyError', params: { text: 'Unable to get more time. Please try again' } },
            'sendShown',
          ],
        },
      },
    },
    overdue: {
      description:
        'No time is left, and the shop has not answered yet. The checkout is loaded again, which tells whether it has given more.',
      tags: ['busy'],
      entry: 'sendShown',
      on: {
        'countdown.lengthened': { target: 'extended', actions: 'storeAnswered' },
        'countdown.shortened': { target: 'idle', actions: 'storeAnswered' },
        'countdown.over': {},
      },
      after: { answerMissed: { target: 'expired' } },
    },
    extended: {
      description: 'The page says that the tickets are held for longer.',
      after: { extensionShown: { target: 'idle' } },
    },
    refused: {
      description: 'The page says why the tickets are not held for longer.',
      on: { 'countdown.lengthened': { target: 'idle' } },
    },
    expired: {
      description:
        'No time is left, and the shop is not asked for more. The checkout goes back to the basket, unless a payment is in flight.',
      entry: 'sendExpired',
      on: { 'countdown.lengthened': { target: 'idle' } },
    },
  },
})
