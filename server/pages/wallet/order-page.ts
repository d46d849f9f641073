import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod'

import { findUser } from '#server/accounts/users.ts'
import { findWaivers, type SaleWaivers } from '#server/buyer/waivers.ts'
import { giftNames } from '#server/basket/gift-names.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { postedTo } from '#server/basket/posted-to.ts'
import { niceDate } from '#server/catalogue/dates.ts'
import { sendTicketsAgain } from '#server/delivery/send-again.ts'
import { cancelTransfer, correctTransfer } from '#server/delivery/transfers/change-offer.ts'
import { readTransferable } from '#server/delivery/transfers/transferable-tickets.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readEmail, readRequiredName } from '#server/http/input.ts'
import { madeFile } from '#server/http/made-file.ts'
import { emailText } from '#server/pages/email-text.ts'
import { icon } from '#server/pages/icon.ts'
import { problem, showPage, tokenField, type Content } from '#server/pages/layout.ts'
import { goOn, readCarried } from '#server/pages/next-page.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { orderAmounts } from '#server/payments/orders/receipt.ts'
import { hasOwnPlan, planPath, readPlanStandings } from '#server/payments/plans/own-plans.ts'
import type { PassProvider } from '#server/providers/wallet-passes/pass-provider.ts'
import { paymentRows, toBePaid } from '#server/wallet/order-amounts.ts'
import { readReference } from '#server/wallet/order-reference.ts'
import { readOwner } from '#server/wallet/owner.ts'
import { invoiceFile, ticketsFile } from '#server/wallet/pdf/pdf-files.ts'
import { printedTickets } from '#server/wallet/pdf/ticket-pdf.ts'
import { findOrder, type Order } from '#server/wallet/read-order.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'
import { plural } from '#src/lib/plural.ts'
import { whySeatedStay } from '#src/order/rules/not-transferable.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

import { amountTable, linesTable } from './amount-tables.ts'
import { fitting } from './fitting.ts'
import { offerForm } from './offer-form.ts'
import { offeredNotice, offerFromForm } from './offer-tickets.ts'
import { transferNotice, transfersView, type TransferNotice } from './order-transfers.ts'
import {
  atFields,
  notRedrawn,
  problemsOf,
  redrawnSchema,
  refused,
  typedEntry,
  type Redrawn,
} from './redrawn.ts'
import { byDate, eventStub } from './event-stub.ts'
import { groupedReference } from './grouped-reference.ts'
import { notFound } from './not-found.ts'
import { planProgress } from './plan-progress.ts'
import { sendFile } from '#server/http/send-file.ts'

/** A page for each order: its tickets, amounts and transfers; also as PDF. */
export function orderPage(passes: PassProvider[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()

  routes.get('/account/orders/:reference/', async (c) => {
    const order = await ownOrder(c)
    return order ? showOrder(c, passes, order) : notFound(c)
  })

  routes.get('/account/orders/:reference/tickets.pdf', async (c) => {
    const order = await ownOrder(c)
    if (!order) return notFound(c)
    const tickets = printedTickets(order.tickets)
    if (tickets.length === 0) return notFound(c)
    const { reference, sale } = order
    const title = `Tickets of order ${reference}`
    const content = await madeFile(c, ticketsFile(tickets, title, sale.paid_at ?? new Date(0)))
    return sendFile(c, { filename: `tickets-${reference}.pdf`, contentType: 'application/pdf', content })
  })

  routes.get('/account/orders/:reference/invoice.pdf', async (c) => {
    const order = await ownOrder(c)
    if (!order) return notFound(c)
    const content = await madeFile(c, invoiceFile(order, c.var.config.address))
    return sendFile(c, {
      filename: `invoice-${order.reference}.pdf`,
      contentType: 'application/pdf',
      content,
    })
  })

  routes.post('/account/orders/:reference/resend/', async (c) => {
    const order = await ownOrder(c)
    if (!order) return backToOrder(c)
    try {
      await sendTicketsAgain(c.var, order.sale.id)
    } catch (error) {
      if (error instanceof HttpError) return redraw(c, passes, order, refused('', [], error))
      throw error
    }
    return c.redirect(`${orderPath(order.reference)}?sent=1`, 303)
  })
  routes.post('/account/orders/:reference/transfers/', async (c) => {
    const order = await ownOrder(c)
    if (!order) return backToOrder(c)
    const result = await offerFromForm(c, order)
    return 'offered' in result
      ? goOn(c, orderPath(order.reference), { offeredTo: JSON.stringify(result.offered) })
      : redraw(c, passes, order, result)
  })

  routes.post('/account/orders/:reference/transfers/:id/cancel/', (c) =>
    changeTransfer(c, passes, 'cancelled', ({ sale }, id) => cancelTransfer(c.var.db, sale.id, id)),
  )

  routes.post('/account/orders/:reference/transfers/:id/correct/', (c) =>
    changeTransfer(c, passes, 'corrected', ({ sale }, id) =>
      correctTransfer(c.var, sale.id, id, {
        name: readRequiredName(c.var.form, 'name', longest.name),
        email: readEmail(c.var.form, 'email'),
      }),
    ),
  )

  routes.post('/account/orders/:reference/transfers/:id/again/', (c) =>
    changeTransfer(c, passes, 'sent-again', ({ sale, transfers }, id) => {
      const offer = transfers.find((one) => one.id === id)
      if (!offer) throw new HttpError(409, 'This offer was sent again or corrected already')
      return correctTransfer(c.var, sale.id, id, offer)
    }),
  )
  return routes
}

/** Changes an offer of an order, and shows the order with what was done, or why it is refused. */
async function changeTransfer(
  c: Context<ShopEnv>,
  passes: PassProvider[],
  done: 'cancelled' | 'corrected' | 'sent-again',
  change: (order: Order, id: string) => Promise<void>,
): Promise<Response> {
  const order = await ownOrder(c)
  if (!order) return backToOrder(c)
  const id = c.req.param('id') ?? ''
  const isUnsent = order.transfers.some((offer) => offer.id === id && offer.is_unsent)
  try {
    await change(order, id)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 404) throw error
    return redraw(
      c,
      passes,
      order,
      c.var.form.name === undefined ? refused('', [], error) : refusedChange(c, id, error),
    )
  }
  const notice: TransferNotice = isUnsent && done !== 'sent-again' ? `${done}-gift` : done
  return c.redirect(`${orderPath(order.reference)}?${new URLSearchParams({ transfer: notice })}`, 303)
}

