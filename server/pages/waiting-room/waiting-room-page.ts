import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readText } from '#server/http/input.ts'
import { assets } from '#server/pages/assets.ts'
import { eventTitle } from '#server/pages/event-title.ts'
import { icon } from '#server/pages/icon.ts'
import { showPage, tokenField, type Content } from '#server/pages/layout.ts'
import { picture } from '#server/pages/picture.ts'
import type { Line } from '#server/waiting-room/line.ts'
import { passWaitingRoom, ticketsPath } from '#server/waiting-room/pass-waiting-room.ts'
import { visitRoom, type Standing } from '#server/waiting-room/standing.ts'

import { closing, turn } from './room-words.ts'
import { standingText, type StandingText } from './standing-view.ts'

/** The waiting room of an event: shows the visitor's place, and leads back to where they came from once it is their turn. */
export const waitingRoomPage = new Hono<ShopEnv>()

waitingRoomPage.get('/waiting-room/:event/', async (c) => {
  const eventId = c.req.param('event')
  const visit = await visitRoom(c.var.db, c.var.session, eventId)
  if (!visit) return c.notFound()
  const { line, standing } = visit
  const back = readBack(c.req.query('to') ?? '', eventId)
  if (isThrough(standing)) return c.redirect(back, 303)
  const text = textOf(c, visit, { eventId, back })
  return showPage(c, {
    title: `${text.title} – Waiting room for ${line.title}`,
    width: 'wide',
    parts: 'room',
    refreshSeconds: standing.next === null ? undefined : Math.max(10, standing.next),
    content: html`<div class="room">
      <header class="room-event">
        ${picture(line.picture, { isFirst: true })}
        <p class="eyebrow">Waiting room</p>
        <h1>${eventTitle(line.title)}</h1>
        <p class="quiet">
          ${[line.starts_at && niceDate(line.starts_at), line.venue_name].filter(Boolean).join(' · ')}
        </p>
      </header>
      <div class="room-main">
        <section
          aria-label="Your place"
          data-room="/waiting-room/${eventId}/standing/?${new URLSearchParams({ to: back })}"
          data-next="${standing.next ?? ''}"
        >
          ${placeOf(standing, text)}
        </section>
        <p class="visually-hidden" role="status" data-said></p>
        <p class="notice" data-look="warning" data-offline hidden>
          ${icon('error')} We cannot reach the shop at the moment. You keep your place; this page goes on by
          itself.
        </p>
        ${standing.next === null ? '' : advice(line, standing)}
      </div>
      <script type="module" src="${assets.roomScript.path}"></script>
    </div>`,
  })
})

/** The place alone, for the page's script; `Retry-After` says in how many seconds to ask again, and its absence not to. */
waitingRoomPage.get('/waiting-room/:event/standing/', async (c) => {
  const eventId = c.req.param('event')
  const visit = await visitRoom(c.var.db, c.var.session, eventId)
  if (!visit) return c.notFound()
  const { standing } = visit
  const back = readBack(c.req.query('to') ?? '', eventId)
  if (standing.next !== null) c.header('Retry-After', String(standing.next))
  return c.html(
    placeOf(standing, textOf(c, visit, { eventId, back }), isThrough(standing) ? back : undefined),
  )
})

waitingRoomPage.post('/waiting-room/:event/', async (c) => {
  const eventId = c.req.param('event')
  // Not by reading the line, which would be told for a second without this visitor.
  const event = await c.var.db
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .where('published', '=', true)
    .executeTakeFirst()
  if (!event) return c.notFound()
  const back = readBack(readText(c.var.form, 'to', 2500), eventId)
  return c.redirect((await passWaitingRoom(c.var, [eventId], { back, again: true })) ?? back, 303)
})

const isThrough = ({ kind }: Standing) => kind === 'open' || kind === 'admitted'

/** Where to go after the waiting room: a page of the checkout or of an event, or a link to a basket, and nothing else. */
function readBack(to: string, eventId: string): string {
  return /^\/(?:checkout\/|events(?:\/[\w-]+){1,2}\/(?:#tickets)?|buy\/\?[\w=&:.%+*-]+)$/.test(to)
    ? to
    : ticketsPath(eventId)
}

type Visit = NonNullable<Awaited<ReturnType<typeof visitRoom>>>

function textOf(
  c: Context<ShopEnv>,
  { line, standing }: Visit,
  { eventId, back }: { eventId: string; back: string },
): StandingText {
  return standingText(line, standing, (label, look) => joinForm(c, { eventId, back, label, look }))
}

function placeOf({ kind }: Standing, { title, said, place, notes }: StandingText, to?: string): Content {
  return html`<div
    class="stub"
    data-kind="${kind}"
    data-title="${title}"
    data-say="${said}"
    ${to ? html`data-to="${to}"` : ''}
  >
    <div class="stub-body room-place">${place}</div>
    <div class="stub-foot room-notes">
      ${notes} ${to ? html`<p><a class="button" data-look="primary" href="${to}">Continue</a></p>` : ''}
    </div>
  </div>`
}

interface JoinForm {
  eventId: string
  back: string
  label: string
  look?: 'primary' | 'secondary' | undefined
}

/** The id of the form that takes a place, for a button elsewhere on the page. */
export const joinFormId = 'join-waiting-room'

/** The form that takes a place; leads straight on if one is free. */
export function joinForm(c: Context<ShopEnv>, { eventId, back, label, look = 'primary' }: JoinForm): Content {
  return html`<form id="${joinFormId}" method="post" action="/waiting-room/${eventId}/">
    ${tokenField(c)}
    <input type="hidden" name="to" value="${back}" />
    <button class="button" data-look="${look}">${label}</button>
  </form>`
}

function advice({ minutes }: Line, { kind }: Standing): Content {
  return html`<form class="room-tell" data-tell hidden>
      <label class="tick"
        ><input type="checkbox" name="sound" /> <span>Play a sound when it is my turn</span></label
      >
      <label class="tick" data-notification
        ><input type="checkbox" name="notification" /> <span>Show a notification as well</span></label
      >
    </form>
    <section class="prose">
      <h2>While you wait</h2>
      <ul>
        <li>
          <strong>${closing.can}</strong> ${
            kind === 'lobby'
              ? closing.lobby
              : `${closing.line} It moves up meanwhile; your turn begins when you are here.`
          }
        </li>
        <li>
          <strong>Then you have ${turn(minutes)}</strong> to choose and reserve. Reserved tickets are yours
          for ten more minutes while you pay.
        </li>
        <li>
          <strong>Have ready:</strong> your email, to which we may send a code, and your card or banking app.
        </li>
        <li>
          <strong>One place each.</strong> It belongs to this browser, and to your account if you are signed
          in. More tabs, reloading and other links make no difference.
        </li>
      </ul>
    </section>`
}
