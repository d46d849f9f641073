import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { typeCard } from '#e2e/buyer.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { Shop } from '#server/testing/running-shop.ts'

interface Deployed {
  url: string
  /** A folder for files of the test; mails with codes are kept there by address. */
  folder: string
}

/** A shop in production, with the demo catalogue and keys that no provider has issued: it has the documented calls only. */
const test = base.extend<object, { deployed: Deployed }>({
  deployed: [
    async ({}, use, { workerIndex }) => {
      const folder = mkdtempSync(join(tmpdir(), 'foyer-any-shop-'))
      const mail = await startMailServer()
      mail.onMail = ({ to, data }) => {
        const [, code] = /one-time code is (\d{6})/.exec(data) ?? []
        const [, email] = /<(.*)>/.exec(to[0] ?? '') ?? []
        if (code && email) writeFileSync(join(folder, email), code)
      }
      const port = Number(process.env.E2E_PORT ?? 4400) + 180 + workerIndex
      const shop = new Shop(port, {
        FOYER_MODE: 'production',
        HOST: 'localhost',
        SHOP_URL: `http://localhost:${port}`,
        SEED: 'demo',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        HCAPTCHA_SITEKEY: '7b1c2d3e-0000-4000-8000-000000000001',
        HCAPTCHA_SECRET: 'ES_1',
        SMTP_URL: mail.url,
        MAIL_FROM: 'shop@tickets.example',
      })
      await shop.start()
      await use({ url: shop.url, folder })
      await shop.stop()
      await mail.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Runs `npm run e2e` with these options. */
async function run(...options: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn('node', ['scripts/e2e.ts', ...options])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

test('does nothing in a shop in production unless the tester allows it', async ({ deployed: { url } }) => {
  expect(await run('--base', url)).toEqual({
    code: 1,
    said: `${url} is in production: its card payments have a live key.
Nothing was done there. With --production baskets are reserved and given back, but nothing is paid or claimed.
`,
  })
})

test('walks up to the payment in a shop with the documented calls only, and says why not further and what is missing', async ({
  deployed: { url, folder },
}) => {
  test.setTimeout(180_000)
  const file = join(folder, 'baskets.csv')
  writeFileSync(
    file,
    'shape,link,tickets\nexpress_free,/events/new-faces-night/,Free entry=1\npaid,/events/late-film-club/,Any seat=2\n',
  )
  const codeCommand = `cat ${folder}/{email}`
  const options = ['--production', '--baskets', file, '--code-command', codeCommand]
  const { code, said } = await run('--base', url, ...options)
  expect(said).toContain('2 passed')
  expect(code).toBe(0)
  const stopped = 'walked up to payment: nothing is paid or claimed in production:'
  expect(said).toContain(`${stopped} "express_free", paid by nothing`)
  expect(said).toContain(`${stopped} "paid", paid by`)
  expect(said).toMatch(
    /not walked: needs a basket with a charity event, .* \("charity"\): no link was given\n {2}"charity"/,
  )
})

test('types a card into fields that are each in a frame of their own, as those of Stripe', async ({
  page,
}) => {
  const names = ['cardnumber', 'exp-date', 'cvc']
  await page.setContent(names.map((name) => `<iframe srcdoc='<input name="${name}">'></iframe>`).join(''))
  await typeCard(page)
  const typed = names.map((_, index) =>
    page.locator('iframe').nth(index).contentFrame().locator('input').inputValue(),
  )
  expect(await Promise.all(typed)).toEqual(['4242424242424242', '1239', '123'])
})

test('says that nothing can be walked, if no basket can be got', async ({ deployed: { url, folder } }) => {
  const file = join(folder, 'wrong.json')
  writeFileSync(
    file,
    '{ "paid": "/events/no-such-event/", "free": { "link": "/events/late-film-club/", "tickets": { "Throne": 1 } } }',
  )
  const { code, said } = await run('--base', url, '--production', '--baskets', file)
  expect(code).toBe(1)
  expect(said).toContain('No path can be walked there.')
  expect(said).toContain('("paid"): /events/no-such-event/ answers 404')
})
