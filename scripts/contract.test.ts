import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyCheckout } from '#server/checkout/empty-checkout.ts'

let stop = () => {}
afterEach(() => stop())

/** Starts a back-end and returns its address. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs `npm run contract` with these options. */
async function run(...options: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'scripts/contract.ts', ...options])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

const json = (reply: Parameters<RequestListener>[1], body: unknown) =>
  reply.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))

describe('ends with 2, and says why', () => {
  test('if nothing is at the address, or it is none', async () => {
    expect(await run('--base', 'http://127.0.0.1:1')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached/),
    })
  })

  test('if an option is unknown', async () => {
    expect(await run('--bsae', 'http://localhost:1')).toMatchObject({
      code: 2,
      said: expect.stringContaining("Unknown option '--bsae'"),
    })
  })

  test('in production, and does nothing there unless it is told to', async () => {
    const asked: string[] = []
    const base = await serving((request, reply) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url?.endsWith('/get_card_credentials/'))
        return json(reply, { publishable_key: 'pk_live_1' })
      return json(reply, emptyCheckout)
    })
    const { code, said } = await run('--base', base)
    expect(said).toBe(
      `${base} is in production: its card payments have a live key.\nNothing was done there. With --production baskets are reserved and given back, but nothing is paid or claimed.\n`,
    )
    expect(code).toBe(2)
    expect(asked.filter((one) => /reserve|add/.test(one))).toEqual([])
  })

  test('if no basket can be got', async () => {
    const base = await serving(({ method }, reply) =>
      method === 'GET' ? json(reply, emptyCheckout) : reply.writeHead(404).end(),
    )
    const { code, said } = await run('--base', base)
    expect(said).toContain('addToBasket answers 404')
    expect(said).toContain('Nothing could be tried.')
    expect(code).toBe(2)
  })
})

test('ends with 1 if something breaks buyers, and tells it as JSON too', async () => {
  // Whatever was put into the basket, there is a ticket of which nothing can be read
  const base = await serving(({ method }, reply) =>
    json(reply, method === 'GET' ? { ...emptyCheckout, tickets: [{ qty: 'two' }] } : {}),
  )
  const { code, said } = await run('--base', base, '--format', 'json')
  expect(JSON.parse(said)).toMatchObject({
    verdict: 'breaks',
    findings: [{ verdict: 'breaks', call: 'getCheckout', state: 'determining' }],
  })
  expect(code).toBe(1)
})
