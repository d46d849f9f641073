import { randomUUID } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import type { User } from '#server/accounts/users.ts'
import { money } from '#server/catalogue/price-text.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readId } from '#server/http/input.ts'
import { countTry } from '#server/http/rate-limits.ts'
import { shopAddress } from '#server/http/shop-address.ts'
import type { Conclusion } from '#server/payments/attempts/conclusion.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'
import {
  chooseNewCard,
  chooseSavedCard,
  finishNewCard,
  type CardChange,
} from '#server/payments/plans/change-card.ts'
import { findOwnPlan, sumOf, type OwnPlan } from '#server/payments/plans/own-plans.ts'
import { payOverdue, settleOpenPayment } from '#server/payments/instalments/pay-overdue.ts'
import { readSavedCards } from '#server/payments/plans/saved-cards.ts'
import { inTime, type Deadline } from '#server/payments/settling/reply-in-time.ts'

import { askToSignIn, backToAccount, idIn, orSayWhy, signedIn } from './account-requests.ts'
import { assets } from './assets.ts'
import { cardName, expiryOf } from './card-text.ts'
import { choice } from './choice.ts'
import { problem, showPage, tokenField, type Content } from './layout.ts'
import { goOn, readCarried } from './next-page.ts'
import { groupedReference } from './wallet/grouped-reference.ts'

/** Pays what is overdue of an instalment plan, and changes the card that pays it. */
export const planPage = new Hono<PaymentEnv>()

planPage.get('/account/plans/:id/card/', (c) =>
  withPlan(c, (user, plan) => askCard(c, user, plan, readCarried(c)?.message)),
)

planPage.post('/account/plans/:id/card/', (c) =>
  withPlan(c, (user, plan) =>
    orSayWhy(
      (message) => askCardAgain(c, plan, message),
      async () => {
        const choice = readId(c.var.form, 'card')
        await limit(c, user)
        return inTime(c.var, async (deadline) => {
          if (choice !== 'new') await chooseSavedCard(c.var, user.id, plan.plan, choice)
          else {
            const saving = await chooseNewCard(c.var, user.id, plan.plan, {
              methodId: readId(c.var.form, 'payment_method_id'),
              key: readId(c.var.form, 'key'),
              returnUrl: addressOf(c, plan, 'card-saved'),
            })
            if (saving.status !== 'chosen') return unsaved(c, plan, saving)
          }
          return payWhatIsDue(c, plan, deadline, 'card')
        })
      },
    ),
  ),
)

planPage.get('/account/plans/:id/card-saved/', (c) =>
  withPlan(c, (user, plan) =>
    orSayWhy(
      (message) => askCardAgain(c, plan, message),
      () =>
        inTime(c.var, async (deadline) => {
          const setup = c.req.query('setup_intent') ?? ''
          if (!/^\w{1,100}$/.test(setup)) throw new HttpError(409, notSaved)
          const saving = await finishNewCard(c.var, user.id, plan.plan, setup)
          if (saving.status !== 'chosen') return unsaved(c, plan, saving)
          return payWhatIsDue(c, plan, deadline, 'card')
        }),
    ),
  ),
)

planPage.post('/account/plans/:id/pay/', (c) =>
  withPlan(c, (user, plan) =>
    orSayWhy(
      (message) => goOn(c, '/account/', { message }),
      async () => {
        await limit(c, user)
        return inTime(
          c.var,
          (deadline) => payWhatIsDue(c, plan, deadline, 'paid'),
          async () => goOn(c, '/account/', { message: beingChecked }),
        )
      },
    ),
  ),
)

planPage.get('/account/plans/:id/paid/', (c) =>
  withPlan(c, (user, plan) =>
    orSayWhy(
      (message) => goOn(c, '/account/', { message }),
      async () => {
        await inTime(c.var, () => settleOpenPayment(c.var, plan.plan.sale_id))
        const { overdue } = await findOwnPlan(c.var.db, user, plan.plan.sale_id)
        return overdue.length ? goOn(c, '/account/', { message: notPaid }) : backToAccount(c, 'paid')
      },
    ),
  ),
)

const notSaved = 'Your card could not be saved. Please try again, or use another card'
const beingChecked = 'We are checking your payment. Please look again in a minute'
const notPaid = 'Your payment was not completed. You can try again, or use another card'

/** Runs an action on the plan in the address. A plan of somebody else is a 404. */
async function withPlan(
  c: Context<PaymentEnv>,
  work: (user: User, plan: OwnPlan) => Promise<Response>,
): Promise<Response> {
  const user = await signedIn(c)
  if (!user) return askToSignIn(c)
  return work(user, await findOwnPlan(c.var.db, user, idIn(c)))
}

/** Keeps a stolen account from trying cards. Throws `HttpError` 429. */
async function limit({ var: { db, config } }: Context<PaymentEnv>, { id }: User): Promise<void> {
  const isAllowed = await countTry(db, config.secrets.codePepper, [
    { what: 'plan card', who: id, max: 20, withinSeconds: 24 * 60 * 60 },
  ])
  if (!isAllowed) throw new HttpError(429, 'You have tried too often. Please try again tomorrow')
}

