import { baskets } from '#machines/paths/baskets.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { nextStepCover, nextStepLabel, type NextStepPath } from '#machines/paths/next-step-cover.ts'
import type { TestPath } from '#machines/paths/test-path.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { impossibleSteps } from '#e2e/path-steps.ts'
import type { Basket, Baskets, ShapeName } from './baskets-file.ts'
import { describeShape, lackingThere } from './facts-there.ts'
import type { ShopThere } from './look-at-shop.ts'
import { obstacleAt } from './obstacles.ts'

/** What came of opening a basket at the shop: its facts, or why there is none. */
export type There = { facts: Partial<Facts> } | { reason: string }

/** A path of the next-step tables that begins with a basket of the shop. */
export type Walk = NextStepPath<ShapeName> & { basket: Basket }

/** A path that is not walked there, or not to its end. */
export interface Left {
  title: string
  reason: string
}

/** What a tester has brought, and what was found at the shop. */
export interface Situation {
  shop: ShopThere
  links: Baskets
  there: Partial<Record<ShapeName, There>>
  readsCodes: boolean
  /** Methods of payment for which the tester has what is needed there. */
  pays?: readonly PaymentMethod[]
  /** A captcha can be brought about, and solved. */
  asksCaptcha?: boolean
}

/**
 * Chooses few paths that walk every row of the next-step tables, and every method of payment, that can be walked there: they
 * are made from the facts that the shop's own baskets have. Lists the others, each with its reason.
 */
export function planWalks(situation: Situation): { walks: Walk[]; left: Left[] } {
  const { links, there, asksCaptcha = false } = situation
  const possible = asksCaptcha ? (path: NextStepPath<ShapeName>) => path : withoutCaptcha
  const own = Object.fromEntries(
    Object.entries(there).flatMap(([shape, found]) => ('facts' in found ? [[shape, found.facts]] : [])),
  ) as Partial<Record<ShapeName, Partial<Facts>>>

  const all = nextStepCover(own as Record<ShapeName, Partial<Facts>>).map((path) =>
    cut(possible(path), situation),
  )
  const chosen = greedyCover(
    all,
    ({ walked }) => walked,
    ({ path }) => path.steps.length + 4,
  )
  const isWalked = new Set(chosen.flatMap(({ walked }) => [...walked]))
  const stopped = all.filter(({ reason }) => reason !== null)
  const offered = new Set(all.flatMap(({ path }) => [...keysOf(path)]))

  const absent = nextStepCover(baskets)
    .map(possible)
    .filter((path) => [...keysOf(path)].some((key) => !offered.has(key)))
  return {
    walks: chosen.map(({ path }, index) => {
      const before = chosen.slice(0, index).filter((one) => one.path.shape === path.shape).length
      const given = links[path.shape] ?? []
      return { ...path, basket: given[before] ?? given.at(-1) ?? '' }
    }),
    left: [
      ...stopped
        // How far a chosen one is walked, the walk says itself
        .filter((one) => !chosen.includes(one) && [...keysOf(one.path)].some((key) => !isWalked.has(key)))
        .map(({ path, reason }) => ({ title: titleOf(path), reason: reason ?? '' })),
      ...absent.map((path) => ({ title: titleOf(path), reason: absence(path.shape, situation) })),
      ...(isWalked.size > 0 && !asksCaptcha
        ? [
            {
              title: 'reserve → captcha, and on from there',
              reason: 'no buyer can bring about a captcha from outside',
            },
          ]
        : []),
    ],
  }
}

/** A path as far as it can be walked there. */
interface Cut {
  path: NextStepPath<ShapeName>
  /** Rows and methods of it that are walked. */
  walked: Set<string>
  /** Why it is not walked to its end; null if it is. */
  reason: string | null
}

