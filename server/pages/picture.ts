import { html, raw } from 'hono/html'

import type { Content } from './layout.ts'
import { drawnPicture } from './pictures/picture-routes.ts'

/**
 * Renders a picture of 3:2. The first that a visitor sees comes with the page if the shop has drawn it, otherwise before anything
 * else; the others are loaded when they come into view.
 */
export function picture(address: string, { isFirst = false } = {}): Content {
  if (!isFirst) return html`<img src="${address}" alt="" width="600" height="400" loading="lazy" />`
  const drawn = drawnPicture(address)
  return html`<img
    src="${drawn ? raw(drawn) : address}"
    alt=""
    width="600"
    height="400"
    fetchpriority="high"
  />`
}
