import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'

/**
 * A process with a static page that shows the basket's lines, given as JSON in `LINES`: the least that a page with them can take. The shop
 * is a process of the same kind.
 */
interface Line {
  ticket_name: string
  event_name: string
  nice_date: string
  qty: number
}

const { LINES = '[]', PORT } = process.env
const lines = JSON.parse(LINES) as Line[]

const page = html`<!doctype html>
  <html lang="en-GB">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <link rel="icon" href="data:," />
      <title>Basket</title>
      <style>
        body {
          font: 16px/1.5 sans-serif;
          margin: 16px;
        }
        li {
          padding: 16px;
          border: 1px solid #ccc;
        }
      </style>
    </head>
    <body>
      <main>
        <h1>Basket</h1>
        <ul>
          ${lines.map(
            (line) =>
              html`<li>
                <h3>${line.event_name}</h3>
                <p elementtiming="ticket-name">${line.ticket_name}</p>
                <p>${line.nice_date}</p>
                <p>Quantity: ${line.qty}</p>
              </li>`,
          )}
        </ul>
        <button>Reserve Basket</button>
      </main>
    </body>
  </html>`

const app = new Hono().get('/', (context) => context.html(page))
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () =>
  console.log('The floor is running'),
)
process.once('SIGTERM', () => process.exit(0))
