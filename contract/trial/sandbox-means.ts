import type { App } from '#sandbox/visitor.ts'
import { Browser } from './browser.ts'
import { NotTried } from './findings.ts'
import type { Means, Wish } from './means.ts'
import { pressOnPage } from './press-page.ts'

const cards = { pays: '4242424242424242', declined: '4000000000000002' }

/** What a sandbox of ours offers to tests (docs/sandbox.md). */
export function sandboxMeans(app: App, base: string): Means {
  const json = async (
    path: string,
    init?: { headers?: Record<string, string>; body: string | URLSearchParams },
  ) => {
    const reply = await app.request(base + path, init ? { method: 'POST', ...init } : {})
    if (!reply.ok) throw new NotTried(`${path} answers ${reply.status}`)
    return (await reply.json()) as Record<string, string>
  }
  return {
    open: async (shape, _, wish = {}) => {
      const browser = new Browser(app, base)
      const body = JSON.stringify({ shape, ...arrangementOf(wish) })
      // The browser keeps the cookies, and sends forms only
      const reply = await app.request(`${base}/sandbox/arrange`, { method: 'POST', body })
      if (!reply.ok) throw new NotTried(`/sandbox/arrange answers ${reply.status}: ${await reply.text()}`)
      browser.keepCookies(reply.headers.getSetCookie())
      return browser
    },
    codeFor: async (email) => (await json(`/sandbox/code?email=${encodeURIComponent(email)}`)).code ?? '',
    typeCard: async (provider, key, card) => {
      const number = cards[card]
      const year = new Date().getFullYear() + 2
      if (provider === 'square') {
        const body = JSON.stringify({
          application_id: key,
          number,
          month: '12',
          year: String(year),
          cvv: '123',
        })
        return (await json('/sandbox/square/cards', { body })).token ?? ''
      }
      const typed = {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': String(year),
        'card[cvc]': '123',
      }
      const method = await json('/sandbox/stripe/v1/payment_methods', {
        headers: { Authorization: `Bearer ${key}` },
        body: new URLSearchParams({ ...typed, 'billing_details[name]': 'Ada Lovelace' }),
      })
      return method.id ?? ''
    },
    payAtBank: async (browser, url) => {
      const { pathname, search } = new URL(url, base)
      if (!(await pressOnPage(browser, pathname + search, /^pay$/i)))
        throw new NotTried("the simulated bank's page has no button that pays")
    },
    chargesOf: async (reference) => {
      const reply = await app.request(`${base}/sandbox/books?reference=${encodeURIComponent(reference)}`, {})
      return ((await reply.json()) as { charges: unknown[] }).charges.length
    },
    solveCaptcha: async () => (await json('/sandbox/hcaptcha/token', { body: '' })).token ?? '',
    pass: async (seconds) => void (await json('/sandbox/clock', { body: JSON.stringify({ seconds }) })),
    scarce: 'lantern-evening|lantern-evening-saturday|adult|0',
  }
}

function arrangementOf({ captcha, expiring, member }: Wish) {
  return {
    ...(captcha && { captcha }),
    ...(expiring && { state: 'payment', secondsRemaining: 0 }),
    ...(member && { state: 'payment', user: 'member' }),
  }
}
