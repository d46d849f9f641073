import { Hono } from 'hono'
import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { shopAddress } from '#server/http/shop-address.ts'
import { isDue, isFull } from '#server/outbox/queued.ts'
import type { Attachment } from '#server/outbox/queue.ts'
import { renderMail, type Mail } from '#server/outbox/render-mail.ts'
import { renderSms } from '#server/outbox/render-sms.ts'

import { showPage } from '#server/pages/layout.ts'

const maxShown = 50

/** The sandbox's outbox: all mails and SMS of the shop that are due, newest first. */
export const outboxPage = new Hono<ShopEnv>()

outboxPage.get('/sandbox/outbox/', async (c) => {
  const rows = await c.var.db
    .selectFrom('outbox')
    .select(['kind', 'key', 'payload', 'created_at'])
    .where('kind', 'in', ['mail', 'sms'])
    .where(isFull)
    .where(isDue)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxShown)
    .execute()
  const config = { ...c.var.config, origin: shopAddress(c) }
  const mails = await Promise.all(
    rows.map(async (row) => {
      const sent =
        row.kind === 'sms' ? { ...renderSms(row, config), subject: 'SMS' } : await renderMail(row, config)
      return { ...sent, queuedAt: row.created_at }
    }),
  )
  return showPage(c, {
    title: 'Outbox',
    content: html`<div class="title-row">
        <h1>Outbox</h1>
        <a href="/sandbox/outbox/">Refresh</a>
      </div>
      <p class="quiet">Sandbox: these emails and SMS are not really sent. Newest first.</p>
      ${
        mails.length
          ? html`<ol class="mails" role="list">
              ${mails.map(mailView)}
            </ol>`
          : html`<p class="lead">
              No emails yet. Request a one-time code at <a href="/signin/">sign in</a>.
            </p>`
      }`,
  })
})

function mailView({
  key,
  to,
  subject,
  text,
  html: page,
  attachments = [],
  queuedAt,
}: Mail & { queuedAt: Date }) {
  return html`<li class="panel mail">
    <header>
      <h2>${subject}</h2>
      <p class="quiet small">To ${to}, ${niceDate(queuedAt)}</p>
    </header>
    ${key.startsWith('code:') ? codeIn(text) : ''} ${page ? bothForms(subject, page, text) : plain(text)}
    ${
      attachments.length
        ? html`<ul role="list">
            ${attachments.map(attachmentLink)}
          </ul>`
        : ''
    }
  </li>`
}

// No script runs in the frame; its origin is the shop's so that the page's script can fit its height.
function bothForms(subject: string, page: string, text: string) {
  return html`<iframe
      title="${subject}"
      srcdoc="${page}"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
    ></iframe>
    <details>
      <summary>As plain text</summary>
      ${plain(text)}
    </details>`
}

/** Renders the mail's one-time code with a button to copy it. */
function codeIn(text: string) {
  const [code] = /(?<![\d-])\d{6}(?![\d-])/.exec(text) ?? []
  return code
    ? html`<p class="mail-code">
        <code>${code}</code>
        <button class="button" data-look="secondary" data-copy="${code}" hidden>Copy code</button>
      </p>`
    : ''
}

/** Escapes a text and turns its addresses into links. */
function plain(text: string) {
  const parts = text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))
  return html`<pre>${parts}</pre>`
}

function attachmentLink({ filename, contentType, content }: Attachment) {
  return html`<li>
    <a download="${filename}" href="data:${contentType.replaceAll(' ', '')},${encodeURIComponent(content)}"
      >${filename}</a
    >
  </li>`
}
