import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connectMail } from './mailer.ts'
import type { Mail } from './render-mail.ts'
import { sendWaiting } from './send-waiting.ts'

interface Received {
  login: string
  from: string
  to: string[]
  data: string
}

/** Fake SMTP server: stores the mails, or rejects every recipient. */
const received: Received[] = []
let refuses = false

function speak(socket: Socket): void {
  let current: Received = { login: '', from: '', to: [], data: '' }
  let isData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)

  function hear(line: string): void {
    if (isData) {
      if (line !== '.') return void (current.data += `${line.replace(/^\.\./, '.')}\n`)
      isData = false
      received.push(current)
      current = { login: current.login, from: '', to: [], data: '' }
      return void say('250 taken')
    }
    const [word = ''] = line.toUpperCase().split(' ')
    if (word === 'EHLO') say('250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN')
    else if (word === 'AUTH') {
      current.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
      say('235 welcome')
    } else if (word === 'MAIL') {
      current.from = line
      say('250 ok')
    } else if (word === 'RCPT') {
      if (refuses) return void say('550 no such mailbox')
      current.to.push(line)
      say('250 ok')
    } else if (word === 'DATA') {
      isData = true
      say('354 go on')
    } else if (word === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }

  say('220 mail.test')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
}

let server: Server
let shop: TestShop
let send: ReturnType<typeof connectMail>

beforeAll(async () => {
  server = createServer(speak)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mail = { smtpUrl: `smtp://shop:secret@127.0.0.1:${port}`, from: 'Foyer <shop@tickets.example>' }
  shop = await createTestShop()
  send = connectMail({ providers: { ...shop.config.providers, mail } })
})
afterAll(async () => {
  await shop.close()
  await new Promise((resolve) => void server.close(resolve))
})
beforeEach(() => {
  received.length = 0
  refuses = false
})

const mail: Mail = { key: 'receipt:1', to: 'ada@example.com', subject: 'Your order', text: 'Thank you, Ada' }

it('sends a mail to one recipient through the authenticated mail server', async () => {
  await send(mail)
  const [one] = received
  expect(one).toMatchObject({
    login: '\0shop\0secret',
    from: expect.stringContaining('<shop@tickets.example>'),
  })
  expect(one?.to).toEqual([expect.stringContaining('RCPT TO:<ada@example.com>')])
  expect(one?.data).toContain('From: Foyer <shop@tickets.example>')
  expect(one?.data).toContain('Subject: Your order')
  expect(one?.data).toContain('Thank you, Ada')
})

it('keeps the Message-ID of a mail when it is sent again', async () => {
  await send(mail)
  await send(mail)
  await send({ ...mail, key: 'receipt:2' })
  const ids = received.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1])
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
])('rejects %s and sends nothing', async (_, changes) => {
  await expect(send({ ...mail, ...changes })).rejects.toThrow()
  expect(received).toEqual([])
})

it('sends headers, templates and single dots in the text as text', async () => {
  const text = ['Bcc: eve@example.com', '{{ 7*7 }} ${7*7} <b>Ada</b>', '.', 'RCPT TO:<eve@example.com>'].join(
    '\n',
  )
  await send({ ...mail, text })
  const [one] = received
  expect(one?.to).toHaveLength(1)
  const [head, ...body] = one?.data.split('\n\n') ?? []
  expect(head).not.toMatch(/bcc/i)
  expect(body.join('\n\n').trim()).toBe(text)
})

it('sends a one-time code, and keeps a rejected one for a retry', async () => {
  const visitor = await shop.visitor()
  const email = 'grace@example.com'
  expect((await visitor.post('/ajax/user/user/send_one_time_code/', { email })).status).toBe(200)
  const { origin } = shop.config
  const run = () => sendWaiting({ db: shop.db, origin, send, log: (fields) => void shop.logged.push(fields) })
  refuses = true
  expect(await run()).toBe(0)
  expect(JSON.stringify(shop.logged)).toContain('mail not sent')
  expect(JSON.stringify(shop.logged)).not.toContain(email)
  await shop.db
    .updateTable('outbox')
    .set({ due_at: new Date(0) })
    .execute()
  refuses = false
  expect(await run()).toBe(1)
  expect(received[0]?.data).toMatch(/Your one-time code is \d{6}/)
})

it('fails when the mail server is unreachable, so that the mail is retried', async () => {
  const providers = { ...shop.config.providers, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example' } }
  await expect(connectMail({ providers })(mail)).rejects.toThrow()
})
