import { readFileSync } from 'node:fs'
import { holdReplies } from '#e2e/screens/hold-replies.ts'
import { readCheckout } from '#e2e/screens/wire.ts'
import { recordSteps } from '#e2e/step-trail.ts'
import { expect, test as base } from '#e2e/test.ts'
import { walkPath } from '#e2e/walk-path.ts'
import { walkSteps } from '#e2e/walk-steps.ts'
import type { Page, TestInfo } from '@playwright/test'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Basket, ShapeName } from './baskets-file.ts'
import { factsOfReply } from './facts-there.ts'
import { obstacleAt } from './obstacles.ts'
import { NotArranged, openBasket, releaseHold } from './open-basket.ts'
import { titleOf } from './plan.ts'
import type { Plan } from './plan-file.ts'
import { readCode } from './read-code.ts'
import { unwalked } from './walks-reporter.ts'

/** The walks of `npm run e2e -- --base`; none in the usual run. */
const file = process.env.E2E_ANY_SHOP
const plan = file ? (JSON.parse(readFileSync(file, 'utf8')) as Plan) : null
const shop = plan?.shop

const test = base.extend<{ guard: void }>({
  baseURL: async ({}, use) => use(shop?.base),

  codeFor: async ({}, use) => {
    await use(async (email) => {
      let code = ''
      const read = async () => {
        const found = await readCode(plan?.codeCommand ?? '', email)
        if ('code' in found) code = found.code
        return found
      }
      const message = `the code command prints the code for ${email}`
      await expect.poll(read, { timeout: 60_000, message }).toHaveProperty('code')
      return code
    })
  },

  guard: [
    async ({ page, expectComplaint }, use) => {
      if (!shop) return use()
      // What scripts of others say on the console is not the shop's fault
      const own = shop.base.replaceAll('.', String.raw`\.`)
      expectComplaint(new RegExp(String.raw`\((?!${own})\S*\)$`), true)
      // Some shops tell the key only after the reservation
      page.on('response', async (reply) => {
        if (!reply.url().endsWith('/get_card_credentials/')) return
        if ((await reply.text().catch(() => '')).includes('"pk_live_')) shop.isProduction = true
      })
      await use()
      await releaseHold(page)
    },
    { auto: true },
  ],
})

/** Gets the basket, at its first step. Throws `NotArranged`. */
async function arrange(page: Page, shape: ShapeName, basket: Basket | undefined) {
  if (!basket) throw new NotArranged('no link was given')
  await openBasket(page, basket)
  await releaseHold(page)
  const checkout = await readCheckout(page)
  if (checkout.state !== 'basket') throw new NotArranged(`the basket is at ${checkout.state} already`)
  const found = plan?.there[shape]
  const before = found && 'facts' in found ? found.facts : {}
  expect(factsOfReply(checkout)).toEqual(before)
}

/** Walks; a walk whose basket can no longer be got says why, and is neither walked nor red. */
async function walkOrSay(shape: string, { info, expectComplaint }: Saying, walk: () => Promise<unknown>) {
  try {
    await walk()
  } catch (error) {
    if (!(error instanceof NotArranged)) throw error
    expectComplaint(/Failed to load resource/, true)
    const description = `${shape}: ${error.message}; a link that serves one order is needed for each path`
    info.annotations.push({ type: unwalked, description })
  }
}

interface Saying {
  info: TestInfo
  expectComplaint: (pattern: RegExp, mayBeAbsent?: boolean) => void
}

for (const walk of plan?.walks ?? [])
  test(titleOf(walk), async ({ page, codeFor, expectComplaint }, info) => {
    test.setTimeout(180_000)
    const { annotations } = info
    const trail = await recordSteps(page)
    const hasSeen = await holdReplies(page)
    await walkOrSay(walk.shape, { info, expectComplaint }, async () => {
      await arrange(page, walk.shape, walk.basket)
      await expect.poll(() => trail.at(-1)).toBe('basket')
      trail.splice(0, trail.length - 1)
      const obstacle = (state: CheckoutState) =>
        plan && obstacleAt(state, { ...plan, facts: walk.facts, method: walk.method })
      const last = await walkSteps(page, walk, {
        codeFor,
        trail,
        hasSeen,
        isOver: (state) => obstacle(state) !== null,
        onStep: (from, to) => annotations.push({ type: 'row', description: `${from} → ${to}` }),
      })
      const reason = obstacle(last)
      if (reason) annotations.push({ type: 'stopped', description: `${last}: ${reason}` })
    })
  })

for (const path of plan?.chosen ?? [])
  test(`${path.id} ${path.title}`, async ({ page, codeFor, expectComplaint }, testInfo) => {
    test.setTimeout(180_000)
    const shape = path.shape as ShapeName // the plan has checked it
    await walkOrSay(shape, { info: testInfo, expectComplaint }, () =>
      walkPath(path, {
        page,
        codeFor,
        expectComplaint,
        testInfo,
        create: () => arrange(page, shape, plan?.links[shape]?.at(-1)),
      }),
    )
  })
