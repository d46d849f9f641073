import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { systemBrowser } from '#e2e/system-browser.ts'
import type { TestPath } from '#machines/paths/test-path.ts'
import { BadBaskets, readBaskets, shapeNames, type Basket, type Baskets } from './baskets-file.ts'
import { factsOfReply } from './facts-there.ts'
import { lookAtShop, NoShop, type ShopThere } from './look-at-shop.ts'
import { NotArranged, openBasket } from './open-basket.ts'
import { ownPages } from './own-pages.ts'
import { planChosen, planWalks, type Left, type Situation, type There } from './plan.ts'
import type { Plan } from './plan-file.ts'

const options = {
  base: { type: 'string', default: '' },
  baskets: { type: 'string' },
  path: { type: 'string', multiple: true, default: [] as string[] },
  'code-command': { type: 'string', default: '' },
  email: { type: 'string', default: '' },
  production: { type: 'boolean', default: false },
  headed: { type: 'boolean', default: false },
} as const

/** What the tester wants is not possible. The message says why. */
class Refused extends Error {}

/** A planned run: options and environment for Playwright, and what is not walked. */
export interface AnyShopRun {
  hasWalks: boolean
  playwright: string[]
  env: Record<string, string>
  left: Left[]
}

/**
 * Looks at a deployed shop, opens its baskets and plans the walks: `--base URL` with the options of
 * docs/testing-from-the-chart.md. `kept` has the paths that were printed, by id; `say` prints what
 * is found. Returns what is wrong instead of throwing.
 */
export async function prepareRun(
  args: string[],
  kept: Readonly<Record<string, TestPath>>,
  say: (line: string) => void,
): Promise<AnyShopRun | { wrong: string }> {
  try {
    return await prepare(args, kept, say)
  } catch (error) {
    const isForTester =
      [NoShop, BadBaskets, Refused].some((type) => error instanceof type) ||
      (error instanceof Error && 'code' in error)
    if (!isForTester || !(error instanceof Error)) throw error
    return { wrong: error.message }
  }
}

async function prepare(
  args: string[],
  kept: Readonly<Record<string, TestPath>>,
  say: (line: string) => void,
): Promise<AnyShopRun> {
  const values = parseArgs({ args, options }).values
  const codeCommand = values['code-command']
  if (values.email && !values.email.includes('{n}'))
    throw new Refused('--email must have {n}, which makes each buyer another one: tester+{n}@example.org')
  if (codeCommand && !codeCommand.includes('{email}'))
    throw new Refused('--code-command must have {email}, which stands for the address of the buyer.')
  const paths = values.path.map((id) => kept[id] ?? refuse(id))

  const shop = await lookAtShop(values.base)
  const kind = shop.isProduction ? 'in production' : 'no production'
  say(`${shop.base} is ${kind}: ${shop.because}.`)
  if (shop.isProduction && !values.production)
    throw new Refused(
      'Nothing was done there. With --production baskets are reserved and given back, but nothing is paid or claimed.',
    )

  const links = values.baskets ? readBaskets(readFileSync(values.baskets, 'utf8'), shop.base) : ownPages()
  const there = await openAll(shop, links)
  const situation: Situation = { shop, links, there, readsCodes: codeCommand !== '' }
  const { chosen, left: unchosen } = planChosen(paths, situation)
  const { walks, left } = paths.length > 0 ? { walks: [], left: unchosen } : planWalks(situation)
  // Of its own, so that two runs do not read each other's plan
  const planFile = join(mkdtempSync(join(tmpdir(), 'foyer-any-shop-')), 'plan.json')
  writeFileSync(planFile, JSON.stringify({ ...situation, codeCommand, walks, chosen } satisfies Plan))
  return {
    hasWalks: walks.length + chosen.length > 0,
    // A folder of its own, so that a test may run the command
    playwright: [
      'e2e/any-shop/walk.spec.ts',
      '--workers=1',
      '--output=reports/any-shop',
      ...(values.headed ? ['--headed'] : []),
    ],
    env: { E2E_ANY_SHOP: planFile, E2E_BUILT: '1', ...(values.email && { E2E_EMAIL: values.email }) },
    left,
  }
}

function refuse(id: string): never {
  throw new Refused(`There is no path "${id}" here: run the npm run paths that prints it first.`)
}

/** Opens the first basket of each shape in a browser of its own, and reads its facts from the documented reply. */
async function openAll({ base }: ShopThere, links: Baskets) {
  const there: Partial<Record<(typeof shapeNames)[number], There>> = {}
  const browser = await chromium.launch({
    ...(systemBrowser && { executablePath: systemBrowser }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    for (const shape of shapeNames) {
      const [first] = links[shape] ?? []
      if (first) there[shape] = await readThere(browser, base, first)
    }
  } finally {
    await browser.close()
  }
  return there
}

async function readThere(browser: Browser, baseURL: string, basket: Basket): Promise<There> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/London' })
  try {
    const page = await context.newPage()
    await openBasket(page, basket)
    const reply = await page.request.get('/ajax/checkout/checkout/get/')
    return { facts: factsOfReply(await reply.json()) }
  } catch (error) {
    if (!(error instanceof NotArranged)) throw error
    return { reason: error.message }
  } finally {
    await context.close()
  }
}
