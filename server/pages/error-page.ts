import { html } from 'hono/html'

import type { Config } from '#server/config.ts'

import { styles } from './assets.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'
import { styleElement } from './layout.ts'
import { picture } from './picture.ts'
import { searchForm } from './search-form.ts'

interface ErrorPage {
  title: string
  text: string
  /** The page of the form that was refused, if it is known. */
  back: string
  isSignedIn: boolean
}

/** Error page: a title and a sentence, with the ways on. It asks the database nothing, so that it can be shown whatever has failed. */
export function errorPage(
  config: Pick<Config, 'page' | 'mode'>,
  { title, text, back, isSignedIn }: ErrorPage,
) {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Foyer</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${styleElement(styles.page)}
      </head>
      <body>
        ${header({ isSignedIn })}
        <main class="page lost">
          ${picture('/pictures/paddle-in-cinema.svg', { isFirst: true })}
          <div>
            <h1>${title}</h1>
            <p class="lead">${text}</p>
            ${
              back
                ? html`<p class="actions">
                    <a class="button" data-look="primary" href="${back}">Go back</a>
                    <a class="button" data-look="secondary" href="/all-events/">All events</a>
                  </p>`
                : html`${searchForm()}
                    <p class="actions">
                      <a class="button" data-look="primary" href="/all-events/">All events</a>
                      <a class="button" data-look="secondary" href="/orders/">Find your order</a>
                    </p>`
            }
          </div>
        </main>
        ${footer(config)}
      </body>
    </html>`
}
