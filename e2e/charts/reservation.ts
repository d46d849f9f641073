import { continueButton, goOn, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, type Arrangement } from '#e2e/test.ts'
import { editBasket, reserve } from './order.ts'
import { comeBack } from './page-signals.ts'
import { waits, type Do, type Walk } from './walk.ts'

/** What the shop answers by itself if it is asked to. */
const armed: Record<string, Arrangement['nextReserve']> = {
  'done reserveTickets: captcha': 'captcha',
  'done reserveTickets: redirect': 'redirect',
  'done reserveTickets: error': 'error',
  'done reserveTickets: unknown': 'unknown',
}

/** A buyer who reserves a basket. The page that the shop may send the browser to never opens. */
const reserving: Do = async (doing) => {
  const { page, path, gate, arrange } = doing
  const nextReserve = armed[path.steps[0]?.label ?? '']
  await arrange({ shape: 'paid', ...(nextReserve && { nextReserve }) })
  if (nextReserve === 'redirect') {
    const isForeign = path.steps.some(({ label }) => label === 'error openAddress: failed')
    gate.plan('reserveTickets', isForeign ? { json: { redirect: 'https://elsewhere.example/' } } : 'shop')
    await page.route('**/all-events/', (route) => route.fulfill({ status: 204 }))
  }
  await reserve(doing)
}

/** What the basket says after a reservation that did not come about, by the step before. */
const reasons: Record<string, string> = {
  'done reserveTickets: error': 'Sorry, somebody else was faster. Please choose other tickets',
  'done reserveTickets: unknown': 'An unknown error occured. Please try again, or contact support.',
  'error openAddress: failed': 'An unknown error occured. Please try again, or contact support.',
}

/** How the paths of `machines/reservation.ts` are walked in a browser. */
export const reservation: Walk = {
  starts: {
    '': reserving,
    'with a captcha': ({ arrange }) => arrange({ shape: 'paid', state: 'captcha', captcha: true }),
  },
  doings: {
    async 'captcha.pass'({ page }) {
      const box = page.getByLabel('I am human (sandbox)')
      // A captcha that is passed may ask for another token by itself
      if (await box.isChecked()) await page.evaluate('hcaptcha.execute()')
      else await box.check()
    },
    async 'captcha.fail'({ page, pass, expectComplaint }) {
      const box = page.getByLabel('I am human (sandbox)')
      if (await box.isChecked()) return pass(120_000) // it expires
      expectComplaint(/status of 500.*hcaptcha/)
      await page.route('**/sandbox/hcaptcha/token', (route) => route.fulfill({ status: 500 }))
      await box.click()
    },
    'captcha.continue': ({ page }) => goOn(page),
    'basket.edit': editBasket,
    'page.restored': comeBack,
    'done reserveTickets: redirect': ({ gate }) => gate.release('reserveTickets'),
    'error openAddress': waits,
  },
  contents: {
    challenge: async ({ page, step }) => {
      if (step.label !== 'captcha.fail') return expectScreen(page, 'captcha')
      await expect(said(page, /The check didn't work|captcha challenge has expired/)).toBeVisible()
      await expect(continueButton(page)).toBeDisabled()
    },
    passed: ({ page }) => expect(continueButton(page)).toBeEnabled(),
    async redirecting({ page, path, step }) {
      const next = path.steps[path.steps.indexOf(step) + 1]
      // An address that the page refuses is over at once
      if (next?.label.startsWith('error openAddress')) return
      await expect(said(page, 'Reserving tickets')).toBeVisible()
    },
    reserved: ({ page }) => expectScreen(page, 'login'),
    async returned({ page, step }) {
      await expectScreen(page, 'basket')
      const reason = reasons[step.label]
      if (reason) await expect(said(page, reason)).toBeVisible()
    },
    // Loaded again, the checkout goes on reserving, and the shop sends the browser away once only
    left: ({ page }) => expectScreen(page, 'login'),
  },
  impossible: {
    'done reserveTickets: unsupported browser': 'the check as documented lets every browser go on [RESV-10]',
  },
  unreachable: {
    'reservation.reserving done reserveTickets #1':
      'the check as documented lets every browser go on [RESV-10]',
    'reservation.unsupported_browser': 'the check as documented lets every browser go on [RESV-10]',
  },
}