/** Charges what is overdue to the plan's card, and goes on to the account page or to the buyer's bank. */
async function payWhatIsDue(
  c: Context<PaymentEnv>,
  { plan }: OwnPlan,
  deadline: Deadline,
  done: 'card' | 'paid',
): Promise<Response> {
  const conclusion = await payOverdue(c.var, plan.sale_id, addressOf(c, { plan }, 'paid'), deadline)
  if (conclusion.status === 'success') return backToAccount(c, done)
  if (conclusion.status === 'redirect_to_url') return c.redirect(conclusion.url, 303)
  return goOn(c, '/account/', { message: messageOf(conclusion) })
}

function messageOf(conclusion: Extract<Conclusion, { status: 'pending' | 'unsuccessful' }>): string {
  return conclusion.status === 'pending' ? beingChecked : conclusion.message
}

function unsaved(
  c: Context<PaymentEnv>,
  plan: OwnPlan,
  saving: Exclude<CardChange, { status: 'chosen' }>,
): Response {
  return saving.status === 'action'
    ? c.redirect(saving.url, 303)
    : askCardAgain(c, plan, saving.message || notSaved)
}

/** Goes back to the form of the card, which says why the card was not taken. */
function askCardAgain(c: Context<PaymentEnv>, { plan }: OwnPlan, message: string): Response {
  return goOn(c, `/account/plans/${plan.sale_id}/card/`, { message })
}

function addressOf(c: Context<PaymentEnv>, { plan }: Pick<OwnPlan, 'plan'>, page: 'card-saved' | 'paid') {
  return `${shopAddress(c)}/account/plans/${plan.sale_id}/${page}/`
}

async function askCard(
  c: Context<PaymentEnv>,
  user: User,
  { plan, sale, titles, overdue, currency, isOver }: OwnPlan,
  message = '',
): Promise<Response> {
  if (plan.status === 'completed' || isOver) throw new HttpError(404, 'There is no such payment plan')
  const cards = (await readSavedCards(c.var.db, user.id)).filter(
    ({ provider, account, provider_method_id }) =>
      provider === plan.provider &&
      account === plan.account &&
      provider_method_id !== plan.provider_method_id,
  )
  const { publishableKey, script } = c.var.providers.cards
  const due = overdue.length ? ` and pay ${money(sumOf(overdue), currency)} now` : ''
  return showPage(c, {
    title: 'Use another card',
    status: message ? 422 : 200,
    content: html`<div class="title-row">
        <h1>Use another card</h1>
        <a href="/account/">Back to account settings</a>
      </div>
      <p class="lead">${titles.join(', ')}, order ${groupedReference(sale.order_reference ?? '')}</p>
      <p>
        The remaining payments are charged to ${cardName(plan)}. Choose the card that pays them from now on.
        What you agreed to does not change: the same amounts on the same days.
      </p>
      <form
        class="panel stack"
        method="post"
        action="/account/plans/${plan.sale_id}/card/"
        data-card-form
        data-key="${publishableKey}"
        data-account="${plan.account}"
        data-script="${script || 'https://js.stripe.com/v3/'}"
      >
        ${tokenField(c)} ${problem(message)}
        <input type="hidden" name="key" value="${randomUUID()}" />
        <input type="hidden" name="payment_method_id" value="" />
        ${cards.length ? cardChoice(cards) : html`<input type="hidden" name="card" value="new" />`}
        <noscript>
          <p class="quiet">
            To type a new card, allow scripts for this page: the card fields belong to the payment provider.
          </p>
        </noscript>
        ${newCard()}
        <button class="button" data-look="primary" ${cards.length ? '' : html`data-needs-script hidden`}>
          Use this card${due}
        </button>
      </form>
      <script type="module" src="${assets.cardScript.path}"></script>`,
  })
}

/** The saved cards, and a new one, which needs the script. */
function cardChoice(cards: Awaited<ReturnType<typeof readSavedCards>>): Content {
  return html`<fieldset class="stack card-choice">
    <legend>Card</legend>
    ${cards.map((card, index) =>
      choice({
        name: 'card',
        value: card.id,
        label: html`${cardName(card)}<span class="quiet">, ${expiryOf(card)}</span>`,
        isChecked: index === 0,
      }),
    )}
    ${choice({
      name: 'card',
      value: 'new',
      label: 'New card',
      isChecked: false,
      attributes: html`data-new-card hidden`,
    })}
  </fieldset>`
}

/** The provider's fields; the script shows them. */
function newCard(): Content {
  const field = (name: string, label: string) =>
    html`<div class="card-field">
      <label for="${name}">${label}</label>
      <div class="card-frame" id="${name}"></div>
      <p class="card-problem" role="alert" data-problem="${name}"></p>
    </div>`
  return html`<div class="card-fields" role="group" aria-label="Card details" data-fields hidden>
    ${field('cardNumber', 'Card number')} ${field('cardExpiry', 'Expiry date')}
    ${field('cardCvc', 'Security code')}
    <p class="quiet small">Your card details go straight to Stripe. We never see the number.</p>
    <p class="card-problem" role="alert" data-problem="form"></p>
  </div>`
}
