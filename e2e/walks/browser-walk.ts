import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { newEmail } from '#e2e/buyer.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { look, type Look } from '#e2e/screens/look.ts'
import { arrangeSession, expect, passShopTime, watchConsole, type Arrangement } from '#e2e/test.ts'
import type { Move, RandomWalk } from '#machines/paths/walks/random-walk.ts'
import { controlsOf, fillIn, movesWith, sensible, type Control } from './controls.ts'
import { Faults, type Fault } from './faults.ts'
import { expectSound, expectWayOn, isCheckout } from './invariants.ts'

/** Walks through the checkout in a browser of its own, and throws if something does not hold after a move. */
export async function walkInBrowser(
  browser: Browser,
  baseURL: string,
  arrangement: Arrangement,
  walk: RandomWalk,
  sabotage: (context: BrowserContext) => Promise<unknown> = async () => {},
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  try {
    await sabotage(context)
    const buyer = new RandomBuyer(context)
    await buyer.open(arrangement)
    for (const choice of walk.choices) {
      await walk.make(choice, await buyer.moves())
      await buyer.check()
    }
    await buyer.end()
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** A buyer with one or two tabs, who does anything. */
class RandomBuyer {
  readonly #context: BrowserContext
  readonly #complaints: string[]
  readonly #faults = new Faults()
  readonly #email = newEmail()
  readonly #pending = new Set<Request>()
  #isOffline = false
  /** Pages that may know less than the shop: a call went wrong, or the other tab has changed something. */
  readonly #stale = new Set<Page>()
  /** Keys of the payments that the shop called successful. */
  readonly #paid = new Set<string>()
  #tabs: Page[] = []
  /** What each tab showed when the buyer last looked at it. */
  readonly #before = new Map<Page, Look>()

  constructor(context: BrowserContext) {
    this.#context = context
    this.#complaints = watchConsole(context)
    context.on('request', (request) => void this.#pending.add(request))
    context.on('requestfinished', (request) => void this.#end(request))
    context.on('requestfailed', (request) => {
      this.#pending.delete(request)
      if (isCall(request)) this.#mark(request)
    })
  }

  /** The tab that the buyer looks at; it is the last. */
  get #page(): Page {
    const page = this.#tabs.at(-1)
    if (!page) throw new Error('no tab is open')
    return page
  }

  async open(arrangement: Arrangement) {
    await this.#faults.watch(this.#context)
    await this.#context.clock.install()
    this.#tabs = [await this.#context.newPage()]
    await arrangeSession(this.#page, arrangement)
    await this.#page.goto('/checkout/')
    await this.check()
  }

  /** Everything that the buyer, the network and the time can do now. */
  async moves(): Promise<Move[]> {
    const page = this.#page
    const isOther = !isCheckout(page)
    const controls = isOther && !page.url().includes('/sandbox/') ? [] : await controlsOf(page)
    return [
      ...controls.flatMap((control) => movesWith(control, (field) => this.#typed(field))),
      ...(isOther ? [] : this.#buyerMoves()),
      ...this.#tabMoves(),
      ...this.#networkMoves(),
      ...this.#timeMoves(),
      ...(this.#isOffline ? [] : this.#browserMoves()),
    ]
  }

  #browserMoves(): Move[] {
    const page = this.#page
    return [
      isCheckout(page)
        ? move('Reload the page', () => page.reload())
        : move('Go to the checkout', () => page.goto('/checkout/')),
      move('Press Back', () => page.goBack({ waitUntil: 'commit' })),
      move('Press Forward', () => page.goForward({ waitUntil: 'commit' })),
    ]
  }

  #buyerMoves(): Move[] {
    const goOn = async () => {
      await fillIn(await controlsOf(this.#page), (field) => this.#typed(field))
      const [main] = (await controlsOf(this.#page))
        .filter(({ isSubmit, name }) => isSubmit || /^(Reserve Basket|Continue)/.test(name))
        .toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)))
      await main?.locator.click({ timeout: 2_000 }).catch(() => {})
    }
    // Much that a buyer does goes on.
    return ['and', 'and then', 'and at last'].map((word) => ({
      name: `Fill in everything ${word} go on`,
      sentence: 'Fill in everything and go on',
      make: goOn,
    }))
  }

  #tabMoves(): Move[] {
    if (this.#tabs.length === 1 && this.#isOffline) return []
    if (this.#tabs.length === 1)
      return [
        move('Open the checkout in another tab', async () => {
          this.#tabs.push(await this.#context.newPage())
          await this.#page.goto('/checkout/')
        }),
      ]
    return [
      move('Turn to the other tab', async () => {
        this.#tabs.reverse()
        await this.#page.bringToFront()
        await this.#page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      }),
    ]
  }

  #networkMoves(): Move[] {
    const faults: Fault[] = this.#faults.isArmed ? [] : ['fails', 'loses its reply', 'takes long']
    return [
      ...faults.map((fault) => move(`The next call ${fault}`, () => this.#faults.arm(fault))),
      ...(this.#faults.isHolding ? [move('The shop answers at last', () => this.#faults.release())] : []),
      move(this.#isOffline ? 'The network is back' : 'The network is lost', () => {
        this.#isOffline = !this.#isOffline
        return this.#context.setOffline(this.#isOffline)
      }),
    ]
  }

  #timeMoves(): Move[] {
    const pass = async (seconds: number, isAsleep = false) => {
      await passShopTime(this.#page, seconds)
      const { clock } = this.#context
      await (isAsleep ? clock.fastForward(seconds * 1_000) : clock.runFor(seconds * 1_000))
    }
    return [
      move('Wait 3 s', () => pass(3)),
      move('Wait 30 s', () => pass(30)),
      move('The laptop sleeps for 11 minutes', () => pass(660, true)),
    ]
  }

  /** Waits until the page has settled, and expects what holds after every move. */
  async check() {
    const page = this.#page
    await this.#settle()
    this.#expectConsole()
    expect(this.#paid.size, 'payments of one order').toBeLessThanOrEqual(1)
    const paying = [...this.#pending].filter((request) => isPayment(request) && pageOf(request) === page)
    expect(paying.length, 'payments on their way').toBeLessThanOrEqual(1)
    if (!isCheckout(page)) {
      this.#before.delete(page)
      return
    }
    const isWaiting = this.#faults.isHolding || this.#isOffline
    await expectWayOn(page, isWaiting)
    await expectSound(page, this.#before.get(page)?.step, !isWaiting && !this.#stale.has(page))
    this.#expectConsole()
    this.#before.set(page, await look(page))
  }

  /** Puts the network in order, and expects a sound and accessible page. */
  async end() {
    this.#faults.release()
    await this.#context.setOffline(false)
    this.#isOffline = false
    await this.#page.goto('/checkout/')
    this.#before.delete(this.#page)
    await this.check()
    await expectAccessible(this.#page)
  }

  /** Errors of calls that were made to fail, or that the shop has refused, are the browser's own lines. */
  #expectConsole() {
    const others = this.#complaints.filter(
      (text) =>
        !/^Failed to load resource: the server responded with a status of 4\d\d .*\/ajax\//.test(text) &&
        !/^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(text) &&
        ![...this.#faults.met].some(
          (url) => text.startsWith('Failed to load resource') && text.includes(url),
        ),
    )
    expect(others, 'on the console').toEqual([])
  }

  /** Waits until no call is under way but those that are made to take long. */
  async #settle() {
    await expect
      .poll(
        async () => {
          await this.#page.waitForLoadState('domcontentloaded')
          const isQuiet = () => [...this.#pending].every((request) => this.#faults.isHeld(request))
          if (!isQuiet()) return false
          await new Promise((resolve) => setTimeout(resolve, 60))
          return isQuiet()
        },
        { timeout: 15_000, message: 'the calls are answered', intervals: [20, 50] },
      )
      .toBe(true)
  }

  async #typed(control: Control): Promise<string> {
    if (!/code$/i.test(control.name)) return sensible(control, this.#email)
    const reply = await this.#page.request.get(`/sandbox/code?email=${encodeURIComponent(this.#email)}`)
    return reply.ok() ? ((await reply.json()) as { code: string }).code : '123456'
  }

  async #end(request: Request) {
    // The walk may have ended meanwhile
    const response = await request.response().catch(() => null)
    this.#pending.delete(request)
    if (!response || !isCall(request)) return
    const page = pageOf(request)
    if (request.url().endsWith('/checkout/checkout/get/') && response.ok()) this.#stale.delete(page)
    if (!response.ok() && response.status() >= 500) this.#mark(request)
    if (request.method() !== 'POST') return
    for (const other of this.#tabs) if (other !== page) this.#stale.add(other)
    if (!isPayment(request)) return
    const { status } = (await response.json().catch(() => ({}))) as { status?: string }
    if (status === 'success')
      this.#paid.add(new URLSearchParams(request.postData() ?? '').get('attempt') ?? 'free')
  }

  #mark(request: Request) {
    this.#stale.add(pageOf(request))
  }
}

const isCall = (request: Request) => request.url().includes('/ajax/')

const isPayment = (request: Request) =>
  /\/(pay_with_\w+|claim_free_tickets|create_truelayer_payment)\//.test(request.url())

const pageOf = (request: Request) => request.frame().page()

const isLast = ({ name }: Control) => /^(Pay|Continue|Reserve|Verify|Claim)/.test(name)

const move = (sentence: string, make: () => unknown): Move => ({ name: sentence, sentence, make })
