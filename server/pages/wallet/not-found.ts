import type { Context } from 'hono'
import { html } from 'hono/html'

import type { ShopEnv } from '#server/http/env.ts'
import { showPage } from '#server/pages/layout.ts'

/** Replies 404 in the same words for what does not exist and for what is somebody else's. */
export function notFound(c: Context<ShopEnv>): Promise<Response> {
  const signIn = `/signin/?${new URLSearchParams({ next: c.req.path })}`
  return showPage(c, {
    title: 'Nothing to see here',
    status: 404,
    content: html`<h1>Nothing to see here</h1>
      <p class="lead">Orders and tickets are shown only to the people who have them.</p>
      <p>
        If this is yours, sign in with the email address of the order, or find the order without an account.
      </p>
      <p class="actions">
        <a class="button" data-look="primary" href="${signIn}">Sign in</a>
        <a class="button" data-look="secondary" href="/orders/">Find your order</a>
      </p>`,
  })
}
