import { configure } from '#e2e/configured-shop.ts'
import { expect } from '#e2e/test.ts'
import { press, waits, type Do, type Doing, type Walk } from './walk.ts'

const tag = 'G-SHOP12345'

/** The cookies of the choices. */
const cookies: Record<string, { name: string; value: string }> = {
  granted: { name: 'analytics_consent', value: '1' },
  refused: { name: 'analytics_consent_refused', value: '1' },
}

/** Stores a choice as another tab does. The new cookie comes first, so that the page never finds none between them. */
async function store({ context }: Doing, choice: string) {
  const cookie = cookies[choice]
  if (cookie) await context.addCookies([{ ...cookie, domain: 'localhost', path: '/' }])
  for (const { name } of Object.values(cookies))
    if (name !== cookie?.name) await context.clearCookies({ name })
}

const choiceOf = (label: string) => label.replace(/^.*: /, '')

/** Opens a shop with a Google tag, whose script is a stand-in that sets Google's cookie. */
const open =
  (settings: object): Do =>
  async (doing) => {
    const { page, path, arrange } = doing
    await configure(page, { analyticsTag: tag, analyticsScript: '/gtag.js', ...settings })
    await page.route('**/gtag.js?*', (route) =>
      route.fulfill({ body: 'document.cookie = "_ga=GA1; path=/"' }),
    )
    await store(doing, choiceOf(path.steps[0]?.label ?? ''))
    await arrange({ shape: 'paid', state: 'basket' })
  }

/** Lets the browser keep no cookies from now on, if the next step of the path says so. */
async function breakCookies({ page, path, step, kept }: Doing) {
  const next = path.steps[path.steps.indexOf(step) + 1]?.label ?? ''
  if (!/not stored|failed/.test(next)) return
  kept.set('unstorable', next)
  await page.evaluate((isThrowing) => {
    const { get = () => '' } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {}
    const set = () => {
      if (isThrowing) throw new DOMException('cookies cannot be kept', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { get: get.bind(document), set })
  }, next.endsWith('failed'))
}

const banner = ({ page }: Doing) => page.getByRole('region', { name: 'May we count your visit?' })

const askAgain: Do = async (doing) => {
  doing.kept.set('wish', 'yes')
  await press('Cookie choices')(doing)
}

/** Chooses in the banner, for which the buyer asks again if it is closed. */
const choose =
  (name: 'Accept' | 'Refuse'): Do =>
  async (doing) => {
    if (!(await banner(doing).isVisible())) await askAgain(doing)
    await breakCookies(doing)
    await banner(doing).getByRole('button', { name }).click()
  }

/** Expects that Google's tag runs, or that it does not and nothing of it is left. */
async function expectTracking({ page, context, kept }: Doing, isTracked: boolean) {
  const runs = () =>
    page.evaluate(
      (id) => document.querySelector('script[src*="/gtag.js"]') !== null && !window[`ga-disable-${id}`],
      tag,
    )
  await expect.poll(runs, { message: 'the tag runs' }).toBe(isTracked)
  if (kept.has('unstorable')) return
  const hasCookie = async () => (await context.cookies()).some(({ name }) => name === '_ga')
  await expect.poll(hasCookie, { message: "Google's cookie is there" }).toBe(isTracked)
}

const expectShop: Do = ({ page }) =>
  expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()

const settled =
  (isTracked: boolean): Do =>
  async (doing) => {
    const { page, path, kept } = doing
    await expect(banner(doing)).toBeHidden()
    await expectTracking(doing, isTracked)
    const choices = page.getByRole('button', { name: 'Cookie choices' })
    await expect(choices).toHaveCount(path.start === 'asks' ? 1 : 0)
    if (kept.has('wish')) await expect(choices).toBeFocused()
    await expectShop(doing)
  }

const changing =
  (isTracked: boolean): Do =>
  async (doing) => {
    await expect(banner(doing).getByRole('heading')).toBeFocused()
    const choice = isTracked ? 'accepted' : 'refused'
    await expect(banner(doing).getByText(`Your choice now: ${choice}.`)).toBeVisible()
    await expectTracking(doing, isTracked)
  }

/** How the paths of `machines/consent.ts` are walked in a browser. */
export const consent: Walk = {
  starts: { asks: open({}), 'does not ask': open({ consentBanner: false }) },
  doings: {
    async 'consent.found'(doing) {
      const { page, path, step } = doing
      if (step === path.steps[0]) return // As it was stored before the page was opened
      await store(doing, choiceOf(step.label))
      await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    },
    'consent.change': askAgain,
    'consent.accept': choose('Accept'),
    'consent.refuse': choose('Refuse'),
    'done saveConsent': waits,
    'error saveConsent': waits,
  },
  complaints: [/cookies cannot be kept/],
  contents: {
    async asking(doing) {
      await expect(banner(doing)).toContainText('The checkout works the same without.')
      for (const name of ['Refuse', 'Accept'])
        await expect(banner(doing).getByRole('button', { name })).toBeEnabled()
      await expect(banner(doing).getByText('Your choice now')).toBeHidden()
      await expectTracking(doing, false)
      await expectShop(doing)
    },
    'granted.settled': settled(true),
    'granted.changing': changing(true),
    'refused.settled': settled(false),
    'refused.changing': changing(false),
  },
}
