import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BadBaskets, readBaskets, type ShapeName } from '#e2e/any-shop/baskets-file.ts'
import { factsOfReply, lackingThere } from '#e2e/any-shop/facts-there.ts'
import { judge, lookAtShop, type ShopThere } from '#e2e/any-shop/look-at-shop.ts'
import { obstacleAt } from '#e2e/any-shop/obstacles.ts'
import { planChosen, planWalks, type Situation, type There } from '#e2e/any-shop/plan.ts'
import { readCode } from '#e2e/any-shop/read-code.ts'
import WalksReporter from '#e2e/any-shop/walks-reporter.ts'
import { baskets } from '#machines/paths/baskets.ts'
import type { Baskets as BasketFacts } from '#machines/paths/journeys.ts'
import { findPaths } from '#machines/paths/index.ts'
import { facts as plain } from '#machines/testing/facts.ts'

const base = 'https://shop.test'
const file = (text: string) => readBaskets(text, base)

describe('a file of basket links', () => {
  it('gives one link for a shape, or several, one for each order', () => {
    expect(file('{ "paid": "/smartcheckout/?session=A", "free": ["/a/", "https://shop.test/b/"] }')).toEqual({
      paid: ['/smartcheckout/?session=A'],
      free: ['/a/', 'https://shop.test/b/'],
    })
  })

  it('gives pages on which tickets are chosen', () => {
    const [one, other] = [
      { link: '/film/', tickets: { Seat: 2 } },
      { link: '/swim/', tickets: { Swimmer: 1 } },
    ]
    expect(file(JSON.stringify({ paid: one, messages: { pages: [one, other] } }))).toEqual({
      paid: [{ pages: [one] }],
      messages: [{ pages: [one, other] }],
    })
  })

  it('may be CSV, whose rows of one shape are several baskets', () => {
    const text = '\uFEFFshape,link,tickets\r\npaid,/a/,Seat=2;Poster=1\r\npaid,"/b/?x=1,2",\r\n'
    expect(file(text)).toEqual({
      paid: [{ pages: [{ link: '/a/', tickets: { Seat: 2, Poster: 1 } }] }, '/b/?x=1,2'],
    })
  })

  it.each([
    ['{ "chairty": "/a/" }', 'There is no basket "chairty". Did you mean "charity"'],
    ['{ "paid": 3 }', '"paid" must be a link'],
    ['{ "paid": { "link": "/a/", "tickets": { "Seat": 0 } } }', '"paid" must be a link'],
    ['{ "paid": ', 'The file is no JSON'],
    ['{}', 'The file has no basket.'],
    ['paid;/a/', 'whose first row is: shape,link,tickets'],
    ['shape,link,tickets\npaid,/a/,two seats', '"paid" must be a link'],
    ['shape,link\npaid,', 'The link of "paid" is none'],
    [
      '{ "paid": "https://other.test/a/" }',
      'leads to https://other.test, not to the shop at https://shop.test',
    ],
  ])('is refused with what is wrong: %s', (text, message) => {
    expect(() => file(text)).toThrow(BadBaskets)
    expect(() => file(text)).toThrow(message)
  })
})

describe('what is production', () => {
  it.each([
    ['https://shop.test', false, 'pk_live_1', true],
    ['http://localhost:3000', true, 'pk_live_1', true],
    ['https://tickets.com', false, '', true],
    ['https://contest.com', false, '', true],
    ['https://tickets.com', false, 'pk_test_1', false],
    ['https://tickets.com', true, '', false],
    ['https://staging.tickets.com', false, '', false],
    ['https://shop-test2.tickets.com', false, '', false],
    ['http://127.0.0.1:3000', false, '', false],
  ])(
    'is decided by a live key first, then by what says test: %s, sandbox %s, key "%s"',
    (shop, isSandbox, cardKey, expected) => {
      expect(judge({ base: shop, isSandbox, cardKey }).isProduction).toBe(expected)
    },
  )
})

const page = '<script id="config" type="application/json">{}</script><div data-state="determining"></div>'

