import { continueButton } from '#e2e/buyer.ts'
import { withPlainPage } from '#e2e/plain-page.ts'
import { scriptOf } from '#e2e/script-of.ts'
import { expect, expectLogged } from '#e2e/test.ts'
import type { Do, Walk } from './walk.ts'

/** Expects the bar over the page to begin with this text, and that the text was announced when the bar appeared. */
const says =
  (text: RegExp): Do =>
  async ({ page, path, step }) => {
    await expect(page.locator('[data-connection]')).toHaveText(text)
    const isNew = path.steps[path.steps.indexOf(step) - 1]?.state !== step.state
    if (isNew) await expect(page.getByRole('status').getByText(text)).toHaveCount(1)
  }

const isSilent: Do = ({ page }) => expect(page.locator('[data-connection]')).toHaveCount(0)

/** The buyer comes back to the page, which reloads the checkout. */
const showPage: Do = ({ page }) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

const donate: Do = async ({ page }) => {
  await page.getByLabel('£5.00').check()
  // By keyboard, as a notification of the last call may lie over it
  await continueButton(page).press('Enter')
}

/** How often a path of this chart asks for the checkout again, at most. */
const reads = 5

/** How the paths of `machines/connection.ts` are walked in a browser: call 1 saves a donation, call 2 reloads the checkout. */
export const connection: Walk = {
  starts: {
    async ''({ page, path, arrange }) {
      // What a step needs is loaded before it is pressed, so it is missing from the start; a drawn screen would wait for it
      if (path.steps.some(({ label }) => label === 'script.missing')) {
        await withPlainPage(page)
        await page.route(scriptOf('src/donation/actors.ts'), (route) =>
          route.fulfill({ status: 404, body: 'Not found' }),
        )
      }
      await arrange({ shape: 'charity', state: 'donation' })
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
      // The mark of what has been loaded ahead goes with the simulated clock, which makes none.
      await page.waitForLoadState('networkidle')
    },
  },
  doings: {
    'network.lost': ({ context }) => context.setOffline(true),
    'network.found': ({ context }) => context.setOffline(false),
    async 'call.started: 1'(doing) {
      const { page, gate } = doing
      gate.plan('saveDonation', 'shop')
      await donate(doing)
      await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')
    },
    async 'call.started: 2'(doing) {
      const { page, gate } = doing
      const asked = page.waitForRequest('**/checkout/checkout/get/')
      for (let count = 0; count < reads; count += 1) gate.plan('refreshCheckout', 'shop')
      await showPage(doing)
      await asked
    },
    'call.ended: 1': ({ gate }) => gate.release('saveDonation'),
    async 'call.ended: 1 refused'({ gate }) {
      gate.answerWith('saveDonation', { status: 403, json: { message: 'Your session was not recognised' } })
      await gate.release('saveDonation')
    },
    async 'call.ended: 2'({ page, gate }) {
      await gate.release('refreshCheckout')
      await expectLogged(page, /checkoutRefresh .*loadCheckout.* → idle/)
    },
    'script.missing': donate,
  },
  complaints: [/status of 40[34]/, /ERR_INTERNET_DISCONNECTED/],
  contents: {
    quiet: isSilent,
    waiting: isSilent,
    slow: says(/^Still working\. The shop takes longer than usual to answer; please keep this page open\.$/),
    offline: says(
      /^You are offline\. Nothing is lost: please keep this page open, and carry on when you're back online\.$/,
    ),
    recovered: says(/^You're back online\.$/),
    async incomplete(doing) {
      await says(/^A part of this page could not be loaded, .* Your basket is safe\./)(doing)
      await expect(doing.page.getByRole('button', { name: 'Load the page again' })).toBeEnabled()
    },
    async unrecognised(doing) {
      await says(
        /^The shop did not recognise this page, so what you pressed was not saved\. Please load it again\./,
      )(doing)
      await expect(doing.page.getByRole('button', { name: 'Load the page again' })).toBeEnabled()
    },
  },
}
