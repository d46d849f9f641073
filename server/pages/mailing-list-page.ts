import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { askToConfirm, confirmSubscription, emailOf, wording } from '#server/buyer/mailing-list.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readEmail, readText } from '#server/http/input.ts'

import { emailText } from './email-text.ts'
import { emailField } from './field.ts'
import { showPage, tokenField } from './layout.ts'
import { goOn, readCarried } from './next-page.ts'

/** Newsletter sign-up with confirmation by email [BASK-04]. */
export const mailingListPage = new Hono<ShopEnv>()

mailingListPage.get('/mailing-list', (c) => showForm(c, readCarried(c) ?? {}))
mailingListPage.get('/mailing-list/', (c) => c.redirect('/mailing-list', 301))

mailingListPage.post('/mailing-list', async (c) => {
  let email: string
  try {
    email = readEmail(c.var.form, 'email')
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { email: typed } = c.var.form
    return goOn(c, '/mailing-list', {
      typed: typeof typed === 'string' ? typed.slice(0, 254) : '',
      message: error.message,
    })
  }
  if (!(await askToConfirm(c.var, email)))
    return goOn(c, '/mailing-list', { typed: email, message: 'Too many sign-ups. Please try again later' })
  return goOn(c, '/mailing-list/asked/', { email })
})

mailingListPage.get('/mailing-list/asked/', (c) => {
  const { email } = readCarried(c) ?? {}
  if (!email) return c.redirect('/mailing-list', 303)
  return showPage(c, {
    title: 'Check your email',
    content: html`<h1>Check your email</h1>
      <p class="lead">
        We sent an email to <strong>${emailText(email)}</strong>. Follow the link in it to confirm your
        subscription.
      </p>
      ${
        c.var.config.mode === 'sandbox'
          ? html`<p><a class="alone" href="/sandbox/outbox/">Open the sandbox outbox</a></p>`
          : ''
      }`,
  })
})

mailingListPage.get('/mailing-list/confirm/', (c) => {
  const { token = '' } = c.req.query()
  const email = emailOf(c.var.config.secrets.codePepper, token)
  if (email === null) return showBadLink(c)
  return showPage(c, {
    title: 'Confirm your subscription',
    content: html`<h1>Confirm your subscription</h1>
      <form class="stack" method="post" action="/mailing-list/confirm/">
        ${tokenField(c)}
        <input type="hidden" name="token" value="${token}" />
        <p class="lead">“${wording}”, to <strong>${emailText(email)}</strong>.</p>
        <button class="button" data-look="primary">Yes, please</button>
      </form>`,
  })
})

mailingListPage.post('/mailing-list/confirm/', async (c) => {
  const token = readText(c.var.form, 'token', 500)
  // Without a token, the page says that the link does not work.
  if (!(await confirmSubscription(c.var, token))) return c.redirect('/mailing-list/confirm/', 303)
  return c.redirect('/mailing-list/subscribed/', 303)
})

mailingListPage.get('/mailing-list/subscribed/', (c) =>
  showPage(c, {
    title: 'You have subscribed',
    content: html`<h1>You have subscribed</h1>
      <p class="lead">You will get our next newsletter.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`,
  }),
)

function showForm(c: Context<ShopEnv>, { typed = '', message = '' }: Record<string, string> = {}) {
  return showPage(c, {
    title: 'Newsletter',
    description: 'New events by email, at most once a week.',
    status: message ? 422 : 200,
    content: html`<h1>Newsletter</h1>
      <p class="lead">New events by email, at most once a week.</p>
      <form class="panel stack" method="post" action="/mailing-list" novalidate>
        ${tokenField(c)} ${emailField({ value: typed, problem: message })}
        <p class="quiet small">By signing up you agree: “${wording}”. You can unsubscribe in every email.</p>
        <button class="button" data-look="primary">Sign up</button>
      </form>`,
  })
}

function showBadLink(c: Context<ShopEnv>) {
  return showPage(c, {
    title: 'This link does not work',
    status: 422,
    content: html`<h1>This link does not work</h1>
      <p>It may be incomplete. <a href="/mailing-list">Request a new one</a>.</p>`,
  })
}
