import { setTimeout as wait } from 'node:timers/promises'

import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { checkCode, sendCode } from '#server/accounts/one-time-codes.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readEmail, readText } from '#server/http/input.ts'
import { countTry, type Limit } from '#server/http/rate-limits.ts'
import { codeField, outboxHint } from '#server/pages/code-field.ts'
import { field } from '#server/pages/field.ts'
import { showPage, tokenField, type Content } from '#server/pages/layout.ts'
import { addressWith, goOn, readCarried } from '#server/pages/next-page.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { findBuyersEmail, type Clue } from '#server/wallet/find-buyers-email.ts'
import { readReference } from '#server/wallet/order-reference.ts'
import { isEmail } from '#src/checkout/rules/people.ts'

/**
 * Order look-up for guests: by reference or email, then a one-time code. Known and unknown orders get the same replies, in the
 * same time, so that nothing is told to a stranger.
 */
export const lookUpPage = new Hono<ShopEnv>()

lookUpPage.get('/orders/', (c) => {
  const { order = '', message = '', status = '422' } = readCarried(c) ?? {}
  return askClue(c, order, message, status === '429' ? 429 : 422)
})

lookUpPage.post('/orders/', async (c) => {
  const typed = readText(c.var.form, 'order', 254)
  const clue = readClue(c)
  if (!clue)
    return goOn(c, '/orders/', {
      order: typed,
      message: 'Please type an order reference, such as K7M2PQ4X, or an email address',
    })
  if (!(await isWithinLimits(c, clue)))
    return goOn(c, '/orders/', {
      order: typed,
      message: 'Too many orders were looked up. Please try again later',
      status: '429',
    })
  await atLeast(replyMs, async () => {
    const email = await findBuyersEmail(c.var.db, clue)
    await sendCode(c.var, email).catch(hideLimit)
  })
  return goOn(c, '/orders/code/', { order: typed })
})

lookUpPage.get('/orders/code/', (c) => {
  const { order, message } = readCarried(c) ?? {}
  return order ? askCode(c, order, message) : c.redirect('/orders/', 303)
})

lookUpPage.post('/orders/code/', async (c) => {
  const typed = readText(c.var.form, 'order', 254)
  const clue = readClue(c)
  if (!clue) return c.redirect('/orders/', 303)
  const code = readText(c.var.form, 'code', 30).replaceAll(/\D/g, '')
  // It would count as a try.
  if (!code) return goOn(c, '/orders/code/', { order: typed, message: 'Type the code from the email' })
  const isRight = await atLeast(replyMs, async () => {
    const email = await findBuyersEmail(c.var.db, clue)
    return checkCode(c.var, email ?? '', code).catch(hideLimit)
  })
  if (!isRight)
    return goOn(c, '/orders/code/', { order: typed, message: 'This code is wrong or has expired' })
  return c.redirect('reference' in clue ? orderPath(clue.reference) : '/account/wallet/', 303)
})

/** Longer than either way takes, so that the time of a reply tells nothing. */
const replyMs = 400

async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), wait(ms)])
  return result
}

/** The limits of an email address would tell whose order it is, so they look like a code that is wrong or not sent. */
function hideLimit(error: unknown): false {
  if (error instanceof HttpError && error.status === 429) return false
  throw error
}

/** Reads what was typed as a reference or an email; null if it is neither. */
function readClue(c: Context<ShopEnv>): Clue | null {
  const typed = readText(c.var.form, 'order', 254)
  const reference = readReference(typed)
  if (reference) return { reference }
  return isEmail(typed) ? { email: readEmail(c.var.form, 'order') } : null
}

/**
 * Limits the asker alone, for known and unknown orders alike: a limit of the order would let strangers lock out its owner. The
 * mailbox of an order is protected by the limits of one-time codes.
 */
async function isWithinLimits({ var: { db, config, session, clientAddress } }: Context<ShopEnv>, clue: Clue) {
  const order = Object.values(clue).join()
  const limits: Limit[] = [
    { what: 'order look-up by session', who: session.id, max: 20, withinSeconds: 3600 },
    { what: 'order look-up by client', who: clientAddress, max: 600, withinSeconds: 3600 },
    { what: 'order look-up by session of', who: `${session.id} ${order}`, max: 5, withinSeconds: 3600 },
  ]
  return countTry(db, config.secrets.codePepper, limits)
}

function askClue(c: Context<ShopEnv>, typed: string, message: string, status: 422 | 429) {
  return showForm(c, {
    title: 'Find your order',
    lead: "You don't need an account. We'll email you a one-time code.",
    action: '/orders/',
    status: message ? status : 200,
    fields: field({
      id: 'order',
      label: 'Order reference or email address',
      value: typed,
      problem: message,
      attributes: html`name="order" autocomplete="email" autocapitalize="none" spellcheck="false"
      maxlength="254"`,
    }),
    button: 'Find your order',
    after: html`<p><a class="alone" href="/signin/">Sign in to see all your tickets</a></p>`,
  })
}

function askCode(c: Context<ShopEnv>, typed: string, message = '') {
  const change = addressWith(c, '/orders/', { order: typed })
  return showForm(c, {
    title: 'Type your code',
    lead: 'If we know this order, we have sent a code to its email address. It is valid for 15 minutes.',
    action: '/orders/code/',
    status: message ? 422 : 200,
    fields: html`<p>You looked for <strong>${typed}</strong>. <a href="${change}">Change</a></p>
      <input type="hidden" name="order" value="${typed}" />
      ${codeField(message)}`,
    button: 'Show your order',
    after: html`<p><a class="alone" href="${change}">Look for another order, or send the code again</a></p>
      ${outboxHint(c)}`,
  })
}

interface Form {
  title: string
  lead: string
  action: string
  status: 200 | 422 | 429
  fields: Content
  button: string
  after: Content
}

function showForm(c: Context<ShopEnv>, { title, lead, action, status, fields, button, after }: Form) {
  return showPage(c, {
    title,
    status,
    content: html`<h1>${title}</h1>
      <p class="lead">${lead}</p>
      <form class="panel stack" method="post" action="${action}" novalidate>
        ${tokenField(c)} ${fields}
        <button class="button" data-look="primary">${button}</button>
        <div class="otherwise">${after}</div>
      </form>`,
  })
}
