import { setTimeout as after } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { readCode } from '#e2e/any-shop/read-code.ts'
import { runCommand } from '#e2e/any-shop/run-command.ts'
import type { App } from '#sandbox/visitor.ts'
import { fromJson } from '#src/http/client.ts'
import { failureMessage } from '#src/http/failure.ts'
import { Browser } from './browser.ts'
import { NotTried } from './findings.ts'
import type { Means } from './means.ts'
import { pressOnPage } from './press-page.ts'

/** What a tester brings to a back-end that has the documented calls only. */
export interface Brought {
  /** Prints the code that was sent to `{email}`. */
  codeCommand?: string | undefined
  /** Prints how often the sale `{reference}` was charged. */
  chargesCommand?: string | undefined
  /** Ids of payment methods that the provider's test mode takes and declines. */
  card?: string | undefined
  declinedCard?: string | undefined
  /** The longest time to wait for the end of a hold, in seconds. */
  wait?: number
  scarce?: string | undefined
}

/** The code command is tried for so many seconds, as the mail may be on its way. */
const patience = 20

/** Gets baskets by the documented call or by links, and pays on bank pages that are plain forms of the same origin. */
export function outsideMeans(app: App, base: string, brought: Brought): Means {
  const { codeCommand, chargesCommand, card, declinedCard, wait = 0, scarce } = brought
  return {
    open: async (_, basket, wish = {}) => {
      if (Object.keys(wish).length > 0) throw new NotTried('the documented calls cannot arrange that')
      const browser = new Browser(app, base)
      await browser.send('GET', calls.getCheckout.path)
      if (typeof basket === 'string') await openLink(browser, basket)
      else for (const { tickets } of basket.pages) await addTickets(browser, tickets)
      return browser
    },
    codeFor: async (email) => {
      if (!codeCommand) throw new NotTried('it needs the emailed code: give --code-command')
      for (let seconds = 0; ; seconds += 1) {
        const found = await readCode(codeCommand, email)
        if ('code' in found) return found.code
        if (seconds === patience) throw new NotTried(`the code command prints no code: ${found.said}`)
        await after(1000)
      }
    },
    ...(card && {
      typeCard: (provider, _, ends) => {
        const id = ends === 'pays' ? card : declinedCard
        if (provider === 'stripe' && id) return Promise.resolve(id)
        throw new NotTried(ends === 'pays' ? 'no card can be typed there' : 'it needs --declined-card')
      },
    }),
    payAtBank: async (browser, url) => {
      const { origin, pathname, search } = new URL(url, base)
      const isHere = origin === base
      if (!isHere || !(await pressOnPage(browser, pathname + search, /^pay\b/i)))
        throw new NotTried('what a buyer does on the page of a real bank is not described')
    },
    ...(chargesCommand && {
      chargesOf: async (reference) => {
        const { stdout } = await runCommand(chargesCommand, 'reference', reference)
        return Number(/\d+/.exec(stdout)?.[0])
      },
    }),
    pass: async (seconds) => {
      if (seconds > wait)
        throw new NotTried(
          `the hold lasts ${seconds} seconds: give --wait ${seconds}, or let the back-end hold for less`,
        )
      await after(seconds * 1000)
    },
    ...(scarce && { scarce }),
  }
}

async function openLink(browser: Browser, link: string) {
  const { status } = await browser.send('GET', link, { headers: { Accept: 'text/html' } })
  if (status >= 400) throw new NotTried(`${link} answers ${status}`)
  await pressOnPage(browser, link, /^open\b/i)
}

/** Adds tickets as the page adds seats. They are named as the call has them: `event|date|type|0`. */
async function addTickets(browser: Browser, tickets: Record<string, number>) {
  const named = Object.keys(tickets).find((name) => !name.includes('|'))
  if (named !== undefined)
    throw new NotTried(
      `a ticket that is chosen by its name, "${named}", needs a browser: write it as event|date|type|0`,
    )
  const entries = Object.entries(tickets).map(([ticket, qty]) => ({
    ticket,
    vz_id: null,
    has_offer: false,
    qty,
    seats: [],
  }))
  const { status, text } = await browser.send('POST', calls.addToBasket.path, {
    staysHere: true,
    fields: { parent_event_id: null, ticket: { ...entries } as never },
  })
  if (status >= 400) throw new NotTried(`addToBasket answers ${status}: ${failureMessage(fromJson(text))}`)
}
