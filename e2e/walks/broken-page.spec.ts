import { withPlainPage } from '#e2e/plain-page.ts'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '#e2e/test.ts'
import { findWrongWalk, type RandomWalk } from '#machines/paths/walks/random-walk.ts'
import { walkInBrowser } from './browser-walk.ts'

test.use({ trace: 'off' })

/** Pages that a random walk must find wrong: how they are broken, what is told, and how many moves lead there at most. */
const broken: [string, (context: BrowserContext) => Promise<unknown>, RegExp, number][] = [
  [
    'never moves the focus',
    (context) =>
      context.addInitScript(() => {
        HTMLElement.prototype.focus = () => {}
      }),
    /the focus is somewhere after a change/,
    3,
  ],
  [
    'shows another total than that of the shop',
    async (context) => {
      await withPlainPage(context)
      await context.route('**/checkout/checkout/get/', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), basket_total: '1.00' } })
      })
    },
    /the total on the page is that of the shop/,
    0,
  ],
]

for (const [what, sabotage, told, moves] of broken)
  test(`tells the shortest random walk on which a page that ${what} goes wrong, and plays it again`, async ({
    browser,
    shop,
  }) => {
    const play = (walk: RandomWalk) =>
      walkInBrowser(browser, shop.url, { shape: 'paid', state: 'payment' }, walk, sabotage)
    const options = { walks: 5, seed: 1, mostMoves: 15, timeLimit: 30_000 }
    const wrong = await findWrongWalk(play, options)
    expect(wrong?.story).toMatch(told)
    expect(wrong?.moves).toBeLessThanOrEqual(moves)
    const again = await findWrongWalk(play, { ...options, path: wrong?.path })
    expect(again?.story).toMatch(told)
  })
