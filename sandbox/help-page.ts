import { Hono } from 'hono'
import { html } from 'hono/html'

import type { ShopEnv } from '#server/http/env.ts'

import { showPage } from '#server/pages/layout.ts'

/** Sandbox guide: examples to try, test cards and codes. */
export const helpPage = new Hono<ShopEnv>()

const cards = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0025 0000 3155', 'asks you to confirm (3-D Secure), then is paid'],
  [
    '4000 0027 6000 3184',
    'asks you to confirm; later instalments are declined because you are not there to confirm',
  ],
  ['4000 0000 0000 0341', 'is paid, but later instalments are declined'],
  ['4000 0000 0000 0077', 'is paid after twenty seconds'],
  ['4000 0000 0000 0119', "is paid, but the shop's first request gets no reply"],
  ['4000 0000 0000 0002', 'is declined; then try another card'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
] as const

const examples = [
  ['late-film-club', 'The simplest order: account, then bank transfer or card'],
  ['lantern-evening', 'Questions before payment, refund protection, a child who needs an adult'],
  ['winter-supper', 'A charity: donation and Gift Aid'],
  ['night-run', 'Everything at once: charity, delivery, phone number, waiver, a message afterwards'],
  ['the-tempest', 'Numbered seats in a theatre; the Saturday is almost sold out'],
  ['winter-arena', 'Numbered seats in an arena of two thousand'],
  ['potters-wheel', 'Card payment through Square'],
  ['rooftop-sessions', 'Express checkout: name, email and card on one screen'],
  ['harbour-open-day', 'Free tickets'],
  ['midwinter-strings', 'Delivery by post (the signed programme), 10 % off with EARLY10'],
  ['dawn-swim', 'Questions after payment'],
  ['sailing-week', 'Payment in instalments'],
  ['paddle-in-cinema', 'A question and a waiver'],
  ['silent-films', 'Euros'],
  ['northern-lights-tour', 'A captcha, a sold-out night and the last three seats'],
  ['abbey-by-moonlight', 'A waiting room; docs/sandbox.md tells how to fill it'],
  ['mountain-evening', 'An organiser without a payment provider'],
] as const

helpPage.get('/sandbox/', async (c) => {
  const titles = await c.var.db.selectFrom('events').select(['id', 'title']).execute()
  const titleOf = (id: string) => titles.find((event) => event.id === id)?.title ?? id
  return showPage(c, {
    title: 'Sandbox: what to try',
    content: html`<p class="eyebrow">Sandbox</p>
      <h1>What to try</h1>
      <p class="lead">No real money moves and no emails are sent. Everything else is real.</p>
      <div class="prose">
        <h2>Emails and one-time codes</h2>
        <p>All emails are shown in the <a href="/sandbox/outbox/">outbox</a>, newest first.</p>

        <h2>The statecharts</h2>
        <p>
          What can happen at each step of the checkout is <a href="/statechart/">drawn in plain words</a>.
          What the page asks of a back-end is <a href="/api/">listed call by call</a>.
        </p>

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
        <p>Use any future expiry date and any three-digit security code. Real cards are declined.</p>
        <p>“Sandbox wallet” stands for Apple Pay, Google Pay or Link, with a choice of these cards.</p>

        <h2>Bank transfer</h2>
        <p>The simulated bank lets you pay, cancel or decline.</p>

        <h2>Examples to try</h2>
        <dl>
          ${examples.map(
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
          A basket is held for ten minutes. To see it expire now, move the shop's clock:
          <code>curl -X POST ${c.var.config.origin}/sandbox/clock -d '{"seconds":600}'</code>.
        </p>
      </div>`,
  })
})
