import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { findUser, type User } from '#server/accounts/users.ts'
import { acceptTransfer, declineTransfer } from '#server/delivery/transfers/answer-transfer.ts'
import { ticketPath } from '#server/delivery/addresses.ts'
import {
  firstAccepted,
  readSender,
  readTransfer,
  type Sender,
  type Transfer,
} from '#server/delivery/transfers/read-transfer.ts'
import { ticketsOf, transferPath } from '#server/delivery/transfers/transfer-mails.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { plural } from '#src/lib/plural.ts'

import { emailText } from './email-text.ts'
import { eventTitle } from './event-title.ts'
import { icon } from './icon.ts'
import { problem, showPage, tokenField, type Content } from './layout.ts'
import { goOn, readCarried } from './next-page.ts'
import { picture } from './picture.ts'
import { eventFacts } from './wallet/event-facts.ts'

/**
 * The page behind the link in a recipient's mail: it shows the offered tickets, which the recipient accepts or declines
 * [XFER-03]. Opening it changes nothing, as mail programs open links too.
 */
export const transferPage = new Hono<ShopEnv>()

transferPage.get('/transfers/:token/', (c) => showTransfer(c, readCarried(c)?.message))

transferPage.post('/transfers/:token/accept/', (c) =>
  orSayWhy(c, async () => {
    const user = await signedIn(c)
    if (user) await acceptTransfer(c.var.db, c.req.param('token'), user)
  }),
)

transferPage.post('/transfers/:token/decline/', (c) =>
  orSayWhy(c, () => declineTransfer(c.var.db, c.req.param('token'))),
)

/** Answers a transfer and shows it again, or says why that cannot be done. */
async function orSayWhy(c: Context<ShopEnv>, answer: () => Promise<void>): Promise<Response> {
  try {
    await answer()
  } catch (error) {
    if (error instanceof HttpError && error.status !== 404)
      return goOn(c, pathOf(c), { message: error.message })
    throw error
  }
  return c.redirect(pathOf(c), 303)
}

const pathOf = (c: Context<ShopEnv>) => transferPath(c.req.param('token') ?? '')

async function signedIn(c: Context<ShopEnv>): Promise<User | undefined> {
  const { db, session } = c.var
  return session.userId ? findUser(db, session.userId) : undefined
}

async function showTransfer(c: Context<ShopEnv>, message = ''): Promise<Response> {
  const transfer = await readTransfer(c.var.db, c.req.param('token') ?? '')
  // Somebody else may have the link: it no longer tells who offered what.
  if (transfer.status === 'withdrawn') {
    const heading = headingOf(transfer, '')
    return showPage(c, {
      title: heading,
      status: 410,
      content: html`<h1>${heading}</h1>
        <p class="lead">
          If you expect tickets, look for a newer email with a link, or ask who offered them.
        </p>`,
    })
  }
  const sender = await readSender(c.var.db, transfer)
  const user = await signedIn(c)
  const heading = headingOf(transfer, sender.name)
  return showPage(c, {
    title: heading,
    status: message ? 409 : 200,
    content: html`<h1>${heading}</h1>
      ${problem(message)}
      <section class="stub">
        <div class="stub-body">
          ${picture(transfer.picture, { isFirst: true })}
          <div>
            <h2><a href="/events/${transfer.event_id}/">${eventTitle(transfer.title)}</a></h2>
            ${eventFacts(transfer)}
          </div>
        </div>
        <div class="stub-foot">
          <p>${ticketsOf(transfer)}, from ${emailText(sender.name)}</p>
          ${transfer.message && html`<p class="said">${transfer.message}</p>`}
        </div>
      </section>
      ${await answers[transfer.status](c, { transfer, sender, user })}`,
  })
}

