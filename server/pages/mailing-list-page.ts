import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { askToConfirm, confirmSubscription, isKeyOf, wording } from '#server/buyer/mailing-list.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readEmail, readText } from '#server/http/input.ts'

import { problem, showPage, tokenField } from './layout.ts'

/** Signing up for the newsletter: an address, a mail, and a button behind its link [BASK-04]. */
export const mailingListPage = new Hono<ShopEnv>()

mailingListPage.get('/mailing-list', (c) => showForm(c))
mailingListPage.get('/mailing-list/', (c) => c.redirect('/mailing-list', 301))

mailingListPage.post('/mailing-list', async (c) => {
  let email: string
  try {
    email = readEmail(c.var.form, 'email')
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return showForm(c, error.message)
  }
  if (!(await askToConfirm(c.var, email)))
    return showForm(c, 'That was asked for very often. Please try again later')
  return showPage(c, {
    title: 'Look into your mailbox',
    content: html`<h1>Look into your mailbox</h1>
      <p class="lead">
        We sent a mail to <strong>${email}</strong>. Follow its link and you are on the list.
      </p>
      ${
        c.var.config.mode === 'sandbox'
          ? html`<p><a href="/sandbox/outbox/">Open the sandbox’s mailbox</a></p>`
          : ''
      }`,
  })
})

mailingListPage.get('/mailing-list/confirm/', (c) => {
  const { email = '', key = '' } = c.req.query()
  if (!isKeyOf(c.var.config.secrets.codePepper, email, key)) return showBadLink(c)
  return showPage(c, {
    title: 'One last click',
    content: html`<h1>One last click</h1>
      <form class="stack" method="post" action="/mailing-list/confirm/">
        ${tokenField(c)}
        <input type="hidden" name="email" value="${email}" />
        <input type="hidden" name="key" value="${key}" />
        <p class="lead">“${wording}”, to <strong>${email}</strong>.</p>
        <button class="button" data-look="primary">Yes, please</button>
      </form>`,
  })
})

mailingListPage.post('/mailing-list/confirm/', async (c) => {
  const [email, key] = [readText(c.var.form, 'email', 254), readText(c.var.form, 'key', 100)]
  if (!(await confirmSubscription(c.var, email, key))) return showBadLink(c)
  return showPage(c, {
    title: 'You are on the list',
    content: html`<h1>You are on the list</h1>
      <p class="lead">See you out there.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`,
  })
})

function showForm(c: Context<ShopEnv>, message = '') {
  return showPage(c, {
    title: 'Newsletter',
    description: 'New events by mail, once a week at most.',
    status: message ? 422 : 200,
    content: html`<h1>Hear first</h1>
      <p class="lead">New events by mail, once a week at most. No more than that.</p>
      <form class="panel stack" method="post" action="/mailing-list">
        ${tokenField(c)} ${problem(message)}
        <label class="field">
          <span>Email address</span>
          <input class="input" type="email" name="email" autocomplete="email" maxlength="254" required />
        </label>
        <p class="quiet small">By signing up you say: “${wording}”. Every mail has a way out.</p>
        <button class="button" data-look="primary">Sign up</button>
      </form>`,
  })
}

function showBadLink(c: Context<ShopEnv>) {
  return showPage(c, {
    title: 'This link does not work',
    status: 422,
    content: html`<h1>This link does not work</h1>
      <p>It may have been cut in two. <a href="/mailing-list">Ask for a new one</a>.</p>`,
  })
}
