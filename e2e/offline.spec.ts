import { readFileSync } from 'node:fs'
import { newEmail, goOn, said } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

const unableToSend = 'Unable to send the code. Please try again later'

/** The built script of a source file. */
function scriptOf(source: string) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return `**/${manifest[source]?.file}`
}

test('shows at once that a code cannot be sent offline, and sends it when back online', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await arrange({ shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill(newEmail())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(unableToSend).first()).toBeVisible({ timeout: 2_000 })

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeFocused()
})

test('shows that a code cannot be sent even if the notification area was never loaded', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/)
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.route(scriptOf('src/ui/toaster.tsx'), (route) => route.abort())
  await arrange({ shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill(newEmail())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: unableToSend })).toBeVisible({ timeout: 2_000 })
  await page
    .getByRole('alert')
    .filter({ hasText: unableToSend })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByText(unableToSend)).toBeHidden()
})

test('shows the next step without a press when the network is back', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  // The network is lost before the step's script has been loaded ahead.
  const script = scriptOf('src/checkout/steps/after-sale-messages/after-sale-messages-step.tsx')
  await page.route(script, (route) => route.abort('internetdisconnected'), { times: 1 })
  const isLost = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(script.replace('**', '')),
  )
  await arrange({ shape: 'waiver', state: 'waiver' })
  await expect(step(page, 'waiver')).toBeVisible()
  await isLost
  await context.setOffline(true)
  await goOn(page)
  await expect(said(page, /We can.t reach the shop/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeHidden()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Before you go' })).toBeVisible()
})