function cut(path: NextStepPath<ShapeName>, situation: Situation): Cut {
  const { facts, method, steps } = path
  const obstacle = (state: CheckoutState) => obstacleAt(state, { ...situation, facts, method })
  const end = steps.findIndex(({ from }) => obstacle(from) !== null)
  // A walk goes on to the completed order, also where the path adds nothing more to the cover
  const ahead: CheckoutState[] = [
    ...steps.map(({ from }) => from),
    ...(facts.isExpress ? [] : loginFirst),
    'payment',
  ]
  const reason = ahead.map(obstacle).find((one) => one !== null) ?? null
  const rows = end < 0 ? steps : steps.slice(0, end)
  return { path, reason, walked: keysOf({ ...path, steps: rows }, reason === null) }
}

const loginFirst: CheckoutState[] = ['login']

/** Decides which of the chosen paths can be walked there. */
export function planChosen(
  paths: readonly TestPath[],
  situation: Situation,
): { chosen: TestPath[]; left: Left[] } {
  const left = paths.flatMap((path) => {
    const reason = reasonAgainst(path, situation)
    return reason === null ? [] : [{ title: `${path.id} ${path.title}`, reason }]
  })
  return { chosen: paths.filter(({ id }) => !left.some(({ title }) => title.startsWith(`${id} `))), left }
}

function reasonAgainst(path: TestPath, situation: Situation): string | null {
  const { there } = situation
  const shape = path.shape as ShapeName // checked below
  const [impossible] = impossibleSteps(path, Object.keys(baskets))
  if (impossible) return impossible
  if (path.steps.some(({ label }) => label === 'captcha.demanded'))
    return 'no buyer can bring about a captcha from outside'
  const found = there[shape]
  if (!found || 'reason' in found || lackingThere(shape, found.facts).length > 0)
    return absence(shape, situation)
  const isByBank = path.steps.some(({ label }) => label === 'done payment: left')
  const [first = null] = (found.facts.methods ?? []).filter((method) => method !== 'bank')
  const left = path.steps.slice(0, -1).flatMap(({ screen }, index) => {
    const isLast = path.steps[index + 1]?.screen === screen
    return screen && !isLast ? [screen] : []
  })
  const method = isByBank ? 'bank' : first
  const facts = found.facts
  for (const screen of left) {
    const reason = obstacleAt(screen, { ...situation, facts, method })
    if (reason !== null) return `${screen}: ${reason}`
  }
  return null
}

/** "needs a basket with a charity event ("charity"): no link was given" */
function absence(shape: ShapeName, { links, there }: Situation): string {
  const needs = `needs a basket with ${describeShape(shape)} ("${shape}")`
  const found = there[shape]
  if (!found) return `${needs}: ${links[shape] ? 'it was not opened' : 'no link was given'}`
  if ('reason' in found) return `${needs}: ${found.reason}`
  const lacking = lackingThere(shape, found.facts)
  return `${needs}: of the one there, ${lacking.join(', and ') || 'other steps follow'}`
}

/** Nobody can bring about a captcha from outside, so the tickets are reserved without one. */
function withoutCaptcha(path: NextStepPath<ShapeName>): NextStepPath<ShapeName> {
  return {
    ...path,
    steps: path.steps
      .filter(({ to }) => to !== 'captcha')
      .map((step) => (step.from === 'captcha' ? { ...step, from: 'reserve' } : step)),
  }
}

/** The rows of the next-step tables that a path walks, and how it pays, unless it stops before. */
function keysOf({ steps, method }: NextStepPath<ShapeName>, pays = true): Set<string> {
  return new Set([...steps.map(nextStepLabel), ...(pays ? [`paid by ${method ?? 'nothing'}`] : [])])
}

/** ""paid", paid by card: basket → reserve → login → … → order_completed" */
export function titleOf({ shape, steps, method }: NextStepPath<ShapeName>): string {
  const states = ['basket', ...steps.map(({ to }) => to)]
  const isWhole = states.at(-1) === 'order_completed'
  return `"${shape}", paid by ${method ?? 'nothing'}: ${[...states, ...(isWhole ? [] : ['…', 'order_completed'])].join(' → ')}`
}
