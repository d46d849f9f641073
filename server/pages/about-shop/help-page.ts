import { Hono } from 'hono'
import { html } from 'hono/html'

import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { showPage, type Content } from '#server/pages/layout.ts'

import { contact } from './contact.ts'
import { unlessReplaced } from './unless-replaced.ts'

/** Help: answers to what buyers ask most, and how to reach the shop and each organiser. */
export const helpPage = new Hono<ShopEnv>()

helpPage.get('/help/', unlessReplaced('Help'), askedAgain, async (c) => {
  const organisers = await c.var.db
    .selectFrom('organisers')
    .select(['id', 'name', 'contact_email'])
    .orderBy('name')
    .execute()
  return showPage(c, {
    title: 'Help',
    description: 'Find your order, your tickets and the people to ask.',
    content: html`<h1>Help</h1>
      <div class="prose">
        ${questions.map(
          ([question, answer]) =>
            html`<h2>${question}</h2>
              <p>${answer}</p>`,
        )}
        <h2>Ask us</h2>
        ${contact(c.var.config)}
        <p>Please tell us the reference of your order, if you have one.</p>
        <h2 id="organisers">Ask the organiser</h2>
        <p>
          The organiser puts on the event: ask it about the evening itself, access and seats. It is who you
          pay.
        </p>
        <ul>
          ${organisers.map(
            ({ id, name, contact_email }) =>
              html`<li>
                <a href="/organisers/${id}/">${name}</a>${
                  contact_email ? html`, <a href="mailto:${contact_email}">${contact_email}</a>` : ''
                }
              </li>`,
          )}
        </ul>
      </div>`,
  })
})

const questions: [question: string, answer: Content | string][] = [
  [
    'Where are my tickets?',
    html`In your <a href="/account/wallet/">ticket wallet</a>. Sign in with the email address that you bought
      them with; we email you a one-time code, and there is no password. You can also
      <a href="/orders/">find one order</a> by its reference.`,
  ],
  [
    'The code has not come',
    'Wait a minute and look into your spam folder. Then check the address that you typed, and ask for a new code. A code is valid for 15 minutes, and only the last one works.',
  ],
  [
    'My email address or name is wrong',
    html`You can correct the email address on the page of your order, right after you have bought. You change
      your name in your <a href="/account/">account settings</a>.`,
  ],
  [
    'Can I get my money back?',
    html`Each ticket says so in the basket and on your order; the policies are explained on the page about
      <a href="/refund-policy/">refunds</a>. If an event is cancelled you get everything back without asking.`,
  ],
  [
    'Can a friend have my ticket?',
    'Open your order and press “Transfer tickets”. The ticket stays yours until your friend accepts it, and you can take the offer back until then.',
  ],
  [
    'My time ran out',
    'Tickets are kept for you for some minutes while you pay. If the time ends before you pay, nothing is charged: reserve the basket again. The tickets are still yours if nobody else has taken them.',
  ],
  [
    'My payment failed',
    'If you see no order reference and your bank shows no payment, try again or pay in another way. If your bank shows one, wait for our email before you pay again: it confirms your order, or says that you get the money back. What arrives too late is paid back in full. Ask us if no email has come within a day.',
  ],
  [
    'I pay in instalments',
    html`Your <a href="/account/">account settings</a> list what is paid and what is due, and you can use
      another card there.`,
  ],
]
