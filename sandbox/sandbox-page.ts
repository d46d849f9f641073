import { html } from 'hono/html'

type Content = ReturnType<typeof html>

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1.25rem }
  .label { display: inline-block; padding: .1rem .6rem; border: 2px dashed; border-radius: 1rem; font-size: .875rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
  dd { margin: 0; font-weight: 600 }
  form { display: grid; gap: .75rem; margin-top: 1.5rem }
  button { font: inherit; min-height: 3rem; border: 1px solid; border-radius: .5rem; cursor: pointer }
  button.main { background: #14532d; color: #fff; border-color: #14532d; font-weight: 600 }
  button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }
`

/** Renders a simulator's page, labelled so that nobody mistakes it for the real service. */
export function sandboxPage(title: string, content: Content): Content {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <p class="label">Sandbox: no real money moves</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
