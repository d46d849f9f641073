import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connectMail } from './mailer.ts'
import { queueMail } from './queue.ts'
import { renderMail, type Mail } from './render-mail.ts'
import { sendWaiting } from './send-waiting.ts'

let server: MailServer
let shop: TestShop
let send: ReturnType<typeof connectMail>

beforeAll(async () => {
  server = await startMailServer()
  const mail = { smtpUrl: server.url, from: 'Foyer <shop@tickets.example>' }
  shop = await createTestShop()
  send = connectMail({ providers: { ...shop.config.providers, mail } })
})
afterAll(async () => {
  await shop.close()
  await server.close()
})
beforeEach(() => {
  server.received.length = 0
  server.refuses = false
})

const mail: Mail = { key: 'receipt:1', to: 'ada@example.com', subject: 'Your order', text: 'Thank you, Ada' }

it('sends a mail to one recipient through the authenticated mail server [S36]', async () => {
  await send(mail)
  const [one] = server.received
  expect(one).toMatchObject({
    login: '\0shop\0secret',
    from: expect.stringContaining('<shop@tickets.example>'),
  })
  expect(one?.to).toEqual([expect.stringContaining('RCPT TO:<ada@example.com>')])
  expect(one?.data).toContain('From: Foyer <shop@tickets.example>')
  expect(one?.data).toContain('Subject: Your order')
  expect(one?.data).toContain('Thank you, Ada')
})

it('sends text, HTML and calendar file as the parts of one mail', async () => {
  const text = 'Thank you, Zoë €30'
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Ça va\r\nEND:VCALENDAR\r\n'
  await send({
    ...mail,
    text,
    html: `<p>${text}</p>`,
    attachments: [{ filename: 'concert.ics', contentType: 'text/calendar; method=PUBLISH', content }],
  })
  const [one, ...others] = server.received
  expect(others).toEqual([])
  const data = one?.data ?? ''
  expect(data).toMatch(/^Content-Type: multipart\/mixed/m)
  expect(data).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(partsOf(data)).toMatchObject([
    { type: 'text/plain', body: text },
    { type: 'text/html', body: `<p>${text}</p>` },
    { type: 'text/calendar', name: 'concert.ics', body: content },
  ])
})

it('keeps the Message-ID of a mail when it is sent again [C15]', async () => {
  await send(mail)
  await send(mail)
  await send({ ...mail, key: 'receipt:2' })
  const ids = server.received.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1])
  expect(ids[0]).toMatch(/^<\w{32}@tickets\.example>$/)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
  ['a bare line feed in the subject', { subject: 'Hello\nBcc: eve@example.com' }],
  ['a line break in the address', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
  ['two addresses', { to: 'ada@example.com, eve@example.com' }],
  ['a name that hides another address', { to: '"ada@example.com" <eve@example.com>' }],
  ['an address with a parameter', { to: 'ada@example.com> SIZE=1' }],
  ['no address', { to: '' }],
  ['an address with two dots', { to: 'ada..l@example.com' }],
])('rejects %s and sends nothing [S36]', async (_, changes) => {
  await expect(send({ ...mail, ...changes })).rejects.toThrow()
  expect(server.received).toEqual([])
})

it('sends headers, templates and single dots in the text as text [S36]', async () => {
  const text = ['Bcc: eve@example.com', '{{ 7*7 }} ${7*7} <b>Ada</b>', '.', 'RCPT TO:<eve@example.com>'].join(
    '\n',
  )
  await send({ ...mail, text })
  const [one] = server.received
  expect(one?.to).toHaveLength(1)
  const [head, ...body] = one?.data.split('\n\n') ?? []
  expect(head).not.toMatch(/bcc/i)
  expect(body.join('\n\n').trim()).toBe(text)
})

it('sends a one-time code, and keeps a rejected one for a retry', async () => {
  const visitor = await shop.visitor()
  const email = 'grace@example.com'
  expect((await visitor.post('/ajax/user/user/send_one_time_code/', { email })).status).toBe(200)
  const { config } = shop
  const run = () =>
    sendWaiting({ db: shop.db, kind: 'mail', config, send, log: (fields) => void shop.logged.push(fields) })
  server.refuses = true
  expect(await run()).toBe(0)
  expect(JSON.stringify(shop.logged)).toContain('mail not sent')
  expect(JSON.stringify(shop.logged)).not.toContain(email)
  await shop.db
    .updateTable('outbox')
    .set({ due_at: new Date(0) })
    .execute()
  server.refuses = false
  expect(await run()).toBe(1)
  expect(server.received[0]?.data).toMatch(/Your one-time code is \d{6}/)
})

it('fails when the mail server is unreachable, so that the mail is retried', async () => {
  const providers = { ...shop.config.providers, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example' } }
  await expect(connectMail({ providers })(mail)).rejects.toThrow()
})

/** Reads the leaf parts of a MIME message, decoded. */
function partsOf(data: string) {
  return data
    .split(/^--.+$/m)
    .map((part) => part.trimStart().split(/\n\n/))
    .map(([head = '', ...body]) => ({ head: head.replace(/\n\s+/g, ' '), body: body.join('\n\n') }))
    .filter(({ head }) => /^Content-Type: text\//m.test(head))
    .map(({ head, body }) => ({
      type: /^Content-Type: ([^;]+)/m.exec(head)?.[1],
      name: /filename="?([^";\n]+)/.exec(head)?.[1],
      body: decoded(body, /^Content-Transfer-Encoding: (\S+)/m.exec(head)?.[1] ?? ''),
    }))
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body
    .trimEnd()
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

it('links the pages about the shop in every mail, as far as they are on the web', async () => {
  const row = { key: 'receipt:5', payload: { to: mail.to, subject: mail.subject, content: ['Thank you'] } }
  const page = { footerLinks: { Privacy: '/privacy/', Help: 'mailto:help@shop.example' } }
  const { text, html } = await renderMail(row, { ...shop.config, page })
  expect(text).toBe(`Thank you\n\nPrivacy: ${shop.config.origin}/privacy/`)
  expect(html).toContain(`href="${shop.config.origin}/privacy/"`)
  expect(html).not.toContain('mailto:')
})

it('ends every mail with the trader’s postal address, if it is set', async () => {
  const address = 'Foyer & Sons Ltd, 1 Quay Street, Whitby'
  const row = { key: 'receipt:3', payload: { to: mail.to, subject: mail.subject, content: ['Thank you'] } }
  expect((await renderMail(row, shop.config)).text).toBe('Thank you')
  const { text, html } = await renderMail(row, { ...shop.config, address })
  expect(text).toBe(`Thank you\n\n${address}`)
  expect(html).toContain('Foyer &amp; Sons Ltd, 1 Quay Street, Whitby')
  server.received.length = 0
  await queueMail(shop.db, { key: 'receipt:4', to: mail.to, subject: mail.subject, content: ['Thank you'] })
  const jobs = shopJobs({
    ...shop,
    config: { ...shop.config, address },
    log: (fields) => void shop.logged.push(fields),
    sendMail: send,
    sendSms: () => Promise.resolve(),
    providers: connectProviders({ ...shop, fetch: shop.fetch }),
  })
  await jobs.find(({ name }) => name === 'send mail')?.run()
  expect(server.received.at(-1)?.data).toContain(address)
})
