import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { takeRejectedChoice, type RejectedChoice } from '#server/basket/rejected-choice.ts'
import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { dateSpan, dayOrToday, niceTime } from '#server/catalogue/dates.ts'
import { priceTag } from '#server/catalogue/price-text.ts'
import { readShopTime } from '#server/database/shop-time.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readLineOutside } from '#server/waiting-room/line.ts'
import { turnOf } from '#server/waiting-room/pass-waiting-room.ts'
import { readPlace } from '#server/waiting-room/places.ts'
import { plural } from '#src/lib/plural.ts'
import { keepPostcodes } from '#src/lib/postcode.ts'

import { eventCards } from './event-card.ts'
import { eventData } from './event-data.ts'
import { eventTitle } from './event-title.ts'
import { eventsOf } from './find-events.ts'
import { fieldProblem } from './field.ts'
import { icon } from './icon.ts'
import { problem, showPage, tokenField, type Content } from './layout.ts'
import {
  fewLeft,
  isShort,
  offer,
  quantities,
  toPay,
  type Event,
  type EventDate,
  type TicketType,
} from './offer.ts'
import { dateAnchor, isSoldOut, waysOn } from './sold-out.ts'
import { picture } from './picture.ts'
import { ticketPrice } from './price.ts'
import { safeHtml } from './safe-html.ts'
import { areSoldAlike, seatPrices, seatedDate } from './seated-date.ts'
import { stepper } from './stepper.ts'
import {
  needs,
  ownPolicy,
  policiesBelow,
  readTicketNotes,
  sharedPolicies,
  type TicketNotes,
} from './ticket-notes.ts'
import { dateHeading, wholeDates } from './whole-dates.ts'
import { entryLabel, roomOffer } from './waiting-room/room-offer.ts'
import { joinFormId } from './waiting-room/waiting-room-page.ts'

/** Event page with the form that adds tickets to the basket. */
export const eventPage = new Hono<ShopEnv>()

eventPage.get('/events/:slug/', async (c) => {
  const events = await readCatalogue(c.var.db)
  const event = events.find(({ id }) => id === c.req.param('slug'))
  if (!event) return c.notFound()
  const rejected = takeRejectedChoice(c)
  const hasRoom = event.waiting_room_capacity !== null && hasSale(event)
  const now = await readShopTime(c.var.db)
  const place = hasRoom ? await readPlace(c.var.db, c.var.session, event.id) : null
  const turnUntil = turnOf(place)
  const room = hasRoom && !turnUntil ? { line: await readLineOutside(c.var.db, event.id), place } : null
  const notes = await readTicketNotes(c.var.db, event.id)
  const missing = rejected && !room && isNothing(rejected) ? firstQuantity(event, notes) : undefined
  const others = eventsOf(events, event.organiser_id).filter(({ id }) => id !== event.id)
  return showPage(c, {
    title: event.title,
    isRefused: !!rejected,
    description: event.blurb,
    width: 'wide',
    banner: turnUntil ? turnBanner(now, turnUntil) : '',
    content: [
      html`<article class="event">
        <div class="event-picture">${picture(event.picture, { isFirst: true })}</div>
        <div class="event-head">
          <p class="eyebrow">${event.category}</p>
          <h1>${eventTitle(event.title)}</h1>
          <p class="lead">${event.blurb}</p>
          ${facts(event)}
        </div>
        <div class="event-text">
          <h2>About</h2>
          ${safeHtml(event.description_html)}
          <p class="quiet">
            By <a href="/organisers/${event.organiser_id}/">${event.organiser_name}</a>.
            ${
              event.refund_protection
                ? 'Refund protection can be added in the basket.'
                : 'Refund protection is not offered for this event.'
            }
            ${refunds(event, notes)}
          </p>
        </div>
        <div class="event-tickets" id="tickets">
          ${problem((!missing && rejected?.message) || '')}
          ${
            room
              ? roomOffer(c, event, { ...room, now })
              : ticketForm(c, event, {
                  notes,
                  chosen: rejected?.chosen ?? {},
                  missing,
                  now,
                })
          }
        </div>
        ${room ? roomBar(event, entryLabel(room)) : ticketsBar(event)}
      </article>`,
      others.length
        ? html`<section class="more">
            <h2>More by ${event.organiser_name}</h2>
            ${eventCards(others.slice(0, 3), now, {
              isFirst: false,
              isBelow: true,
            })}
          </section>`
        : '',
      eventData(event, c.var.config.origin),
    ],
  })
})

/** Tells a visitor who has come through the waiting room how long they have; the page's script counts the minutes. */
function turnBanner(now: Date, until: Date): Content {
  const seconds = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return html`<p class="turn">
    ${icon('check')}
    <span
      ><strong>It is your turn.</strong> Please reserve your tickets by ${niceTime(until)} (<span
        data-seconds-left="${seconds}"
        >${minutes} ${plural(minutes, 'minute')} left</span
      >).</span
    >
  </p>`
}

