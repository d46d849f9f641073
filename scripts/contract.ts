import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printed } from '#contract/trial/print-report.ts'
import { outsideMeans } from '#contract/trial/outside-means.ts'
import { sandboxMeans } from '#contract/trial/sandbox-means.ts'
import { tryBackEnd } from '#contract/trial/try-back-end.ts'
import { BadBaskets, readBaskets, shapeNames, type Baskets } from '#e2e/any-shop/baskets-file.ts'
import { lookAtBackEnd, NoShop, type ShopThere } from '#e2e/any-shop/look-at-shop.ts'
import { ownPages } from '#e2e/any-shop/own-pages.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'

/**
 * `npm run contract -- --base URL`: tries whether a back-end fits the page, as docs/contract.md tells. Exits with 0 if it fits or
 * is tolerated, with 1 if something breaks buyers, and with 2 if nothing could be tried.
 */
const options = {
  base: { type: 'string', default: '' },
  baskets: { type: 'string' },
  'code-command': { type: 'string' },
  'charges-command': { type: 'string' },
  email: { type: 'string', default: 'contract.{n}@example.com' },
  card: { type: 'string' },
  'declined-card': { type: 'string' },
  scarce: { type: 'string' },
  wait: { type: 'string', default: '0' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  format: { type: 'string', default: 'text' },
  production: { type: 'boolean', default: false },
} as const

/** What the tester wants is not possible. The message says why. */
class Refused extends Error {}

/** The longest that a call may take, in milliseconds. The page sets no limit, but a buyer has one. */
const limit = 30_000

try {
  process.exitCode = await run()
} catch (error) {
  const isForTester = [NoShop, BadBaskets, Refused].some((type) => error instanceof type)
  console.error(isForTester || (error instanceof Error && 'code' in error) ? (error as Error).message : error)
  process.exitCode = 2
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options })
  if (!['text', 'json'].includes(values.format)) throw new Refused('--format is text or json.')
  if (!values.email.includes('{n}'))
    throw new Refused('--email must have {n}, which makes each buyer another one: tester+{n}@example.org')
  if (!/^\d+$/.test(values.wait)) throw new Refused('--wait is a number of seconds.')
  const shop = await lookAtBackEnd(values.base)
  if (shop.isProduction && !values.production)
    throw new Refused(
      `${shop.base} is in production: ${shop.because}.\nNothing was done there. With --production baskets are reserved and given back, but nothing is paid or claimed.`,
    )
  const isText = values.format === 'text'
  if (isText) console.log(`${shop.base} is ${shop.isProduction ? 'in' : 'no'} production: ${shop.because}.\n`)

  const app = {
    request: (url: string, init: RequestInit) =>
      fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limit) }),
  }
  const links = values.baskets
    ? readBaskets(readFileSync(values.baskets, 'utf8'), shop.base)
    : basketsOf(shop)
  // The ids of Stripe's own test cards
  const hasTestKey = shop.cardKey.startsWith('pk_test_')
  const card = values.card ?? (hasTestKey ? 'pm_card_visa' : undefined)
  const declinedCard = values['declined-card'] ?? (hasTestKey ? 'pm_card_chargeDeclined' : undefined)
  const means =
    shop.isSandbox && !values.baskets
      ? sandboxMeans(app, shop.base)
      : outsideMeans(app, shop.base, {
          codeCommand: values['code-command'],
          chargesCommand: values['charges-command'],
          card,
          declinedCard,
          wait: Number(values.wait),
          scarce: values.scarce,
        })
  const pays: PaymentMethod[] = ['bank', ...(card ? (['card', 'plan'] as const) : [])]
  const report = await tryBackEnd({
    app,
    shop: means.solveCaptcha ? shop : { ...shop, isSandbox: false },
    links,
    means,
    pays,
    readsCodes: shop.isSandbox || values['code-command'] !== undefined,
    email: values.email,
    only: values.only,
  })
  console.log(isText ? printed(report) : JSON.stringify(report, null, 2))
  return { fits: 0, tolerated: 0, breaks: 1, 'not tried': 2 }[report.verdict]
}

/** A sandbox arranges every basket; elsewhere those of the demo catalogue may be there. */
function basketsOf({ isSandbox }: ShopThere): Baskets {
  return isSandbox ? Object.fromEntries(shapeNames.map((shape) => [shape, ['']])) : ownPages()
}
