import { places } from '#e2e/places.ts'
import { test, type Arrangement } from '#e2e/test.ts'
import { findWrongWalk } from '#machines/paths/walks/random-walk.ts'
import { walkInBrowser } from './browser-walk.ts'

/** `npm run e2e -- --walks 20 --seed 7`, as `scripts/e2e.ts` hands it over: how many walks, the first seed, and one to play again. */
const { E2E_WALKS = '0', E2E_WALKS_SEED = '1', E2E_WALKS_PATH } = process.env

const seeds = Array.from({ length: Number(E2E_WALKS) }, (_, index) => Number(E2E_WALKS_SEED) + index)

// Its story takes the place of a trace of a walk, which would slow all of them down.
test.use({ trace: 'off' })

for (const seed of seeds) {
  const place = places[seed % places.length] as Arrangement
  const start = `${place.state} of the basket "${place.shape}"`
  test(`stays sound on random walk ${seed}, from ${start}`, async ({ browser, shop }) => {
    test.setTimeout(360_000)
    const wrong = await findWrongWalk((walk) => walkInBrowser(browser, shop.url, place, walk), {
      walks: 1,
      seed,
      mostMoves: 40,
      timeLimit: 120_000,
      path: E2E_WALKS_PATH,
    })
    if (!wrong) return
    const again = `npm run e2e -- --walks 1 --seed ${seed} --walk ${wrong.path}`
    throw new Error(`From ${start}:\n${wrong.story}\n${again} plays it again.`)
  })
}
