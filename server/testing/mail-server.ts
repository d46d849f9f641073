import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A mail as the mail server received it. */
export interface ReceivedMail {
  login: string
  from: string
  to: string[]
  data: string
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  received: ReceivedMail[]
  /** Whether it rejects every recipient. */
  refuses: boolean
  /** Called before a mail is acknowledged. */
  onMail: (mail: ReceivedMail) => void | Promise<void>
  close: () => Promise<void>
}

/** Starts a fake SMTP server that stores the mails. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const mails: MailServer = {
    url: '',
    received: [],
    refuses: false,
    onMail: () => {},
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed shop resets its connections.
    socket.on('error', () => socket.destroy())
    speak(socket, mails)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  mails.url = `smtp://shop:secret@127.0.0.1:${(server.address() as AddressInfo).port}`
  return mails
}

function speak(socket: Socket, mails: MailServer): void {
  let current: ReceivedMail = { login: '', from: '', to: [], data: '' }
  let isData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)

  async function hear(line: string): Promise<void> {
    if (isData) {
      if (line !== '.') return void (current.data += `${line.replace(/^\.\./, '.')}\n`)
      isData = false
      const mail = current
      mails.received.push(mail)
      current = { login: mail.login, from: '', to: [], data: '' }
      await mails.onMail(mail)
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
      if (mails.refuses) return void say('550 no such mailbox')
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
    for (const line of lines) void hear(line)
  })
}
