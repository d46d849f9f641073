import type { Context } from 'hono'
import { html, raw } from 'hono/html'

import { countBasket } from '#server/basket/count-basket.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { maskToken } from '#server/http/masked-tokens.ts'
import { csrfToken } from '#server/http/session-middleware.ts'

import { assets, styles } from './assets.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'
import { icon } from './icon.ts'

/** Escaped HTML made by `html`, or an empty text. */
export type Content = ReturnType<typeof html> | ''

/** What a page needs of its request; also given by handlers with more variables. */
export type PageContext = Pick<Context<ShopEnv>, 'var' | 'html' | 'header'> & { req: { path: string } }

export interface Page {
  title: string
  /** Whether the page refuses a form, which its title tells then; by its status unless it is said. */
  isRefused?: boolean
  description?: string
  /** Page width: wide for rows of cards, narrow for text, narrower for a short form alone. */
  width?: 'wide' | 'text' | 'form'
  status?: 200 | 404 | 409 | 410 | 422 | 429 | 503
  /** Without scripts, the browser loads the page again after so many seconds. */
  refreshSeconds?: number | undefined
  /** Whether the page has parts of the wallet or of a waiting room. */
  parts?: 'wallet' | 'room'
  /** What stays in sight at the top, below the header. */
  banner?: Content
  content: Content | Content[]
}

/** Renders a page of the shop with header, content and footer. */
export async function showPage(c: PageContext, page: Page): Promise<Response> {
  const {
    title,
    description = '',
    width = 'text',
    status = 200,
    refreshSeconds,
    parts,
    banner = '',
    content,
  } = page
  const isRefused = page.isRefused ?? [409, 422, 429].includes(status)
  const { session, config } = c.var
  const count = await countBasket(c.var.db, session)
  return c.html(
    html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <title>${isRefused ? 'Error: ' : ''}${title} – Foyer</title>
          ${description && html`<meta name="description" content="${description}" />`}
          ${refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>` : ''}
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#f8f7f3" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#13131a" media="(prefers-color-scheme: dark)" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          ${styleElement(styles.page, parts ? styles[parts] : '')}
        </head>
        <body>
          <a class="skip" href="#content">Skip to the content</a>
          ${header({ path: c.req.path, isSignedIn: session.userId !== null, count, banner })}
          <main class="page" id="content" tabindex="-1" data-width="${width}">${content}</main>
          ${footer(config)}
          <script type="module" src="${assets.script.path}"></script>
        </body>
      </html>`,
    status,
  )
}

/** Renders styles into the head of a page. */
export function styleElement(...css: string[]): Content {
  return html`<style>
    ${raw(css.join(' '))}
  </style>`
}

/** Renders the hidden field with the CSRF token, masked so that the page can be compressed. */
export function tokenField(c: PageContext): Content {
  const token = csrfToken(c.var.config.secrets.sessionKey, c.var.session.token)
  return html`<input type="hidden" name="_token" value="${maskToken(token)}" />`
}

/** Renders the error message above a form, which takes the focus; empty without a message. */
export function problem(message: string): Content {
  return (
    message &&
    html`<p class="notice" data-look="danger" role="alert" tabindex="-1" autofocus>
      ${icon('error')} ${message}
    </p>`
  )
}
