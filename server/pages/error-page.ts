import { html } from 'hono/html'

import { styles } from './assets.ts'
import { styleElement } from './layout.ts'

/** Error page: a title and a sentence. */
export function errorPage(title: string, text: string) {
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
        <main class="page" data-width="text">
          <h1>${title}</h1>
          <p class="lead">${text}</p>
          <p class="actions">
            <a class="button" data-look="primary" href="/all-events/">All events</a>
            <a class="button" data-look="secondary" href="/checkout/">Your basket</a>
          </p>
        </main>
      </body>
    </html>`
}
