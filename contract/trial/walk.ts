import { obstacleAt } from '#e2e/any-shop/obstacles.ts'
import type { Walk } from '#e2e/any-shop/plan.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'
import { Buyer } from './buyer.ts'
import { leave, stepAfter, type Shopper } from './steps.ts'
import type { Trial } from './trial.ts'

interface Walking {
  /** Ends at this step. */
  upTo?: Step
  /** Sends each change twice. */
  repeats?: boolean
}

let buyers = 0

/** A new buyer with the basket of a walk, at the basket. Throws `NotTried` or `Broken`. */
export async function enter(trial: Trial, walk: Walk, { repeats = false }: Walking = {}): Promise<Shopper> {
  const { means, findings, email } = trial
  const captcha = walk.steps.some(({ to }) => to === 'captcha')
  const browser = await means.open(walk.shape, walk.basket, captcha ? { captcha } : {})
  const buyer = new Buyer(browser, findings, { repeats })
  buyers += 1
  trial.entered.push(buyer)
  const checkout = await buyer.read()
  buyer.state = 'basket'
  if (checkout.tickets.length + checkout.gift_vouchers.length === 0)
    throw buyer.broken('getCheckout', 'tells an empty basket after tickets were put into it')
  return {
    buyer,
    means,
    email: email.replace('{n}', `${Date.now().toString(36)}${buyers}`),
    name: 'Ada Lovelace',
    method: walk.method,
    wanted: undefined,
  }
}

/**
 * Walks a path by the calls of the page, on to the completed order, and checks after each step that the page would come to the
 * next one of the path. Returns the shopper, and why the walk went no further; '' at its end.
 */
export async function walkPath(
  trial: Trial,
  walk: Walk,
  { upTo, repeats = false }: Walking = {},
): Promise<{ shopper: Shopper; reason: string }> {
  const shopper = await enter(trial, walk, { repeats })
  const { buyer } = shopper
  let at: Step = 'basket'
  for (let place = 0; at !== upTo; place += 1) {
    const obstacle = obstacleAt(at, { ...trial, facts: walk.facts as Partial<Facts>, method: walk.method })
    if (obstacle !== null) return { shopper, reason: `${at}: ${obstacle}` }
    shopper.wanted = walk.steps[place]?.to
    await leave[at](shopper)
    if (at === 'order_completed') break
    const to = stepAfter(at, await buyer.read(), shopper)
    if (shopper.wanted && to !== shopper.wanted)
      throw buyer.broken(
        'getCheckout',
        `leads to ${to} now, and has led to ${shopper.wanted} in the basket: its facts have changed`,
      )
    await buyer.arriveAt(to)
    at = to
  }
  return { shopper, reason: '' }
}

/** Gives back what the buyers of a trial still hold. */
export async function release({ entered }: Pick<Trial, 'entered'>): Promise<void> {
  for (const buyer of entered.splice(0)) if (buyer.holdsTickets) await buyer.call('destroySale')
}
