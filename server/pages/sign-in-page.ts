import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { checkCode, isProven, sendCode } from '#server/accounts/one-time-codes.ts'
import { createUser } from '#server/accounts/users.ts'
import { signIn, signOut } from '#server/buyer/sign-in.ts'
import { findOpenOffer, type OpenOffer } from '#server/delivery/transfers/read-transfer.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readEmail, readText } from '#server/http/input.ts'

import { plural } from '#src/lib/plural.ts'

import { codeField, outboxHint } from './code-field.ts'
import { emailText } from './email-text.ts'
import { emailField } from './field.ts'
import { icon } from './icon.ts'
import { showPage, tokenField, type Content, type Page } from './layout.ts'
import { nameField, readFullName } from './name-field.ts'
import { goOn, readCarried } from './next-page.ts'

const notADigit = /\D/g
// A path of this shop. "//" and "/\" would lead to another host.
const ownPath = /^\/(?![/\\])[\w./-]*$/
const offerPath = /^\/transfers\/([\w-]+)\/$/

/** Pages to sign in with a one-time code, as in the checkout, and to sign out [BASK-21]. */
export const signInPage = new Hono<ShopEnv>()

signInPage.get('/signin/', (c) => {
  const { next: carried, typed = '', message = '' } = readCarried(c) ?? {}
  const next = safePath(carried ?? c.req.query('next'))
  return c.var.session.userId ? c.redirect(next, 303) : askEmail(c, next, { typed, message })
})

signInPage.post('/signin/', (c) => {
  // Sent again from the page of the code, where the last one can still be typed.
  const isAgain = c.var.form.code !== undefined
  const typed = typedEmail(c)
  return orSayWhy(
    (message) =>
      isAgain
        ? goOn(c, '/signin/code/', { next: nextOf(c), email: typed, message, unsent: '1' })
        : goOn(c, '/signin/', { next: nextOf(c), typed, message }),
    async () => {
      const email = readEmail(c.var.form, 'email')
      await sendCode(c.var, email)
      return goOn(c, '/signin/code/', { email, next: nextOf(c), ...(isAgain && { again: '1' }) })
    },
  )
})

signInPage.get('/signin/code/', (c) => {
  const { email, next, message, again, unsent } = readCarried(c) ?? {}
  return email
    ? askCode(c, email, safePath(next), { message, isAgain: again === '1', isUnsent: unsent === '1' })
    : c.redirect('/signin/', 303)
})

signInPage.post('/signin/code/', (c) => {
  const askAgain = (message: string) =>
    goOn(c, '/signin/code/', { email: readText(c.var.form, 'email', 254), next: nextOf(c), message })
  return orSayWhy(askAgain, async () => {
    const email = readEmail(c.var.form, 'email')
    const code = readText(c.var.form, 'code', 30).replaceAll(notADigit, '')
    // It would count as a try.
    if (!code) return askAgain('Type the code from the email')
    if (!(await checkCode(c.var, email, code))) return askAgain('This code is wrong or has expired')
    const next = nextOf(c)
    return (await signIn(c, email)) ? c.redirect(next, 303) : goOn(c, '/signin/name/', { email, next })
  })
})

signInPage.get('/signin/name/', (c) => {
  const { email, next, name, problem = '' } = readCarried(c) ?? {}
  return email ? askName(c, email, safePath(next), { name, problem }) : c.redirect('/signin/', 303)
})

signInPage.post('/signin/name/', (c) =>
  orSayWhy(
    (message) => goOn(c, '/signin/', { next: nextOf(c), message }),
    async () => {
      const email = readEmail(c.var.form, 'email')
      const typed = readFullName(c.var.form)
      if (!(await isProven(c.var.db, c.var.session, email)))
        throw new HttpError(422, 'Please enter your email address again')
      if (typed.problem) return goOn(c, '/signin/name/', { email, next: nextOf(c), ...typed })
      // If the account was created in the meantime, signs in to it: the email is proven.
      await createUser(c.var.db, email, typed.name)
      await signIn(c, email)
      return c.redirect(nextOf(c), 303)
    },
  ),
)

signInPage.post('/signout/', async (c) => {
  await signOut(c)
  return c.redirect('/all-events/', 303)
})

function nextOf(c: Context<ShopEnv>): string {
  return safePath(readText(c.var.form, 'next', 200))
}

function safePath(path: string | undefined): string {
  return path && ownPath.test(path) ? path : '/account/wallet/'
}

/** The email address as it was typed, to be corrected. */
const typedEmail = (c: Context<ShopEnv>) => {
  const { email } = c.var.form
  return typeof email === 'string' ? email.slice(0, 254) : ''
}

/** Runs an action and shows an `HttpError` as the form's message. */
async function orSayWhy(
  say: (message: string) => Response,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError) return say(error.message)
    throw error
  }
}

