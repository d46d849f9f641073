import { Hono } from 'hono'
import { html } from 'hono/html'

import type { Config } from '#server/config.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { showPage } from '#server/pages/layout.ts'

import { contact } from './contact.ts'
import { acceptedCookies, neededCookies } from './cookies.ts'
import { measuringOf } from './measuring.ts'
import { recipientsOf } from './recipients.ts'
import { unlessReplaced } from './unless-replaced.ts'

/** Privacy notice: what the shop stores, for how long, and who gets it. It says what docs/operations.md says to the owner. */
export const privacyPage = new Hono<ShopEnv>()

privacyPage.get('/privacy/', unlessReplaced('Privacy'), askedAgain, (c) => {
  const { config } = c.var
  return showPage(c, {
    title: 'Privacy notice',
    description: 'What Foyer stores about you, for how long, and who gets it.',
    content: html`<h1>Privacy notice</h1>
      <div class="prose">
        <p>
          We keep what we need to sell you tickets, bring them to you and keep our books. We sell nothing
          about you to anybody.
        </p>
        <h2>Who is responsible</h2>
        ${contact(config)}
        <p>
          The organiser named beside a ticket is responsible for what it does with its own list of guests. The
          <a href="/help/#organisers">organisers</a> have pages with their contact.
        </p>
        <h2>What we store, and why</h2>
        <ul>
          ${stored.map((text) => html`<li>${text}</li>`)}
        </ul>
        <h2>How long we keep it</h2>
        ${table(
          ['What', 'Until'],
          retention.map((row) => [...row]),
        )}
        <p>
          Orders, payments and the details in them stay, because the law wants us to keep our books. Nothing
          deletes them by itself: ask us, and we delete what we need no longer.
        </p>
        <h2>Who else gets something</h2>
        ${list(recipientsOf(config))} ${sandboxNote(config)}
        <h2 id="cookies">Cookies</h2>
        <p>The shop needs these; none of them follows you to other sites.</p>
        ${list(neededCookies(config))} ${onlyIfAccepted(acceptedCookies(config.page))}
        <p>
          While the checkout is open, your browser also remembers what you have typed, until you close the
          tab. It never keeps card numbers or one-time codes. Tickets that you open are kept in the browser to
          be shown without a network, until you sign out.
        </p>
        <p>
          ${measured(config.page)} Pictures in our emails come from this shop, and their addresses are the
          same for everybody.
        </p>
        <h2>Your rights</h2>
        <p>
          You can ask us for a copy of what we have about you, and to correct or delete it, to stop using it,
          or to hand it over to somebody else. You change your name and number in your
          <a href="/account/">account settings</a>, and unsubscribe from newsletters in each of them. If we do
          not help you, you may complain to the
          <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner's Office</a>.
        </p>
      </div>`,
  })
})

/** What is stored, by what it is for. */
const stored = [
  "To sell you tickets: what is in your basket, your email address and name, and, if they are asked for, your contact number, postal address and your answers to the organiser's questions. We need them for the contract.",
  'To bring you your tickets and tell you about changes: the emails and text messages that we send you, and whom you transfer tickets to.',
  'To take a payment and give it back: the amount, the kind of payment and what the payment provider calls it. Of a card that you save for a payment plan we have the brand, the last four digits and the expiry date. We never have card numbers.',
  'To admit you: the code of each ticket, and when it was shown at the door.',
  'Because the law wants it: orders and payments for our books, and Gift Aid declarations for HMRC.',
  'Because you want it: newsletters and messages of organisers, if you tick them; names of people who accept activity terms; feedback.',
  'Against misuse: how often something was tried, by network address or email, for a day, and where an email was confirmed, for 90 days; both in a form that cannot be read back. We have an interest in keeping the shop open to everybody.',
  'To see where the checkout is hard to use: which steps an order has passed and when. This names nobody.',
]

/** As in docs/operations.md, "What is deleted, and when". */
const retention = [
  ['One-time codes', 'a day after they end'],
  ['Baskets without a name that nobody has reserved', '3 days after their last change'],
  ['Other baskets that nobody has tried to pay', '30 days after their last change'],
  ['Your visit', '30 days after you last used the shop; after 8 days if you put nothing in a basket'],
  ['Places in waiting rooms', 'a week after you last looked'],
  ['Emails and text messages that we have sent', '90 days; those with a code or a secret link, at once'],
  ['People who did not take tickets that they were offered', '90 days after the event'],
  ['Feedback', '90 days, or 90 days after the event if that is later'],
  ['What payment providers report to us', '90 days'],
  ['Which steps an order has passed', '400 days'],
] as const

function onlyIfAccepted(cookies: string[][]) {
  return cookies.length
    ? html`<h3>Only if you accept</h3>
        ${list(cookies)}`
    : ''
}

/** What is measured, and how a buyer changes that. */
function measured(page: Config['page']): string {
  const { trackers, recorded, choice } = measuringOf(page)
  const sentences = [
    trackers.length ? `${trackers.join(' and ')} measure visits and adverts only if you accept it.` : '',
    recorded
      ? `We record how some visitors use our pages, ${recorded === 'accepted' ? 'only if they accept it, ' : ''}without words, pictures and anything that is typed.`
      : '',
    trackers.length ? '' : recorded ? 'We use no adverts.' : 'We use no analytics and no adverts.',
    choice ? 'You change your choice under “Cookie choices” at the bottom of the checkout.' : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

function sandboxNote({ mode }: Pick<Config, 'mode'>) {
  return mode === 'sandbox'
    ? html`<p>This shop is a sandbox: services that have no keys are simulated in it, and get nothing.</p>`
    : ''
}

/** Names, each with what is said of it. */
function list(rows: string[][]) {
  return html`<dl>
    ${rows.map(
      ([name, ...said]) =>
        html`<dt>${name}</dt>
          <dd>${said.join('. ')}.</dd>`,
    )}
  </dl>`
}

function table(headings: string[], rows: string[][]) {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([first, ...others]) =>
          html`<tr>
            <th scope="row">${first}</th>
            ${others.map((text) => html`<td>${text}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
