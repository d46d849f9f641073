import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connectMail } from './mailer.ts'
import { queueMail } from './queue.ts'
import { sendWaiting } from './send-waiting.ts'

/** What a mail server replies to a command, and to a whole mail ('.'); null for as it should. */
type Fault = (command: string, socket: Socket) => string | null

let shop: TestShop
let server: Server
let fault: Fault = () => null
/** Whether it reached the fault. */
let isReached = Promise.withResolvers<void>()
let received: string[] = []
const sockets = new Set<Socket>()

const replies: Record<string, string> = {
  connection: '220 mail.test\r\n',
  EHLO: '250-mail.test\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 welcome\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
}

beforeAll(async () => {
  shop = await createTestShop()
  server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const say = (command: string) => {
      const wrong = fault(command, socket)
      if (wrong !== null) isReached.resolve()
      if (!socket.destroyed) socket.write(wrong ?? replies[command] ?? '250 ok\r\n')
    }
    let mail: string | null = null
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (mail === null) {
          const command = line.split(' ')[0]!.toUpperCase()
          if (command === 'DATA') mail = ''
          say(command)
        } else if (line === '.') {
          received.push(mail)
          mail = null
          say('.')
        } else mail += `${line}\n`
    })
    say('connection')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  await shop.close()
})
afterEach(() => {
  vi.useRealTimers()
  fault = () => null
})

let mails = 0

/** Queues a mail, and returns how to send what is due and how to read the mail's row. */
async function queued() {
  const mail = {
    smtpUrl: `smtp://shop:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'a@b.example',
  }
  const send = connectMail({ providers: { ...shop.config.providers, mail } })
  const key = `receipt:${++mails}`
  await queueMail(shop.db, { key, to: 'ada@example.com', subject: 'Your order', content: ['Thank you'] })
  received = []
  isReached = Promise.withResolvers()
  return {
    run: async () => {
      await shop.db
        .updateTable('outbox')
        .set({ due_at: new Date(0) })
        .where('key', '=', key)
        .execute()
      return sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} })
    },
    row: () =>
      shop.db
        .selectFrom('outbox')
        .select(['attempts', 'error', 'sent_at'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
  }
}

const at =
  (command: string, reply: string | ((socket: Socket) => unknown)): Fault =>
  (given, socket) => {
    if (given !== command) return null
    if (typeof reply === 'string') return reply
    reply(socket)
    return ''
  }

/** Sends the mail once more, to a server without faults, and checks that both tries were of the same mail. */
async function sendAgain({ run, row }: Awaited<ReturnType<typeof queued>>): Promise<void> {
  fault = () => null
  expect(await run()).toBe(1)
  expect(await row()).toMatchObject({ attempts: 2, error: '', sent_at: expect.any(Date) })
  const ids = received.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1])
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^<\w{32}@b\.example>$/)
  expect(await run()).toBe(0)
}

it('sends a mail once to a mail server that answers a byte at a time [C14, C15]', async () => {
  const mail = await queued()
  fault = at('EHLO', async (socket) => {
    for (const byte of replies.EHLO!) {
      socket.write(byte)
      await new Promise(setImmediate)
    }
  })
  expect(await mail.run()).toBe(1)
  expect(received).toHaveLength(1)
})

it.each<[string, Fault]>([
  ['is busy', at('connection', '421 try again later\r\n')],
  ['hangs up at once', at('connection', (socket) => void socket.destroy())],
  ['is none', at('connection', 'HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['does not accept its password today', at('AUTH', '454 try again later\r\n')],
  ['does not take the recipient now', at('RCPT', '451 try again later\r\n')],
  ['hangs up before the text', at('DATA', (socket) => void socket.destroy())],
  ['cannot store the mail', at('.', '452 no space\r\n')],
  ['has the mail, but its reply is lost', at('.', (socket) => void socket.resetAndDestroy())],
])(
  'keeps a mail, and sends it again with the same id, if the mail server %s [C14, C15]',
  async (_, wrong) => {
    const mail = await queued()
    fault = wrong
    expect(await mail.run()).toBe(0)
    expect(await mail.row()).toMatchObject({
      attempts: 1,
      error: expect.stringMatching(/^Error E\w+/),
      sent_at: null,
    })
    await sendAgain(mail)
  },
)

it.each<[string, Fault]>([
  ['never greets', at('connection', () => {})],
  ['stops after its greeting', at('EHLO', () => {})],
  ['has the mail and never replies', at('.', () => {})],
  [
    'replies without an end',
    at('.', (socket) => {
      const dripping = setInterval(() => void socket.write('250-still writing\r\n'), 5)
      socket.on('close', () => clearInterval(dripping))
    }),
  ],
])(
  'gives up a try after 50 seconds, and sends the mail again with the same id, if the mail server %s [C14, C15]',
  async (_, wrong) => {
    const mail = await queued()
    fault = wrong
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const running = mail.run()
    await isReached.promise
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await running).toBe(0)
    vi.useRealTimers()
    expect(await mail.row()).toMatchObject({
      attempts: 1,
      error: expect.stringMatching(/\w+/),
      sent_at: null,
    })
    await sendAgain(mail)
  },
)
