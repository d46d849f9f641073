import { html } from 'hono/html'

import { dayOrToday, niceTime } from '#server/catalogue/dates.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import { keptMinutes } from '#server/waiting-room/admit-next.ts'
import type { Line } from '#server/waiting-room/line.ts'
import type { Standing, Waiting } from '#server/waiting-room/standing.ts'
import { plural } from '#src/lib/plural.ts'

import { duration, number, paused, turn } from './room-words.ts'

/** What a visitor reads about their place: on the page, in its title, and aloud. */
export interface StandingText {
  /** Before the title of the page, such as "1,204 ahead". */
  title: string
  /** What a screen reader says when it changes; rounded, so that it changes rarely. */
  said: string
  /** Where they stand, above the tear line of the stub. */
  place: Content
  /** What follows from it, below. */
  notes: Content
}

/** Writes where a visitor stands. `joinForm` is the form that takes a new place. */
export function standingText(
  line: Line,
  standing: Standing,
  joinForm: (label: string, look?: 'secondary') => Content,
): StandingText {
  switch (standing.kind) {
    case 'open':
    case 'admitted':
      return plain('It is your turn', 'check', html`<p>You can choose your tickets now.</p>`)
    case 'waiting':
      return waitingText(line, standing)
    case 'lobby':
      return lobbyText(line, standing)
    case 'drawing':
      return plain(
        'Finding your place …',
        'ticket',
        html`<p class="quiet">You have a place in the line. Its number comes in a moment.</p>`,
      )
    case 'outside':
      return plain(
        'Waiting room',
        'ticket',
        html`<p>
            ${
              line.is_on_sale
                ? 'So that everybody gets a fair chance, buyers of these tickets wait in one line.'
                : html`The sale opens ${line.opens_at ? dayOrToday(line.opens_at, line.now) : 'soon'}. Take a
                  place now; at the opening, all places are drawn at random.`
            }
          </p>
          ${joinForm('Join the waiting room')}`,
      )
    case 'over':
      return plain(
        'Your turn is over',
        'clock',
        html`<p>
            You were admitted for ${turn(line.minutes)}, and your tickets were not reserved or paid for in
            time. Somebody else has your place now.
          </p>
          <p>Your basket is as you left it. You can join the line again, at its end.</p>
          ${joinForm('Join again')}`,
      )
    case 'left':
      return plain(
        'Your place was given up',
        'clock',
        html`<p>
            You were not here for more than ${keptMinutes} minutes, so your place was given up. You can join
            the line again, at its end.
          </p>
          ${joinForm('Join again')}`,
      )
    case 'bought':
      return plain(
        'You have your tickets',
        'check',
        html`<p>You have bought tickets with your place. For more, you would wait again.</p>
          <div class="actions">
            <a class="button" data-look="primary" href="/checkout/">Your order</a>
            ${joinForm('Join again', 'secondary')}
          </div>`,
      )
    case 'elsewhere':
      return plain(
        'It is your turn already',
        'check',
        html`<p>
          It is your turn with another basket: in the browser in which you chose tickets before. Please go on
          there.
        </p>`,
      )
    case 'sold_out':
      return plain(
        'Sold out',
        'ticket',
        html`<p>We are sorry: all tickets have been sold. You need not wait any longer.</p>
          <div class="actions">
            <a class="button" data-look="primary" href="/mailing-list">Tell me about the next one</a>
            <a class="alone" href="/all-events/">See what else is on</a>
          </div>`,
      )
    case 'closed':
      return plain(
        'The sale is over',
        'ticket',
        html`<p>Tickets for this event are not on sale any more.</p>
          <p><a class="button" data-look="primary" href="/all-events/">See what else is on</a></p>`,
      )
  }
}

function plain(title: string, sign: Parameters<typeof icon>[0], notes: Content): StandingText {
  return {
    title,
    said: title,
    place: html`${icon(sign, 32)}
      <h2>${title}</h2>`,
    notes,
  }
}

function lobbyText({ now }: Line, { opensAt, others }: Extract<Standing, { kind: 'lobby' }>): StandingText {
  const opening = `The sale opens ${dayOrToday(opensAt, now)}`
  const seconds = Math.max(0, Math.ceil((opensAt.getTime() - now.getTime()) / 1000))
  const company =
    others === 0
      ? 'Nobody else is here yet.'
      : `${number(others)} ${others === 1 ? 'other person is' : 'other people are'} here.`
  return {
    title: 'You are in the waiting room',
    said: `You have a place. ${opening}`,
    place: html`<p><strong>You are in the waiting room.</strong> ${opening}.</p>
      <p class="room-figure" role="timer" data-left="${seconds}">${timeLeft(seconds)}</p>`,
    notes: html`<p>
        Everybody who is here at the opening gets a place in the line at random. It makes no difference when
        you came, or how fast your connection is.
      </p>
      <p class="quiet">${company}</p>`,
  }
}

function waitingText(
  line: Line,
  { ahead, isMore, minutes, isLonger, isPaused, isHeld }: Waiting,
): StandingText {
  const people = ahead === 1 ? 'person is' : 'people are'
  const notice = isPaused
    ? `${paused} You keep your place.`
    : isHeld
      ? "All tickets that are left are in other buyers' baskets. If somebody does not buy theirs, it goes on here."
      : isLonger
        ? 'This is longer than we said before: buyers ahead of you are taking more time than others did.'
        : ''
  return {
    title: ahead === 0 ? 'You are next' : `${isMore ? 'Over ' : ''}${number(ahead)} ahead`,
    said: [saidAhead(ahead), minutes ? `Your turn is in about ${duration(minutes)}` : '', notice]
      .filter(Boolean)
      .join('. '),
    place:
      ahead === 0
        ? html`<p class="room-figure" data-look="words">You are next</p>`
        : html`<p class="room-ahead">
            ${isMore ? 'More than ' : ''}<strong class="room-figure">${number(ahead)}</strong> ${people} ahead
            of you
          </p>`,
    notes: html`${
        minutes
          ? html`<p class="room-time">About <strong>${duration(minutes)}</strong> to go</p>`
          : isPaused || isHeld
            ? ''
            : html`<p>We will tell you how long it takes once a few buyers have gone through.</p>`
      }
      ${notice && html`<p class="notice" data-look="warning">${icon('error')} ${notice}</p>`}
      <p class="quiet small">As of ${niceTime(line.now)}. This page keeps itself up to date.</p>`,
  }
}

/** The time until the opening in words, for browsers without the script that counts it down. */
function timeLeft(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} ${plural(minutes, 'minute')}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} ${plural(hours, 'hour')}` : `${Math.round(hours / 24)} days`
}

/** The number ahead, rounded up to one digit and zeros. */
function saidAhead(ahead: number): string {
  if (ahead === 0) return 'You are next'
  if (ahead === 1) return '1 person is ahead of you'
  if (ahead <= 5) return `${ahead} people are ahead of you`
  const step = 10 ** Math.floor(Math.log10(ahead))
  return `Fewer than ${number((Math.floor(ahead / step) + 1) * step)} people are ahead of you`
}
