import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import { icon } from '#server/pages/icon.ts'
import { styleElement, type PageContext } from '#server/pages/layout.ts'

import type { countPeople } from './admit.ts'
import { doorAssets } from './door-assets.ts'
import type { Door } from './door-links.ts'

type Counts = Awaited<ReturnType<typeof countPeople>>

/** Renders the page that a steward scans tickets with: dark, without the shop's navigation. `door.js` brings it to life. */
export function showDoor(c: PageContext, { title, startsAt }: Door, { admitted, expected }: Counts) {
  return c.html(
    html`<!doctype html>
      <html lang="en-GB" data-theme="dark">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="robots" content="noindex" />
          <meta name="referrer" content="same-origin" />
          <meta name="color-scheme" content="dark" />
          <meta name="theme-color" content="#13131a" />
          <title>Door: ${title} – Foyer</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          ${styleElement(doorAssets.style)}
        </head>
        <body class="door" data-decoder="${doorAssets.decoder}">
          <header class="door-head">
            <div>
              <h1>${title}</h1>
              <p class="quiet">${niceDate(startsAt)}</p>
            </div>
            <p class="door-count">
              <strong><span data-part="admitted">${admitted}</span> in</strong>
              <span class="quiet">of <span data-part="expected">${expected}</span> expected</span>
            </p>
          </header>
          <p class="door-offline" data-part="offline" role="alert" hidden>
            ${icon('error', 24)} No connection: admit nobody
          </p>
          <main class="door-main">
            <section
              class="door-answer"
              data-part="answer"
              role="status"
              aria-live="assertive"
              aria-atomic="true"
            >
              ${icon('check', 80)} ${icon('cross', 80)} ${icon('error', 80)} ${icon('ticket', 80)}
              <div>
                <p class="door-title" data-part="title">Ready</p>
                <ul role="list" data-part="lines">
                  <li>Hold a ticket in front of the camera</li>
                </ul>
              </div>
            </section>
            <section class="door-camera" aria-label="Camera">
              <video data-part="video" muted playsinline></video>
              <p data-part="camera-note">Starting the camera …</p>
              <button class="button" data-look="secondary" data-part="light" aria-pressed="false" hidden>
                Light
              </button>
            </section>
            <form class="door-form" data-part="form">
              <label for="code">Or type the code</label>
              <div>
                <input
                  class="input"
                  id="code"
                  name="code"
                  maxlength="60"
                  autocomplete="off"
                  autocapitalize="characters"
                  spellcheck="false"
                  enterkeyhint="go"
                />
                <button class="button" data-look="primary">Check</button>
              </div>
            </form>
            <button class="button door-undo" data-look="secondary" data-part="undo" hidden></button>
            <noscript><p class="door-offline">This page needs JavaScript.</p></noscript>
          </main>
          <script type="module" src="${doorAssets.script.path}"></script>
        </body>
      </html>`,
  )
}
