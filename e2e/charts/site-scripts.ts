import { configure } from '#e2e/configured-shop.ts'
import { expect, expectLogged } from '#e2e/test.ts'
import { waits, type Do, type Walk } from './walk.ts'

/** Opens a shop in a site with these scripts. What the path does not answer waits for its end. */
const open =
  (settings: object): Do =>
  async ({ page, path, gate, arrange }) => {
    await configure(page, settings)
    gate.plan('loadBaseScript', { body: '' })
    gate.plan('loadSiteScripts', { body: '' })
    // As an old replacement for promises does that a site may have
    if (path.steps.some(({ label }) => label === 'error loadSiteScripts: failed'))
      await page.addInitScript(() => Reflect.deleteProperty(Promise, 'allSettled'))
    await arrange({ shape: 'paid', state: 'basket' })
  }

const scripts = ['/menu.js']

/** The problem that is reported after a step. */
const problems: Record<string, string> = {
  'after readyWait of loading_base': 'the base script takes too long',
  'after readyWait of signalling': 'the base script does not signal',
  'after scriptsWait': 'a script takes too long',
  'error loadBaseScript: failed': 'the base script cannot be loaded',
  'error loadSiteScripts: failed': 'the scripts cannot be loaded',
  'done loadSiteScripts: not all': 'cannot be loaded: /menu.js',
}

/** Expects a checkout that nothing has held up, and the script of the site only if it may be there. */
const expectShop =
  (isAsked: boolean): Do =>
  async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const asked = () => page.evaluate(() => document.querySelector('script[src="/menu.js"]') !== null)
    if (!isAsked) expect(await asked()).toBe(false)
  }

/** Expects that the end was reported if it was a bad one, and that the buyer can go on. */
const ended =
  (isAsked: boolean): Do =>
  async (doing) => {
    const { page, path, step } = doing
    const wasSignalling = path.steps.some(({ label }) => label === 'done loadBaseScript')
    const from =
      step.label === 'after readyWait' ? ` of ${wasSignalling ? 'signalling' : 'loading_base'}` : ''
    const problem = problems[step.label + from]
    if (problem) await expectLogged(page, new RegExp(`problem site scripts: ${problem}`))
    else expect(await page.evaluate(() => sessionStorage.getItem('session-log'))).not.toContain('problem')
    await expectShop(isAsked)(doing)
  }

/** How the paths of `machines/site-scripts.ts` are walked in a browser. */
export const siteScripts: Walk = {
  starts: {
    'with a base script': open({ baseScript: '/base.js', siteScripts: scripts }),
    'without a base script': open({ siteScripts: scripts }),
  },
  doings: {
    'done readReadyFlag: set': ({ page }) => page.evaluate(() => Object.assign(window, { siteReady: true })),
    'done readReadyFlag: not set': waits,
    'error readReadyFlag': ({ page }) =>
      page.evaluate(() => {
        const get = () => {
          throw new Error('the site is broken')
        }
        Object.defineProperty(window, 'siteReady', { get })
      }),
    'error loadSiteScripts': waits,
  },
  answers: {
    'done loadBaseScript': { body: '' },
    'done loadSiteScripts: all': { body: '' },
    'done loadSiteScripts: not all': { status: 404 },
  },
  contents: {
    loading_base: expectShop(false),
    'signalling.checking': expectShop(false),
    'signalling.waiting': expectShop(false),
    loading_others: expectShop(true),
    given_up: ended(false),
    finished: ended(true),
  },
}
