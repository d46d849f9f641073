import type { Page } from '@playwright/test'
import { goOn, newEmail, proveEmail } from '#e2e/buyer.ts'
import { expect } from '#e2e/test.ts'
import { press, type Do, type Walk } from './walk.ts'

const asGuest: Do = ({ arrange }) => arrange({ shape: 'paid', state: 'login' })

const typeEmail: Do = async ({ page, kept }) => {
  const email = newEmail()
  kept.set('email', email)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
}

/** A guest who was sent a code before the page was reloaded. */
const withCode: Do = async (doing) => {
  const { page, gate } = doing
  await gate.whileOpen(async () => {
    await asGuest(doing)
    await typeEmail(doing)
    await expect(page.getByLabel('One-time code')).toBeVisible()
  })
  await page.reload()
}

/** A new guest who has confirmed the email before the page was reloaded. */
const withConfirmed: Do = async (doing) => {
  const { page, gate } = doing
  await gate.whileOpen(async () => {
    await asGuest(doing)
    await proveEmail(page, doing.codeFor, newEmail())
    await expect(page.getByLabel('Full name')).toBeVisible()
  })
  await page.reload()
}

const resend = (page: Page, name = 'Send again') => page.getByRole('button', { name, exact: true })

const starts: Record<string, Do> = {
  'done fetchUser: guest with a code': withCode,
  'done fetchUser: guest with a confirmed email': withConfirmed,
  'done fetchUser: signed in': ({ arrange }) => arrange({ shape: 'paid', state: 'login', user: 'member' }),
}

/** How the paths of `machines/account.ts` are walked in a browser. */
export const account: Walk = {
  starts: {
    '': (doing) => (starts[doing.path.steps[0]?.label ?? ''] ?? asGuest)(doing),
  },
  arranged: ['done fetchUser: guest with a code', 'done fetchUser: guest with a confirmed email'],
  doings: {
    'email.submit': typeEmail,
    async 'code.resend'({ page, kept }) {
      await resend(page).click()
      kept.delete('code')
    },
    async 'code.verify'({ page, kept, codeFor }) {
      // A refused code stays valid, as the shop has not seen it
      const code = kept.get('code') ?? (await codeFor(kept.get('email') ?? ''))
      kept.set('code', code)
      await page.getByLabel('One-time code').fill(code)
      await page.getByRole('button', { name: 'Verify' }).click()
    },
    async 'name.submit'({ page }) {
      await page.getByLabel('Full name').fill('Grace Hopper')
      await goOn(page)
    },
    'email.change': press('Check or change email address, or re-send code'),
    'account.continue': ({ page }) => goOn(page),
    'account.sign_out': press('Sign out'),
  },
  answers: {
    'done sendOneTimeCode: refused': { status: 400, json: { error: 'This address cannot receive mail' } },
    'done checkOneTimeCode: account': { json: { has_account: true } },
    'done checkOneTimeCode: wrong': { json: { type: 'one_time_code', message: 'Wrong code' } },
    'done checkOneTimeCode: reserving': { json: { type: 'reserving', message: 'Only two per customer' } },
    'done saveGuestToSale: rejected': { json: { error: 'Only two per customer' } },
    'done saveGuestToSale: refused': { status: 400, json: { error: 'Please type your name' } },
  },
  // The shop knows no account after a reply that it has not sent
  complaints: [/409 .*update_basket_state/],
  contents: {
    enter_email: ({ page }) => expect(page.getByLabel('Email address')).toBeVisible(),
    'one_time_code_sent.resend_paused': async ({ page }) => {
      await expect(page.getByLabel('One-time code')).toBeFocused()
      await expect(resend(page, 'Send again in a moment')).toBeDisabled()
    },
    'one_time_code_sent.resendable': ({ page }) => expect(resend(page)).toBeEnabled(),
    confirm_name: ({ page }) => expect(page.getByLabel('Full name')).toBeVisible(),
  },
  impossible: { 'error fetchUser': 'a buyer whom the shop cannot name is a guest [OPEN-70]' },
}
