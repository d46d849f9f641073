import type { Context } from 'hono'
import { html } from 'hono/html'

import type { User } from '#server/accounts/users.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'
import { readOwnPlans, sumOf, type OwnPlan } from '#server/payments/plans/own-plans.ts'
import { planStanding } from '#server/payments/plans/plan-standing.ts'
import type { Instalment } from '#server/payments/plans/read-plan.ts'
import { eventHasBegun } from '#server/payments/instalments/pay-overdue.ts'
import { readSavedCards, type SavedCardInUse } from '#server/payments/plans/saved-cards.ts'

import { detailsForm, detailsOf, type TypedDetails } from './account-details.ts'
import { notices, type Notice } from './account-requests.ts'
import { cardName, expiryOf } from './card-text.ts'
import { emailText } from './email-text.ts'
import { icon } from './icon.ts'
import { problem, showPage, tokenField, type Content } from './layout.ts'
import { groupedReference } from './wallet/grouped-reference.ts'
import { wholeDates } from './whole-dates.ts'

/** Renders the account page, with the message of an action that failed, or with details that were refused. */
export async function showAccount(
  c: Context<PaymentEnv>,
  user: User,
  message = '',
  typed?: TypedDetails,
): Promise<Response> {
  const { db } = c.var
  const [plans, cards] = [await readOwnPlans(db, user), await readSavedCards(db, user.id)]
  const done = c.req.query('done') ?? ''
  return showPage(c, {
    title: 'Account settings',
    width: 'wide',
    status: typed ? 422 : message ? 409 : 200,
    content: html`<div class="title-row">
        <h1>Account settings</h1>
        <a href="/account/wallet/">Ticket wallet</a>
      </div>
      ${problem(message)} ${message || typed ? '' : success(done)}
      <div class="panel settings">
        <div class="account-row">
          ${icon('mail')}
          <p><span class="quiet small">Signed in as</span> <strong>${emailText(user.email)}</strong></p>
          <form method="post" action="/signout/">
            ${tokenField(c)}
            <button class="link">Sign out</button>
          </form>
        </div>
        <section>
          <h2>Your details</h2>
          ${detailsForm(c, typed ?? detailsOf(user))}
        </section>
        <section>
          <h2>Payment plans</h2>
          ${
            plans.length
              ? html`<ul role="list">
                  ${plans.map((plan) => planView(c, plan))}
                </ul>`
              : nothingYet('You have no payment plans. What you pay in instalments is listed here.')
          }
        </section>
        <section>
          <h2>Saved cards</h2>
          ${
            cards.length
              ? html`<ul role="list">
                  ${cards.map((card) => cardView(c, card))}
                </ul>`
              : nothingYet('You have no saved cards. The card of a payment plan is saved here.')
          }
        </section>
      </div>`,
  })
}

const nothingYet = (words: string) => html`<p class="quiet">${words}</p>`

function success(done: string): Content {
  return Object.hasOwn(notices, done)
    ? html`<p class="notice" data-look="success" role="status">
        ${icon('check')} ${notices[done as Notice]}
      </p>`
    : ''
}

function planView(c: Context<PaymentEnv>, own: OwnPlan) {
  const { plan, sale, titles, instalments, currency, isOver } = own
  return html`<li class="plan" id="plan-${plan.sale_id}">
    <header>
      <h3>${titles.join(', ')}</h3>
      ${sale.order_reference && html`<a class="alone small" href="${orderPath(sale.order_reference)}"><span>Order ${groupedReference(sale.order_reference)}</span></a>`}
    </header>
    ${overdueView(c, own)} ${standOf(own)}
    <div class="table" data-look="plan">
      <table>
        <caption class="visually-hidden">
          Payments of order ${sale.order_reference}
        </caption>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${instalments.map(
            (instalment) =>
              html`<tr>
                <td>${niceDay(instalment.due_at)}</td>
                <td>${money(instalment.amount, currency)}</td>
                <td>${statusOf(own, instalment)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>${money(sumOf(instalments), currency)}</td>
            <td></td>
          </tr>
        </tfoot>
      </table>
    </div>
    ${plan.status === 'cancelled' ? html`<p>The order was refunded. You owe nothing.</p>` : ''}
    ${
      plan.status === 'completed' || isOver
        ? ''
        : html`<div class="title-row">
            <p>Paid with ${cardName(plan)}<span class="quiet">, ${expiryOf(plan)}</span></p>
            <a href="/account/plans/${plan.sale_id}/card/"
              >Use another card<span class="visually-hidden"> for order ${sale.order_reference}</span></a
            >
          </div>`
    }
  </li>`
}

/** Says how much of a plan is paid, and what is due next; nothing once a payment failed, which `overdueView` tells. */
function standOf(own: OwnPlan): Content {
  if (own.isOver || own.overdue.length) return ''
  return html`<p>${own.plan.status === 'completed' ? icon('check') : ''} ${wholeDates(planStanding(own))}</p>`
}

function overdueView(
  c: Context<PaymentEnv>,
  { plan, overdue, currency, isOver, organisers }: OwnPlan,
): Content {
  if (overdue.length === 0) return ''
  if (isOver)
    return html`<p class="notice" data-look="danger">
      ${icon('error')}
      <span>
        We could not charge your card. ${eventHasBegun}
        ${organisers.map(({ id, name }) => html`<a href="/organisers/${id}/">Contact ${name}</a> `)}
      </span>
    </p>`
  const total = money(sumOf(overdue), currency)
  return html`<p class="notice" data-look="danger">
      ${icon('error')}
      <span>
        ${
          plan.status === 'stopped'
            ? html`We could not charge your card and have stopped trying. Your tickets are not released. Pay
              ${total} and the plan goes on.`
            : html`${total} is due and not paid yet. Pay it now, or use another card.`
        }
      </span>
    </p>
    <form class="stack" method="post" action="/account/plans/${plan.sale_id}/pay/">
      ${tokenField(c)}
      <button class="button" data-look="primary">Pay ${total} now with ${cardName(plan)}</button>
    </form>`
}

function statusOf({ plan, overdue }: OwnPlan, instalment: Instalment): Content {
  if (instalment.payment_id) return html`<span class="mark" data-look="success">Paid</span>`
  const isOverdue = overdue.some(({ id }) => id === instalment.id)
  if (!isOverdue) return html`<span class="quiet">To be charged</span>`
  if (plan.status === 'stopped' || instalment.tries === 0)
    return html`<span class="mark" data-look="danger">Not paid</span>`
  return html`<span class="mark" data-look="danger">Failed.</span> We try again on
    ${niceDay(instalment.next_try_at)}`
}

function cardView(c: Context<PaymentEnv>, card: SavedCardInUse) {
  const name = cardName(card)
  return html`<li class="saved-card">
    <div>
      <strong>${name}</strong>, ${expiryOf(card)}
      ${card.is_default ? html`<span class="mark">Default</span>` : ''}
      ${
        card.isUsed
          ? html`<p class="quiet small">
              A payment plan uses it: to remove it, choose another card for the plan.
            </p>`
          : ''
      }
    </div>
    <div class="actions">
      ${
        card.is_default
          ? ''
          : html`<form method="post" action="/account/cards/${card.id}/default/">
              ${tokenField(c)}
              <button class="link">Make default<span class="visually-hidden"> ${name}</span></button>
            </form>`
      }
      ${
        card.isUsed
          ? ''
          : html`<form method="post" action="/account/cards/${card.id}/remove/">
              ${tokenField(c)}
              <button class="link">Remove<span class="visually-hidden"> ${name}</span></button>
            </form>`
      }
    </div>
  </li>`
}
