import { stepOf } from '#src/checkout/rules/step-of.ts'
import type { Outline } from '#machines/paths/index.ts'
import type { Walk } from '../walk.ts'

const unfailing = 'no invoked chart fails by itself'

const screenAt = ({ steps }: Outline, at: number) => stepOf(steps[at]?.value ?? 'determining')

/** How many steps of the checkout a path has entered since it was loaded, up to a place. */
const entered = (path: Outline, at: number) =>
  path.steps.slice(0, at + 1).filter((_, index) => screenAt(path, index) !== screenAt(path, index - 1)).length

const happens = ({ steps }: Outline, at: number, label: string) =>
  steps.slice(0, at).some((one) => one.label.startsWith(label))

/** What no buyer, shop or browser can bring about in the page. */
export const impossible: Required<Walk>['impossible'] = {
  'error basket': unfailing,
  'error reservation': unfailing,
  'error payment': unfailing,
  'error account': unfailing,
  'error deliveryAddress': unfailing,
  'error ticketQuestions': unfailing,
  'error bankPolling': unfailing,
  'error ticketDelivery': unfailing,
  'error loadPaidOrder': 'a paid order that cannot be read again stays as the page knows it',
  'done ticketDelivery': ({ steps }) =>
    steps[0]?.label === 'done loadCheckout: basket questions_only'
      ? 'no basket of the sandbox has questions before and after the payment, and nothing else'
      : null,
  'basket.changed': ({ steps }) =>
    /^done loadCheckout: basket seats/.test(steps[0]?.label ?? '')
      ? 'numbered seats are changed on the seating plan'
      : null,
  'hold.corrected': (path, at) =>
    entered(path, at - 1) > 1
      ? null
      : 'the step that the shop has named is not reported, so it corrects nothing',
  'step.entered': (path, at) =>
    screenAt(path, at - 1) !== screenAt(path, at - 2) && screenAt(path, at - 1) !== 'determining'
      ? null
      : 'a step is told once, when it is entered',
  'error loadUser': (path, at) =>
    happens(path, at, 'done account') ? 'the account step waits for the buyer, who is read by then' : null,
  'done loadUser': (path, at) =>
    happens(path, at, 'done account') ? 'the account step waits for the buyer, who is read by then' : null,
  'sale.released': (path, at) =>
    screenAt(path, at - 1) === 'awaiting_truelayer' ? 'nothing is released while a payment is open' : null,
}
