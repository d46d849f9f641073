import { shapeNames, type Basket, type Baskets, type ShapeName } from '#e2e/any-shop/baskets-file.ts'
import { factsOfCheckout } from '#e2e/any-shop/facts-there.ts'
import type { ShopThere } from '#e2e/any-shop/look-at-shop.ts'
import { planWalks, titleOf, type Situation, type There } from '#e2e/any-shop/plan.ts'
import type { App } from '#sandbox/visitor.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { Buyer } from './buyer.ts'
import { failures } from './failures/all.ts'
import { Broken, Findings, NotTried } from './findings.ts'
import type { Means } from './means.ts'
import { reportOf, type Report } from './report.ts'
import type { Trial } from './trial.ts'
import { release, walkPath } from './walk.ts'

interface Wanted {
  app: App
  shop: ShopThere
  links: Baskets
  means: Means
  /** Methods of payment for which the tester has brought what is needed. */
  pays?: PaymentMethod[]
  readsCodes?: boolean
  email?: string
  /** Tries only what has one of these words in its title. */
  only?: string[]
}

/**
 * Tries a back-end in the order in which buyers call it: walks that cover the next-step tables as far as its baskets go, then each
 * failure. Returns the report.
 */
export async function tryBackEnd(wanted: Wanted): Promise<Report> {
  const { app, shop, links, means, pays = [], readsCodes = true, only = [] } = wanted
  const started = performance.now()
  const findings = new Findings()
  let there: Situation['there'] = {}
  await findings.during('opening baskets', async () => void (there = await openEach(wanted, findings)))
  const opened = findings.trials.length
  const situation = { shop, links, there, readsCodes, pays, asksCaptcha: means.solveCaptcha !== undefined }
  const { walks, left } = planWalks(situation)
  const email = wanted.email ?? 'contract.{n}@example.com'
  const trial: Trial = {
    ...situation,
    app,
    means: counting(means, findings),
    findings,
    email,
    walks,
    entered: [],
  }
  const isWanted = (title: string) => only.length === 0 || only.some((word) => title.includes(word))
  for (const walk of walks) {
    const title = titleOf(walk)
    if (isWanted(title)) await during(trial, title, async () => (await walkPath(trial, walk)).reason)
  }
  const walked = findings.trials.length
  for (const [title, run] of Object.entries(failures)) {
    if (isWanted(title) && walks.length > 0) await during(trial, title, () => run(trial))
  }
  return reportOf({
    shop,
    findings,
    walks: findings.trials.slice(opened, walked),
    failures: findings.trials.slice(walked),
    left: left.filter(({ title }) => isWanted(title)),
    seconds: (performance.now() - started) / 1000,
  })
}

/** Counts the call with which baskets are filled. */
function counting(means: Means, findings: Findings): Means {
  return {
    ...means,
    open: async (shape, basket, wish) => {
      if (typeof basket !== 'string') findings.countCall('addToBasket')
      return means.open(shape, basket, wish)
    },
  }
}

/** Runs a trial, and leaves nothing held behind. */
async function during(trial: Trial, title: string, run: () => Promise<string | void>) {
  await trial.findings.during(title, async () => {
    try {
      return await run()
    } finally {
      await release(trial)
    }
  })
}

/** Opens a basket of each kind, and reads from the checkout which steps it has. */
async function openEach({ means, links }: Wanted, findings: Findings) {
  const there: Partial<Record<ShapeName, There>> = {}
  for (const shape of shapeNames) {
    const [first] = links[shape] ?? []
    if (first !== undefined) there[shape] = await readThere({ means, findings }, shape, first)
  }
  return there
}

async function readThere(
  { means, findings }: Pick<Trial, 'means' | 'findings'>,
  shape: ShapeName,
  basket: Basket,
): Promise<There> {
  try {
    const checkout = await new Buyer(await means.open(shape, basket), findings).read()
    const isEmpty = checkout.tickets.length + checkout.gift_vouchers.length === 0
    return isEmpty ? { reason: 'its basket is empty' } : { facts: factsOfCheckout(checkout) }
  } catch (error) {
    if (error instanceof NotTried || error instanceof Broken) return { reason: error.message }
    throw error
  }
}