/** On a phone, the lowest price and the way to the tickets, or to the seats of the only date, until they are on the screen. */
function ticketsBar(event: Event): Content {
  const open = event.dates.filter((date) => date.is_on_sale && !isSoldOut(date))
  const [first, ...others] = open
  const areSeated = open.length > 0 && open.every(({ seating_plan }) => seating_plan)
  const ways = first && others.length > 0 ? `#${dateAnchor(first)}` : `/events/book_seats/${first?.id}/`
  const href = areSeated ? ways : '#tickets'
  const label = areSeated ? 'Choose seats' : 'Choose tickets'
  return priceBar(event, html`<a class="button" data-look="primary" href="${href}">${label}</a>`)
}

/** On a phone, the lowest price and the way into the waiting room, also before the sale opens, until what to expect is on the screen. */
function roomBar(event: Event, label: string): Content {
  return priceBar(
    {
      ...event,
      dates: event.dates.map((date) => ({ ...date, is_on_sale: date.is_on_sale || date.opens_later })),
    },
    html`<button class="button" data-look="primary" form="${joinFormId}">${label}</button>`,
  )
}

function priceBar(event: Event, button: Content): Content {
  const { cheapest, hasPrices } = offer(event)
  if (!cheapest) return ''
  return html`<p class="price-bar">
    <strong>${hasPrices ? 'from ' : ''}${priceTag(toPay(cheapest), event.currency)}</strong>
    ${button}
  </p>`
}

/** Returns whether there is, or will be, something to wait for. */
function hasSale(event: Event): boolean {
  return !offer(event).isSoldOut && event.dates.some((date) => date.is_on_sale || date.opens_later)
}

function facts({ dates, venue_name, venue_full_address, livestream_url }: Event): Content {
  return html`<ul class="facts" role="list">
    ${dates.map(
      (date) =>
        html`<li>
          ${icon('calendar')}
          <span>
            ${wholeDates(dateSpan(date))}
            ${isSoldOut(date) ? html`<span class="mark" data-look="danger">Sold out</span>` : ''}
          </span>
        </li>`,
    )}
    ${
      livestream_url || venue_name || venue_full_address
        ? html`<li>
            ${icon(livestream_url ? 'screen' : 'place')}
            <span>
              ${
                livestream_url
                  ? 'Online'
                  : html`${venue_name}<br /><span class="quiet">${keepPostcodes(venue_full_address)}</span>`
              }
            </span>
          </li>`
        : ''
    }
  </ul>`
}

/** The organiser's own refund policy, or whom to ask about refunds of tickets without any; '' if nothing costs anything. */
function refunds(
  { organiser_id: id, organiser_name: name, has_refund_policy, dates }: Event,
  notes: TicketNotes,
): Content {
  const charged = dates.flatMap(({ ticket_types }) => ticket_types).filter((type) => toPay(type) > 0)
  if (charged.length === 0) return ''
  if (has_refund_policy)
    return html`Refunds follow the <a href="/organisers/${id}/refund-policy/">refund policy of ${name}</a>.`
  if (charged.every(({ id }) => notes[id]?.policy)) return ''
  return html`<a href="/organisers/${id}/">Ask ${name} about refunds</a>.`
}

interface TicketChoice {
  notes: TicketNotes
  /** What was chosen before, by ticket type. */
  chosen: RejectedChoice['chosen']
  /** The ticket type that says that no tickets were chosen. */
  missing: string | undefined
  now: Date
}

/** Whether the form was sent with all quantities at 0. */
function isNothing({ chosen }: RejectedChoice): boolean {
  const counts = Object.values(chosen)
  return counts.length > 0 && counts.every((count) => count === 0)
}

/** The ticket type whose quantity comes first in the form, of those that are sold by themselves if there are any; undefined without one. */
function firstQuantity({ dates }: Event, notes: TicketNotes): string | undefined {
  const offered = soldOutLast(dates)
    .filter(({ is_on_sale, seating_plan }) => is_on_sale && !seating_plan)
    .flatMap(({ ticket_types }) => ticket_types)
    .filter((type) => quantities(type).length > 0)
  return (offered.find(({ id }) => !notes[id]?.required.length) ?? offered[0])?.id
}

const soldOutLast = (dates: EventDate[]) =>
  dates.toSorted((a, b) => Number(isSoldOut(a)) - Number(isSoldOut(b)))