/** What is shown again of an offer that was not corrected. */
function refusedChange({ var: { form } }: Context<ShopEnv>, id: string, error: HttpError): Redrawn {
  const entries = [{ ...typedEntry(form), qty: 1 }]
  const problems = error.status === 422 ? problemsOf(entries, () => id) : {}
  return Object.keys(problems).length > 0 ? atFields(id, entries, problems) : refused(id, entries, error)
}

/** Redirects a form to the page of its order, which says that it is not shown to this visitor. */
function backToOrder(c: Context<ShopEnv>): Response {
  return c.redirect(orderPath(encodeURIComponent(c.req.param('reference') ?? '')), 303)
}

/** So many bytes of what was typed leave room for others in an address, and in the head of an answer. */
const mostInAddress = 1_500

/** Goes on to the page of an order, which shows a form again; in place if what was typed is too long for an address. */
function redraw(c: Context<ShopEnv>, passes: PassProvider[], order: Order, redrawn: Redrawn) {
  const carried = { redrawn: JSON.stringify(redrawn) }
  return Buffer.byteLength(JSON.stringify(carried)) < mostInAddress
    ? goOn(c, orderPath(order.reference), carried)
    : showOrder(c, passes, order, { redrawn, offeredTo: [] })
}

async function ownOrder(c: Context<ShopEnv>): Promise<Order | undefined> {
  const { db, session } = c.var
  const reference = readReference(c.req.param('reference') ?? '')
  return reference ? findOrder(db, await readOwner(db, session), reference) : undefined
}

async function showOrder(
  c: Context<ShopEnv>,
  passes: PassProvider[],
  order: Order,
  carried: Carried = readForm(c),
) {
  const { reference, sale, tickets, buyer } = order
  const left = (await readTransferable(c.var.db, sale.id)).filter((line) => line.left > 0)
  const redrawn = fitting(carried.redrawn, order, left)
  const { why, status } = redrawn
  const [plan] = await readPlanStandings(c.var.db, [sale.id])
  const { lines, totals } = orderAmounts(order.basket)
  const path = orderPath(reference)
  return showPage(c, {
    title: `Order ${reference}`,
    status,
    parts: 'wallet',
    content: html`<div class="title-row">
        <a class="back" href="/account/wallet/">${icon('back')} Ticket wallet</a>
      </div>
      <div class="order-head">
        <h1>Order ${groupedReference(reference)}</h1>
        <button class="link" data-copy="${reference}" hidden>
          ${icon('copy')} <span data-label>Copy<span class="visually-hidden"> reference</span></span>
        </button>
      </div>
      <p class="quiet">
        ${sale.paid_at && wholeDates(niceDate(sale.paid_at))}${buyer && html`, ${emailText(buyer.email)}`}
      </p>
      ${problem(why)} ${status === 200 && c.req.query('sent') === '1' ? sentNotice(order) : ''}
      ${transferNotice(c.req.query('transfer') ?? '')} ${offeredNotice(order, carried.offeredTo)}
      <div class="order">
        <div>
          ${byDate(tickets).map((date, index) => eventStub(date, { passes, isFirst: index === 0, linksOrder: false, offers: order.transfers }))}
          ${giftVouchers(order)} ${transfersView(c, order, redrawn)} ${offerForm(c, order, left, redrawn)}
          ${tickets.some(isSeatedToCome) ? html`<p class="quiet">${whySeatedStay}</p>` : ''}
        </div>
        <section class="panel">
          <h2>${order.unpaid.length > 0 ? 'What you pay' : 'What you paid'}</h2>
          ${plan ? planProgress(plan) : ''} ${linesTable(lines)} ${amountTable('Summary', totals)}
          ${amountTable('Payments', [...paymentRows(order), ...toBePaid(order)])}
        </section>
        ${orderLinks(c, order, path, await hasPlan(c, order), await waiversOf(c, order))}
      </div>`,
  })
}

