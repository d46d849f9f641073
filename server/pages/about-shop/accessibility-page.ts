import { Hono } from 'hono'
import { html } from 'hono/html'

import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { showPage } from '#server/pages/layout.ts'

import { contact } from './contact.ts'
import { unlessReplaced } from './unless-replaced.ts'

/** Accessibility statement: what is aimed at, what was tested and what was not, and how to report a barrier. */
export const accessibilityPage = new Hono<ShopEnv>()

accessibilityPage.get('/accessibility/', unlessReplaced('Accessibility'), askedAgain, (c) =>
  showPage(c, {
    title: 'Accessibility statement',
    description: 'How accessible this shop is, and how to tell us about a barrier.',
    content: html`<h1>Accessibility statement</h1>
      <div class="prose">
        <p>
          Everybody should be able to buy a ticket here. We aim at level AA of the
          <a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines 2.2</a>.
        </p>
        <h2>What you can do</h2>
        <ul>
          ${can.map((text) => html`<li>${text}</li>`)}
        </ul>
        <h2>What is not as good as it should be</h2>
        <ul>
          ${cannot.map((text) => html`<li>${text}</li>`)}
        </ul>
        <h2>How we know</h2>
        <p>
          Programs check each release: every step of the checkout with axe, at phone and desktop width, in
          light and dark, and whole purchases by keyboard alone. We have tested with no screen reader, voice
          control or magnifier yet, nor with people who use them, and no outside body has tested the shop.
        </p>
        <h2>Tell us about a barrier</h2>
        <p>Tell us what you wanted to do and what stopped you.</p>
        ${contact(c.var.config)}
        <p>
          For access to a venue, ask its <a href="/help/#organisers">organiser</a>. If you are not content
          with our answer, the
          <a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a>
          helps you.
        </p>
      </div>`,
  }),
)

const can = [
  'Use everything by keyboard. What has the focus is always marked.',
  'Enlarge texts to 200 %, or zoom to 400 %, without scrolling sideways.',
  'Use a light or dark appearance, more contrast and less motion, as your device is set.',
  'Hear what changes: totals, errors, and how much time is left. When your time is nearly up you can ask for more, once.',
  'Choose seats from a list instead of the seating plan, or have the best ones chosen for you.',
  'Buy without a password: we email you a one-time code.',
]

const cannot = [
  'The seating plan is a drawing. The list beside it offers the same seats.',
  'The fields for your card, the check that you are a person and the pages of banks belong to others, and we cannot change them.',
  'Pictures of events have no description. They set a mood and tell nothing that the text lacks.',
]