function ticketForm(c: Context<ShopEnv>, event: Event, choice: TicketChoice): Content {
  const { dates } = event
  if (dates.length === 0) return html`<p class="panel">There are no dates at the moment.</p>`
  const { isSoldOut: isAllSold, cheapest } = offer(event)
  if (isAllSold)
    return html`<div class="panel">
      <h2>Sold out</h2>
      <p>All tickets have been sold.</p>
      ${waysOn(event)}
    </div>`
  const seated = dates.filter(isSeated)
  // A single date stands in the facts of the event.
  const isToldAbove = dates.length === 1
  const areAlike = seated.length > 1 && areSoldAlike(seated, choice.notes)
  const [sample] = areAlike ? seated : []
  const [only] = isToldAbove ? seated : []
  const policies = sharedPolicies(dates, choice.notes)
  return html`<form
    class="panel tickets"
    method="post"
    action="/do/checkout/add/"
    data-basket="${event.currency}"
  >
    ${tokenField(c)}
    <h2>Tickets</h2>
    ${
      sample
        ? html`<div class="date">
            <h3>Prices</h3>
            ${seatPrices(event, sample)}
          </div>`
        : ''
    }
    ${soldOutLast(dates).map(
      (date) =>
        html`<fieldset
          class="date"
          id="${dateAnchor(date)}"
          ${isToldAbove || (sample && (isSeated(date) || !date.is_on_sale)) ? '' : 'data-part'}
          ${isSoldOut(date) ? 'data-sold-out' : ''}
          ${isSeated(date) ? 'data-seated' : ''}
        >
          ${
            isToldAbove
              ? html`<legend class="visually-hidden">${dateHeading(date)}</legend>`
              : html`<legend><h3>${dateHeading(date)}</h3></legend>`
          }
          ${
            isSeated(date)
              ? html`${sample || isSoldOut(date) ? '' : seatPrices(event, date)}
                ${only ? '' : seatedDate(date)}`
              : ticketsOf(event, date, choice)
          }
          ${policies || !date.is_on_sale ? '' : policyLines(policiesBelow(date, choice.notes))}
          ${isSoldOut(date) ? waysOn(event) : ''}
        </fieldset>`,
    )}
    ${only?.ticket_types.length ? html`<div class="buy">${seatedDate(only)}</div>` : ''}
    ${
      cheapest === null || dates.every(({ seating_plan }) => seating_plan)
        ? ''
        : html`<div class="buy">
            <p class="buy-total" aria-live="polite" data-total>Choose how many you would like</p>
            <button class="button" data-look="primary">Add to basket</button>
          </div>`
    }
    ${policies?.length ? html`<div class="terms">${policyLines(policies)}</div>` : ''}
  </form>`
}

const isSeated = ({ seating_plan, is_on_sale }: EventDate) => Boolean(seating_plan && is_on_sale)

const policyLines = (policies: string[]) =>
  policies.map((policy) => html`<p class="quiet small">${policy}</p>`)

function ticketsOf(event: Event, date: EventDate, choice: TicketChoice): Content {
  if (!date.is_on_sale) return html`<p class="quiet date-note">${closedText(date, choice.now)}</p>`
  return html`${date.ticket_types.map((type) => ticketRow(event, date, type, choice))}`
}

function closedText({ opens_later, sale_opens_at }: EventDate, now: Date): string {
  return opens_later && sale_opens_at ? `On sale from ${dayOrToday(sale_opens_at, now)}` : 'No longer on sale'
}

function ticketRow(
  event: Event,
  date: EventDate,
  type: TicketType,
  { notes, chosen, missing }: TicketChoice,
): Content {
  const offered = quantities(type)
  const count = chosen[type.id] ?? 0
  // Reduces the chosen quantity to what is still available.
  const selected = offered.findLast((some) => some <= count)
  const id = `qty-${type.id}`
  const why = type.id === missing ? 'Choose at least one ticket' : ''
  const few = fewLeft(type, date)
  const required = notes[type.id]?.required ?? []
  const terms = [
    needs(required),
    type.min_per_customer > 1 ? `At least ${type.min_per_customer}` : '',
    type.max_per_customer ? `At most ${type.max_per_customer} per customer` : '',
    type.deliverable ? `Sent by post, delivery ${priceTag(type.delivery_cost, event.currency)}` : '',
  ].filter(Boolean)
  // The organiser's own words, in one line what the shop knows, and what comes back if that is not the same for all.
  const lines = [
    type.description,
    terms.length > 1 ? `${terms.join('. ')}.` : terms.join(''),
    ownPolicy(type, date, notes),
  ].filter(Boolean)
  return html`<div class="row">
    <label for="${id}">${type.name}</label>
    <div class="row-price">${ticketPrice(event, type)}</div>
    <div class="row-text">
      ${lines.map((line) => html`<p class="quiet small">${line}</p>`)}
      ${few && html`<p class="mark" data-look="warning">${few}</p>`}
    </div>
    ${
      offered.length
        ? html`<input
              type="hidden"
              name="ticket[${type.id}][ticket]"
              value="${event.id}|${date.id}|${type.key}|0"
            />
            ${stepper(
              type.name,
              html`<select
                id="${id}"
                name="ticket[${type.id}][qty]"
                data-price="${toPay(type)}"
                data-fee="${type.booking_fee}"
                data-delivery="${type.deliverable ? type.delivery_cost : 0}"
                ${why && html`aria-describedby="${id}-problem" aria-invalid="true" autofocus`}
              >
                <option value="0">0</option>
                ${offered.map((count) => html`<option value="${count}" ${count === selected ? 'selected' : ''}>${count}</option>`)}
              </select>`,
            )}
            ${fieldProblem(id, why)}`
        : html`<p class="mark row-choice" data-look="danger">
            ${isShort(type) ? 'Not enough places left' : 'Sold out'}
          </p>`
    }
  </div>`
}
