import { Hono } from 'hono'
import { html } from 'hono/html'

import type { ShopEnv } from '#server/http/env.ts'

import { showPage } from './layout.ts'

/** What to try in the sandbox, with the cards and codes it takes. */
export const sandboxHelpPage = new Hono<ShopEnv>()

const cards = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0025 0000 3155', 'asks you to confirm (3-D Secure), then is paid'],
  ['4000 0000 0000 0002', 'is declined: try another card after it'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
] as const

const walks = [
  ['late-film-club', 'The plainest order: account, then bank transfer or card'],
  ['lantern-evening', 'Questions before payment, refund protection, a child who needs an adult'],
  ['winter-supper', 'A charity: donation and Gift Aid'],
  ['night-run', 'Everything at once: charity, delivery, phone number, waiver, a message afterwards'],
  ['rooftop-sessions', 'Express: name, email and card on one screen'],
  ['harbour-open-day', 'Free tickets'],
  ['midwinter-strings', 'Delivery by post (the signed programme), 10 % off with EARLY10'],
  ['dawn-swim', 'Questions after payment'],
  ['paddle-in-cinema', 'A question and a waiver'],
  ['silent-films', 'Euros'],
  ['northern-lights-tour', 'A human check, a sold-out night and the last three seats'],
  ['mountain-evening', 'An organiser who cannot take money yet'],
] as const

sandboxHelpPage.get('/sandbox/', async (c) => {
  const titles = await c.var.db.selectFrom('events').select(['id', 'title']).execute()
  const titleOf = (id: string) => titles.find((event) => event.id === id)?.title ?? id
  return showPage(c, {
    title: 'Sandbox: what to try',
    content: html`<p class="eyebrow">Sandbox</p>
      <h1>What to try</h1>
      <p class="lead">No real money moves and no mail leaves this machine. Everything else is real.</p>
      <div class="prose">
        <h2>Mails and one-time codes</h2>
        <p>Every mail lands in the <a href="/sandbox/outbox/">outbox</a>, codes on top.</p>

        <h2>Cards</h2>
        <table>
          <caption class="visually-hidden">
            Test cards
          </caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            ${cards.map(
              ([number, effect]) =>
                html`<tr>
                  <td><code>${number}</code></td>
                  <td>${effect}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p>Any date to come, any three digits. Real cards are refused.</p>

        <h2>Bank transfer</h2>
        <p>The sandbox’s bank asks you whether to pay, to cancel or to fail.</p>

        <h2>Ways through the checkout</h2>
        <dl>
          ${walks.map(
            ([id, text]) =>
              html`<dt><a href="/events/${id}/">${titleOf(id)}</a></dt>
                <dd>${text}</dd>`,
          )}
          <dt><a href="/gift-vouchers/">Gift vouchers</a></dt>
          <dd>Buy one, or pay with <code>GIFT-25-HARBOUR</code> at Harbour Arts</dd>
        </dl>

        <h2>Codes</h2>
        <p>
          <code>EARLY10</code> for Midwinter Strings; <code>QUAY10</code>, <code>TWOEACH</code> and
          <code>FIVEROFF</code> for Harbour Arts; <code>MATINEE</code> for Canal Cinema.
        </p>

        <h2>Time</h2>
        <p>
          A basket is held for ten minutes. To see it run out now, move the shop’s clock: run
          <code>curl -X POST ${c.var.config.origin}/sandbox/clock -d '{"seconds":600}'</code>.
        </p>
      </div>`,
  })
})