const isSeatedToCome = ({ seat, state, is_past, admitted_at }: WalletTicket) =>
  seat && state === 'ready' && !is_past && !admitted_at

/** What the page has to know of the form before it: what it shows again, or to whom tickets were offered. */
interface Carried {
  redrawn: Redrawn
  offeredTo: string[]
}

/** Reads what a form has carried to the page; an earlier release may have carried something else. */
function readForm(c: Context<ShopEnv>): Carried {
  const { redrawn = '{}', offeredTo = '[]' } = readCarried(c) ?? {}
  return {
    redrawn: redrawnSchema.safeParse(JSON.parse(redrawn)).data ?? notRedrawn,
    offeredTo: z.array(z.string()).safeParse(JSON.parse(offeredTo)).data ?? [],
  }
}

function sentNotice({ buyer }: Order): Content {
  return html`<p class="notice" data-look="success" role="status">
    ${icon('check')} <span>We have sent the email to ${emailText(buyer?.email ?? '')} again.</span>
  </p>`
}

/** Who the order's gift vouchers are from and for, and where they are posted; '' for none. */
function giftVouchers({ sale, basket }: Order): Content {
  const count = basket.vouchers.reduce((sum, { qty }) => sum + qty, 0)
  if (count === 0) return ''
  const posted = postedTo(basket)
  const facts = [...giftNames(sale), ...(posted ? [{ name: 'Posted to', value: posted }] : [])]
  return html`<section class="panel gift">
    <h2>Your gift ${plural(count, 'voucher')}</h2>
    <dl>
      ${facts.map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p>
      <a class="alone" href="/account/wallet/"
        >See ${count === 1 ? 'its code' : 'their codes'} in your ticket wallet</a
      >
    </p>
  </section>`
}

/** Whether the order has a payment plan that its visitor can open: they are signed in as its buyer. */
async function hasPlan({ var: { db, session } }: Context<ShopEnv>, { sale }: Order): Promise<boolean> {
  const user = session.userId && (await findUser(db, session.userId))
  return !!user && hasOwnPlan(db, user, sale.id)
}

/** The activity terms of an order, while somebody may still take part. */
const waiversOf = async ({ var: { db, session } }: Context<ShopEnv>, { sale, tickets }: Order) =>
  sale.reference && tickets.some(({ is_refunded, is_past }) => !is_refunded && !is_past)
    ? findWaivers(db, session, sale.reference)
    : null

/** Renders the ways to the plan and the activity terms of an order, its papers, the way to its email if that is lost, and whom to ask. */
function orderLinks(
  c: Context<ShopEnv>,
  { sale, tickets, buyer, basket }: Order,
  path: string,
  isOnPlan: boolean,
  waivers: SaleWaivers | null,
) {
  const printed = printedTickets(tickets)
  return html`<ul class="panel links" role="list">
    ${
      isOnPlan
        ? html`<li>
            <a href="${planPath(sale.id)}"
              >${icon('calendar')} <span>Payment plan <small>Dates, amounts and your card</small></span></a
            >
          </li>`
        : ''
    }
    ${
      waivers
        ? html`<li>
            <a href="/activity-terms-and-conditions/${sale.reference}/"
              >${icon('check')}
              <span>Activity terms <small>Everyone taking part must accept them</small></span></a
            >
          </li>`
        : ''
    }
    ${
      printed.length
        ? html`<li>
            <a href="${path}tickets.pdf"
              >${icon('file')} <span>Save ${printedWords(printed.length, tickets.length)} as PDF</span></a
            >
          </li>`
        : ''
    }
    <li>
      <a href="${path}invoice.pdf">${icon('file')} <span>Invoice (PDF)</span></a>
    </li>
    ${
      buyer
        ? html`<li>
            <form method="post" action="${path}resend/">
              ${tokenField(c)}
              <button>
                ${icon('mail')} <span>Send the email again <small>To ${emailText(buyer.email)}</small></span>
              </button>
            </form>
          </li>`
        : ''
    }
    ${basket.organisers.map(
      ({ id, name }) =>
        html`<li>
          <a href="/organisers/${id}/">${icon('ask')} <span>Ask ${name} about this order</span></a>
        </li>`,
    )}
  </ul>`
}

/** Names the tickets of a PDF, with how many they are if the order has several. */
function printedWords(count: number, all: number): string {
  return all === 1 ? 'the ticket' : `${count} ${plural(count, 'ticket')}`
}
