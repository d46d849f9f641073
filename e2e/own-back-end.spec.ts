import { spawn, spawnSync } from 'node:child_process'
import { expect, test as base, type Page } from '@playwright/test'
import { enterAsGuest, expectOrder, reserveBasket, said } from './buyer.ts'
import { OwnBackEnd } from './own-back-end.ts'
import { step } from './test.ts'

const test = base.extend<{ asked: string[] }, { backEnd: OwnBackEnd }>({
  backEnd: [
    async ({}, use, { workerIndex }) => {
      const backEnd = new OwnBackEnd(Number(process.env.E2E_PORT ?? 4400) + 80 + 2 * workerIndex)
      await backEnd.start()
      await use(backEnd)
      await backEnd.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ backEnd }, use) => use(backEnd.url),
  /** Addresses that the page has asked. */
  asked: async ({ page }, use) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await use(asked)
  },
})

async function addTickets(page: Page) {
  await page.goto('/')
  await page.getByLabel('Adult').fill('2')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(step(page, 'basket')).toBeVisible()
}

async function goToBank(page: Page) {
  await page.getByRole('button', { name: 'Instant Bank Transfer' }).click()
  await page.getByRole('button', { name: /^Pay £37\.00 with your bank$/ }).click()
}

/** Runs `npm run contract` with the baskets and codes of the example. */
async function tryContract(backEnd: OwnBackEnd): Promise<{ code: number | null; said: string }> {
  const child = spawn('node', [
    'scripts/contract.ts',
    ...['--base', backEnd.url, '--baskets', 'docs/own-back-end/baskets.json', '--scarce', 'quay|jun|child|0'],
    ...['--code-command', `grep -o 'code for {email}: [0-9]*' ${backEnd.outputFile}`],
  ])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

// It needs nginx and Python, so it is run by `npm run own-back-end`.
const viewports = process.env.E2E_OWN_BACK_END
  ? { 'a phone': { width: 390, height: 844 }, 'a wide screen': { width: 1280, height: 900 } }
  : {}

for (const [device, viewport] of Object.entries(viewports))
  test.describe(`on ${device}, with a back-end that speaks only the documented calls`, () => {
    test.use({ viewport })

    test('a guest buys tickets, and the page asks no other host', async ({ page, backEnd, asked }) => {
      const [missing, problems] = [new Set<string>(), [] as string[]]
      page.on(
        'response',
        (reply) => reply.ok() || reply.status() < 400 || missing.add(new URL(reply.url()).pathname),
      )
      page.on('console', (line) => {
        if (line.type() === 'error' && !line.text().includes('404')) problems.push(line.text())
      })
      page.on('pageerror', ({ message }) => problems.push(message))
      await addTickets(page)
      await expect(page.getByRole('link', { name: 'Quay Tickets' })).toBeVisible()
      await reserveBasket(page)
      await enterAsGuest(page, async (email) => backEnd.codeFor(email))
      await expect(step(page, 'payment')).toBeVisible()
      await goToBank(page)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expectOrder(page)
      expect(asked.filter((address) => !address.startsWith(backEnd.url))).toEqual([])
      expect(problems).toEqual([])
      // Not documented: without it and without a key in the #config block, there are no card payments.
      expect([...missing]).toEqual(['/ajax/checkout/checkout/get_card_credentials/'])
    })

    test('a guest cancels at the bank, loads the page again, and pays', async ({ page, backEnd }) => {
      await addTickets(page)
      await reserveBasket(page)
      await enterAsGuest(page, async (email) => backEnd.codeFor(email))
      await goToBank(page)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(said(page, 'You cancelled the payment in the bank portal.')).toBeVisible()
      await page.getByRole('button', { name: 'Try a different payment method' }).click()
      await expect(step(page, 'payment')).toBeVisible()
      await page.reload()
      await goToBank(page)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expectOrder(page)
    })
  })

if (process.env.E2E_OWN_BACK_END) {
  test('the contract is kept by the back-end behind nginx, and what cannot be tried is told', async ({
    backEnd,
  }) => {
    const { code, said } = await tryContract(backEnd)
    expect(said).toContain('It works: the page tolerates what differs.')
    expect(said).toContain('tolerated  "paid", paid by bank: basket → reserve → login → payment')
    expect(said).toContain('not tried  card declined: no basket there can be paid by card')
    expect(code).toBe(0)
  })

  test('the back-end ends holds, and takes proven emails only', () => {
    const { status, stderr } = spawnSync('python3', ['e2e/own-back-end-ends.py'], { encoding: 'utf8' })
    expect(stderr).toContain('OK')
    expect(status).toBe(0)
  })
}