async function askEmail(c: Context<ShopEnv>, next: string, { typed = '', message = '' } = {}) {
  return showForm(c, {
    title: 'Sign in',
    lead: `${next === '/account/' ? "To open your account settings, we'll" : "We'll"} email you a one-time code. You don't need a password.`,
    action: '/signin/',
    next,
    offer: await offerOf(c, next),
    status: message ? 422 : 200,
    fields: emailField({ value: typed, problem: message }),
    button: 'Send code',
    note: 'New here? Your account is created as you sign in.',
    below: html`<section class="account-gives">
        <h2>In your account</h2>
        <ul class="facts" role="list">
          <li>${icon('ticket')} <span>All your tickets and orders</span></li>
          <li>${icon('card')} <span>Payment plans and saved cards</span></li>
          <li>${icon('home')} <span>Delivery addresses for next time</span></li>
        </ul>
      </section>
      <p>Bought as a guest? <a href="/orders/">Find your order</a></p>`,
  })
}

interface AskedCode {
  message: string | undefined
  /** Whether another code was sent. */
  isAgain: boolean
  /** Whether another code was refused: nobody knows how old the last one is. */
  isUnsent: boolean
}

async function askCode(
  c: Context<ShopEnv>,
  email: string,
  next: string,
  { message = '', isAgain, isUnsent }: AskedCode,
) {
  const offer = await offerOf(c, next)
  return showForm(c, {
    title: 'Type your code',
    lead: html`We sent a ${isAgain ? 'new ' : ''}one-time code to
      <strong>${emailText(email)}</strong>.${isUnsent ? '' : ' It is valid for 15 minutes.'}`,
    action: '/signin/code/',
    next,
    offer,
    status: message ? 422 : 200,
    fields: html`<input type="hidden" name="email" value="${email}" /> ${codeField(message)}`,
    button: 'Verify',
    // Tickets are offered to one address: there is none to change.
    after: html`<p>
        ${
          offer
            ? html`<button class="link" formaction="/signin/">Re-send code</button>`
            : html`<a class="alone" href="/signin/?${new URLSearchParams({ next })}"
                >Check or change email address, or <span class="whole">re-send</span> code</a
              >`
        }
      </p>
      ${outboxHint(c)}`,
  })
}

async function askName(
  c: Context<ShopEnv>,
  email: string,
  next: string,
  typed: { name: string | undefined; problem: string },
) {
  const offer = await offerOf(c, next)
  const known = offer?.transfer.email === email ? offer.transfer.name : ''
  return showForm(c, {
    title: 'Create your account',
    lead: html`There is no account for <strong>${emailText(email)}</strong> yet. Enter your name to create
      one.`,
    action: '/signin/name/',
    next,
    offer,
    status: typed.problem ? 422 : 200,
    fields: html`<input type="hidden" name="email" value="${email}" />
      ${nameField('Full name', { ...typed, name: typed.name ?? known })}`,
    button: 'Create account',
  })
}

interface SignInForm extends Pick<Page, 'title'> {
  lead: Content | string
  action: string
  next: string
  /** The tickets for which somebody signs in. */
  offer: OpenOffer | undefined
  status: 200 | 422
  fields: Content
  button: string
  /** What happens at the button, below it. */
  note?: string
  /** What else can be done instead, in the form. */
  after?: Content
  below?: Content
}

/** The offer on whose page somebody signs in. */
async function offerOf(c: Context<ShopEnv>, next: string): Promise<OpenOffer | undefined> {
  const [, token] = offerPath.exec(next) ?? []
  return token ? findOpenOffer(c.var.db, token) : undefined
}

function offerLine({ transfer: { qty, title }, sender }: OpenOffer): Content {
  return html`<p class="icon-line">
    ${icon('ticket')}
    <span
      >To accept the ${plural(qty, 'ticket')} for <strong>${title}</strong> from
      ${emailText(sender.name)}</span
    >
  </p>`
}

function showForm(c: Context<ShopEnv>, form: SignInForm): Promise<Response> {
  return showPage(c, {
    title: form.title,
    status: form.status,
    width: 'form',
    content: html`<h1>${form.title}</h1>
      ${form.offer && offerLine(form.offer)}
      <p class="lead">${form.lead}</p>
      <form class="panel stack" method="post" action="${form.action}" novalidate>
        ${tokenField(c)}
        <input type="hidden" name="next" value="${form.next}" />
        ${form.fields}
        <button class="button" data-look="primary">${form.button}</button>
        ${form.note && html`<p class="quiet small">${form.note}</p>`}
        ${form.after && html`<div class="otherwise">${form.after}</div>`}
      </form>
      ${form.below ?? ''}`,
  })
}