function headingOf({ status, qty }: Transfer, sender: string): string {
  const [these, have, were, are] =
    qty === 1 ? ['This ticket', 'has', 'was', 'is'] : ['These tickets', 'have', 'were', 'are']
  return {
    offered: `${sender} sent you ${qty === 1 ? 'a ticket' : `${qty} tickets`}`,
    accepted: `${these} ${have} been accepted`,
    declined: `${these} ${were} declined`,
    cancelled: `${these} ${are} no longer available`,
    withdrawn: `${these} ${have} been taken back`,
  }[status]
}

interface Answered {
  transfer: Transfer
  sender: Sender
  user: User | undefined
}

const answers: Record<
  Exclude<Transfer['status'], 'withdrawn'>,
  (c: Context<ShopEnv>, answered: Answered) => Content | Promise<Content>
> = {
  offered: (c, { transfer, sender, user }) =>
    html`<section class="panel answer">
      ${user?.email === transfer.email ? acceptForm(c, transfer) : signInForm(c, transfer, user)}
      ${declineForm(c, transfer, sender)}
    </section>`,
  accepted: (c, { transfer, user }) =>
    user?.id === transfer.accepted_by ? showTickets(c, transfer) : elsewhere(transfer),
  declined: (_, { transfer: { qty }, sender }) =>
    html`<p class="lead">${keeps(sender, qty)}</p>
      <p>Changed your mind? Ask ${emailText(sender.name)} to send ${qty === 1 ? 'it' : 'them'} again.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">All events</a></p>`,
  cancelled: () => '',
}

const keeps = ({ name }: Sender, qty: number) => html`${emailText(name)} keeps ${qty === 1 ? 'it' : 'them'}.`

/** Asks before it declines, also without scripts. */
function declineForm(c: Context<ShopEnv>, { qty }: Transfer, sender: Sender): Content {
  return html`<details class="fold">
    <summary>${icon('forward', 18)} Decline ${qty === 1 ? 'this ticket' : 'these tickets'}</summary>
    <p>${keeps(sender, qty)}</p>
    <form class="actions" method="post" action="${pathOf(c)}decline/">
      ${tokenField(c)}
      <button class="button" data-look="secondary">Decline</button>
    </form>
  </details>`
}

async function showTickets(c: Context<ShopEnv>, transfer: Transfer): Promise<Content> {
  const ticketId = await firstAccepted(c.var.db, transfer)
  const wallet = '/account/wallet/'
  return html`<p class="lead">
      ${transfer.qty === 1 ? 'It is' : 'They are'} in <a href="${wallet}">your ticket wallet</a>.
    </p>
    <p>
      <a class="button" data-look="primary" href="${ticketId ? ticketPath(ticketId) : wallet}"
        >Show ${plural(transfer.qty, 'ticket')}</a
      >
    </p>`
}

function elsewhere({ qty, email }: Transfer): Content {
  return html`<p class="lead">${qty === 1 ? 'It is' : 'They are'} in the wallet of ${emailText(email)}.</p>
    <p><a class="alone" href="/signin/">Sign in to see your tickets</a></p>`
}

function acceptForm(c: Context<ShopEnv>, { qty }: Transfer): Content {
  return html`<p>
      ${
        qty === 1
          ? 'Accept it, and it moves to your ticket wallet with an entry code of its own.'
          : 'Accept them, and they move to your ticket wallet with entry codes of their own.'
      }
    </p>
    <form class="actions" method="post" action="${pathOf(c)}accept/">
      ${tokenField(c)}
      <button class="button" data-look="primary">Accept the ${plural(qty, 'ticket')}</button>
    </form>`
}

function signInForm(c: Context<ShopEnv>, { email, qty }: Transfer, user: User | undefined): Content {
  return html`<p>
      To accept ${qty === 1 ? 'it' : 'them'}, confirm that you are <strong>${emailText(email)}</strong>: we'll
      email you a code.${user && html` You are signed in as ${emailText(user.email)}.`}
    </p>
    <form class="actions" method="post" action="/signin/">
      ${tokenField(c)}
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="next" value="${pathOf(c)}" />
      <button class="button" data-look="primary">Send code</button>
    </form>`
}