describe('looking at a shop', () => {
  let stop = () => {}
  afterEach(() => stop())

  /** Starts a server and returns its address. */
  async function serving(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    stop = () => {
      server.closeAllConnections()
      server.close()
    }
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('reads the page, the documented calls and the key, with its cookies and token', async () => {
    const address = await serving((request, reply) => {
      reply.setHeader('Set-Cookie', 'XSRF-TOKEN=a%3D; Path=/')
      if (request.url === '/checkout/') return reply.end(page)
      const knows = request.headers['x-xsrf-token'] === 'a=' && request.headers.cookie === 'XSRF-TOKEN=a%3D'
      return reply.end(JSON.stringify(knows ? { publishable_key: 'pk_test_1' } : {}))
    })
    expect(await lookAtShop(address)).toEqual({
      base: address,
      isSandbox: false,
      cardKey: 'pk_test_1',
      isProduction: false,
      because: 'its card payments have a test key',
    })
  })

  it.each<[string, RequestListener, RegExp]>([
    ['a page that is not Foyer', (_, reply) => reply.end('<h1>Hello</h1>'), /is no page of Foyer/],
    [
      'HTML for calls',
      (_, reply) => reply.setHeader('Content-Type', 'text/html').end(page),
      /get\/ answers text\/html, not JSON: the page is there, its calls are not/,
    ],
    ['an error', (_, reply) => reply.writeHead(502).end(), /\/checkout\/ answers 502/],
    [
      'another address',
      ({ headers, socket }, reply) =>
        headers.host?.startsWith('localhost')
          ? reply.end(page)
          : reply.writeHead(302, { Location: `http://localhost:${socket.localPort}/checkout/` }).end(),
      /leads to http:\/\/localhost:\d+: give that address/,
    ],
  ])('says what is there instead: %s', async (_, answer, message) => {
    await expect(lookAtShop(await serving(answer))).rejects.toThrow(message)
  })

  it('says that nobody answers', async () => {
    const address = await serving(() => {})
    stop()
    await expect(lookAtShop(address)).rejects.toThrow(`${address} cannot be reached: connect ECONNREFUSED`)
  })

  it.each(['shop', 'ftp://shop.test', ''])('refuses the address "%s"', async (address) => {
    await expect(lookAtShop(address)).rejects.toThrow('is no address such as https://shop.example')
  })

  it('wants the address without a path', async () => {
    await expect(lookAtShop('https://shop.test/checkout/')).rejects.toThrow(
      'without a path: https://shop.test.',
    )
  })
})

const facts = (shape: ShapeName) => ({ ...plain, ...(baskets as BasketFacts)[shape] })
const staging: ShopThere = {
  base,
  isSandbox: false,
  cardKey: 'pk_test_1',
  isProduction: false,
  because: '',
}

const situation = (there: Partial<Record<ShapeName, There>>, more: Partial<Situation> = {}): Situation => ({
  shop: staging,
  links: Object.fromEntries(Object.keys(there).map((shape) => [shape, [`/${shape}/`]])),
  there,
  readsCodes: true,
  ...more,
})

describe('the facts of a basket there', () => {
  it('come from the documented reply', () => {
    const reply = {
      express: true,
      basket_total: '0.00',
      tickets: [{ ticket_id: '1', ticket_name: 'Entry', qty: 1, price: '0.00' }],
    }
    expect(factsOfReply(reply)).toMatchObject({ isExpress: true, isFree: true, hasEmail: false, methods: [] })
  })

  it('are held against those of the shape, in words', () => {
    expect(lackingThere('charity', facts('charity'))).toEqual([])
    expect(lackingThere('charity', { ...facts('paid'), methods: ['card'], hasWaivers: true })).toEqual([
      'it has not a charity event',
      'it has not an organiser who may send emails',
      'it has a waiver',
      'it does not offer payment by bank transfer',
    ])
  })
})

describe('the plan of the walks', () => {
  it('makes paths from the baskets that are there, and names the others with what they need', () => {
    const { walks, left } = planWalks(situation({ express: { facts: facts('express') } }))
    expect(walks).toMatchObject([{ shape: 'express', method: 'card', basket: '/express/' }])
    expect(walks.flatMap(({ steps }) => steps.map(({ to }) => to))).not.toContain('captcha')
    expect(left).toContainEqual({
      title: expect.stringContaining('"charity"'),
      reason:
        'needs a basket with a charity event, an organiser who may send emails, payment by bank transfer ("charity"): no link was given',
    })
  })

  it('says what came of a link that led to no basket, or to another one', () => {
    const { left } = planWalks(
      situation({
        express: { facts: facts('express') },
        free: { reason: '/free/ answers 404' },
        charity: { reason: '/charity/ answers 404' },
        questions_before: { facts: facts('express') },
      }),
    )
    const reasons = left.map(({ reason }) => reason)
    expect(reasons).toContainEqual(expect.stringContaining('("charity"): /charity/ answers 404'))
    expect(reasons).toContainEqual(
      expect.stringMatching(
        /\("questions_before"\): of the one there, .*it has not questions before payment/,
      ),
    )
  })

  it('gives each path of a shape its own link', () => {
    const { walks } = planWalks(
      situation(
        { everything: { facts: facts('everything') } },
        {
          links: { everything: ['/a/', '/b/'] },
          shop: { ...staging, isSandbox: true },
        },
      ),
    )
    expect(walks.map(({ basket }) => basket)).toEqual(expect.arrayContaining(['/a/', '/b/']))
  })

  it('stops before the emailed code, if nobody reads it', () => {
    const { walks } = planWalks(situation({ charity: { facts: facts('charity') } }, { readsCodes: false }))
    expect(walks.map(({ shape }) => shape)).toContain('charity')
    const there = situation({ paid: { facts: facts('paid') } }, { readsCodes: false })
    expect(obstacleAt('login', { ...there, facts: facts('paid'), method: 'card' })).toContain(
      '--code-command',
    )
  })

  it('pays and claims nothing in production, whatever the tester has chosen', () => {
    const shop = { ...staging, cardKey: 'pk_live_1', isProduction: true }
    const {
      paths: [path],
    } = findPaths({ shape: 'express_free' })
    const there = situation({ express_free: { facts: facts('express_free') } }, { shop })
    expect(planChosen(path ? [path] : [], there)).toEqual({
      chosen: [],
      left: [
        {
          title: expect.stringContaining(path?.id ?? ''),
          reason: 'payment: nothing is paid or claimed in production',
        },
      ],
    })
    for (const method of ['card', 'plan', null] as const)
      expect(obstacleAt('payment', { ...there, facts: {}, method })).toContain('production')
  })

  it('pays by card where there is a test key, and only in a sandbox in other ways', () => {
    const leaving = { ...situation({}), facts: facts('paid') }
    expect(obstacleAt('payment', { ...leaving, method: 'card' })).toBeNull()
    expect(obstacleAt('payment', { ...leaving, method: 'bank' })).toContain('a real bank')
    expect(
      obstacleAt('payment', { ...leaving, shop: { ...staging, cardKey: '' }, method: 'card' }),
    ).toContain('no test key')
    const sandbox = { ...staging, isSandbox: true }
    for (const method of ['bank', 'square', 'wallet'] as const)
      expect(obstacleAt('payment', { ...leaving, shop: sandbox, method })).toBeNull()
  })

  it('takes a chosen path only with a basket that has its facts', () => {
    const { paths } = findPaths({ shape: 'charity', to: 'gift_aid' })
    const right = situation({ charity: { facts: facts('charity') } })
    expect(planChosen(paths, right)).toEqual({ chosen: paths, left: [] })
    const wrong = situation({ charity: { facts: facts('paid') } })
    expect(planChosen(paths, wrong)).toMatchObject({
      chosen: [],
      left: [{ reason: expect.stringContaining('it has not a charity event') }],
    })
  })
})

describe('the command for the emailed code', () => {
  it('gets the address as one word, and tells the newest code', async () => {
    const found = await readCode('echo "code 1234567 000111 for" {email} 222333', "a'b@example.org")
    expect(found).toEqual({ code: '222333' })
  })

  it('says what it said, while there is none', async () => {
    expect(await readCode('echo no mail for {email}', 'a@example.org')).toEqual({
      said: 'no mail for a@example.org\n',
    })
    expect(await readCode('echo broken >&2; exit 1; {email}', 'a@example.org')).toEqual({ said: 'broken\n' })
  })
})

describe('the report of the walks', () => {
  type Walk = Pick<TestResult, 'status' | 'annotations'>
  const walked: Walk = { status: 'passed', annotations: [] }
  const stopped: Walk = {
    status: 'passed',
    annotations: [{ type: 'stopped', description: 'payment: no card' }],
  }
  const unwalked: Walk = {
    status: 'passed',
    annotations: [{ type: 'unwalked', description: 'free: sold out' }],
  }
  const red: Walk = { status: 'failed', annotations: [{ type: 'unwalked', description: 'free: sold out' }] }

  async function report(...walks: Walk[]) {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const reporter = new WalksReporter()
    const test = { title: 'a walk', location: { file: '/e2e/any-shop/walk.spec.ts' } } as TestCase
    for (const walk of walks) reporter.onTestEnd(test, walk as TestResult)
    const { status } = await reporter.onEnd({ status: 'passed' } as FullResult)
    const said = write.mock.calls.map(([line]) => String(line).trim())
    write.mockRestore()
    return { status, said }
  }

  it('says of each whether it was walked, how far, and why not', async () => {
    expect(await report(walked, stopped, unwalked, red)).toEqual({
      status: 'passed',
      said: [
        'walked: a walk',
        'walked up to payment: no card: a walk',
        'not walked: a walk: free: sold out',
        'red: a walk',
      ],
    })
  })

  it('has failed if no path was walked', async () => {
    expect(await report(unwalked, unwalked)).toMatchObject({ status: 'failed' })
    expect(await report()).toEqual({ status: 'passed', said: [] })
  })
})
