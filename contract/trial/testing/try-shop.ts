import { shapeNames, type ShapeName } from '#e2e/any-shop/baskets-file.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { sandboxMeans } from '#contract/trial/sandbox-means.ts'
import { tryBackEnd } from '#contract/trial/try-back-end.ts'
import { before, type StandIn } from './stand-ins.ts'

const asIs: StandIn = (sent, ask) => ask(sent)

/** Tries a shop of a test, or a stand-in before it: with some of its baskets, and only what has one of these words in its title. */
export function tryShop(
  shop: TestShop,
  {
    standIn = asIs,
    shapes = shapeNames,
    only = [],
  }: { standIn?: StandIn; shapes?: ShapeName[]; only?: string[] } = {},
) {
  const base = shop.config.origin
  const app = before({ request: (url, init) => shop.app.request(url, init) }, standIn)
  return tryBackEnd({
    app,
    shop: { base, isSandbox: true, cardKey: '', isProduction: false, because: '' },
    links: Object.fromEntries(shapes.map((shape) => [shape, ['']])),
    means: sandboxMeans(app, base),
    only,
  })
}
