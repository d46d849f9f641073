import { Hono } from 'hono'
import { html } from 'hono/html'

import { niceDay } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { plural } from '#src/lib/plural.ts'

/**
 * Stands in for the accommodation map that an order is shown with, until the shop has one of its own (PAGE_CONFIG,
 * `accommodation`). Only this shop's pages may frame it; its styles are its own, as the frame has no origin.
 */
export const placesToStayPage = new Hono<ShopEnv>()

placesToStayPage.get('/places-to-stay/', (c) => {
  const { address = '', checkin = '', adults = '', maincolor = '' } = c.req.query()
  const colour = /^[0-9a-f]{6}$/i.test(maincolor) ? `#${maincolor}` : '#6b3fd1'
  const search = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: `hotels near ${address}` }).toString()}`
  return c.html(
    html`<!doctype html>
      <html lang="en-GB">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Places to stay</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            display: grid;
            place-content: center;
            justify-items: center;
            gap: 0.75rem;
            box-sizing: border-box;
            min-height: 100vh;
            margin: 0;
            padding: 1.5rem;
            background:
              radial-gradient(circle at 50% 38%, color-mix(in oklch, ${colour} 26%, transparent), #0000 55%),
              repeating-linear-gradient(28deg, #0000 0 58px, light-dark(#0001, #fff1) 58px 64px),
              repeating-linear-gradient(118deg, #0000 0 78px, light-dark(#0001, #fff1) 78px 83px),
              light-dark(#f3f1ec, #1b1a22);
            color: light-dark(#22212a, #f0eff5);
            font:
              1rem/1.5 system-ui,
              sans-serif;
            text-align: center;
          }
          h1,
          p {
            margin: 0;
            max-width: 34ch;
          }
          h1 {
            font-size: 1.25rem;
            overflow-wrap: anywhere;
          }
          a {
            display: inline-block;
            padding: 0.75rem 1.25rem;
            border-radius: 0.625rem;
            background: ${colour};
            color: #fff;
            font-weight: 600;
            text-decoration: none;
          }
          svg {
            fill: ${colour};
          }
        </style>
        <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
          <path
            d="M12 22c5-5 7.5-9 7.5-12a7.5 7.5 0 0 0-15 0c0 3 2.5 7 7.5 12Zm0-15a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z"
          />
        </svg>
        <h1>${address || 'Near the event'}</h1>
        <p>
          ${[fromWords(checkin), adults && `${adults} ${plural(Number(adults), 'adult')}`].filter(Boolean).join(' · ')}
        </p>
        <a href="${search}" target="_blank" rel="noopener">See places to stay</a>
      </html>`,
  )
})

/** Puts a date yyyy-MM-dd in words; '' if it is none. */
function fromWords(checkin: string): string {
  const date = new Date(`${checkin}T12:00Z`)
  return Number.isNaN(date.getTime()) ? '' : `From ${niceDay(date)}`
}
