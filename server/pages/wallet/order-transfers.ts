import type { Context } from 'hono'
import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import type { Offer } from '#server/delivery/transfers/read-offers.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { emailText } from '#server/pages/email-text.ts'
import { field } from '#server/pages/field.ts'
import { icon } from '#server/pages/icon.ts'
import { tokenField, type Content } from '#server/pages/layout.ts'
import type { Order } from '#server/wallet/read-order.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

import { notRedrawn, type Redrawn } from './redrawn.ts'

const notices = {
  cancelled: 'You have cancelled the offer. The link in the email no longer works.',
  corrected: 'The tickets are now offered to the new address. The old link no longer works.',
  'sent-again': 'We have sent the offer again, with a new link. The old link no longer works.',
  'cancelled-gift': 'You have cancelled the gift. Nothing was sent.',
  'corrected-gift': 'The gift will be sent to the new address, at the same time.',
} as const

/** What a change of an offer says on the page of its order afterwards. */
export type TransferNotice = keyof typeof notices

/** Whether an offer of an order can still be changed, so that the page has its form. */
export const isOpen = ({ transfers }: Pick<Order, 'transfers'>, id: string): boolean =>
  transfers.some((offer) => offer.id === id && offer.status === 'offered')

/** Renders what was done to an offer; '' for nothing. */
export function transferNotice(done: string): Content {
  return Object.hasOwn(notices, done)
    ? html`<p class="notice" data-look="success" role="status">
        ${icon('check')} ${notices[done as TransferNotice]}
      </p>`
    : ''
}

/** Renders to whom an order's tickets were offered; until they accept, the buyer can cancel an offer or correct it. */
export function transfersView(
  c: Context<ShopEnv>,
  { reference, transfers }: Order,
  redrawn: Redrawn,
): Content {
  if (transfers.length === 0) return ''
  return html`<section class="more">
    <h2>Tickets you offered</h2>
    <ul class="panel order-list" role="list">
      ${transfers.map(
        (offer) =>
          html`<li>
            <span>${offer.qty} × ${offer.ticket_name} to ${offer.name}</span>
            <span class="quiet offered-to"
              ><span>${emailText(offer.email)}</span> <span>${statusOf(offer)}</span></span
            >
            ${offer.status === 'offered' ? changeForms(c, reference, offer, redrawn) : ''}
          </li>`,
      )}
    </ul>
  </section>`
}

function statusOf({ status, deliver_at, is_gift, is_unsent }: Offer): string {
  if (status === 'cancelled') return 'Gift not sent: you no longer have enough tickets'
  if (status === 'offered' && is_unsent) return `Gift, to be sent on ${niceDate(deliver_at)}`
  const sent = is_unsent ? 'Gift' : `Gift, sent on ${niceDate(deliver_at)}`
  return is_gift ? `${sent}. ${answerTo(status)}` : answerTo(status)
}

function answerTo(status: Offer['status']): string {
  if (status === 'accepted') return 'Accepted'
  if (status === 'declined') return 'Declined: still yours'
  if (status === 'withdrawn') return 'Cancelled: still yours'
  return 'Not accepted yet: still yours'
}

function changeForms(
  c: Context<ShopEnv>,
  reference: string,
  { id, name, email, is_unsent }: Offer,
  redrawn: Redrawn,
): Content {
  const isRefused = redrawn.offer === id
  const { problems, focus } = isRefused ? redrawn : notRedrawn
  const [shown = { name, email }] = isRefused ? redrawn.entries : []
  const frame = (key: 'name' | 'email', label: string) => {
    const fieldId = `${key}-${id}`
    return {
      id: fieldId,
      label,
      value: shown[key],
      problem: problems[fieldId] ?? '',
      hasFocus: fieldId === focus,
    }
  }
  const path = `${orderPath(reference)}transfers/${id}/`
  const who = html`<span class="visually-hidden"> for ${name}</span>`
  const sendAgain = is_unsent
    ? ''
    : html`<form method="post" action="${path}again/">
        ${tokenField(c)}
        <button class="link">Send again<span class="visually-hidden"> to ${name}</span></button>
      </form>`
  return html`${sendAgain}
    <details class="fold change-offer" ${isRefused ? 'open' : ''}>
      <summary>
        ${icon('forward', 18)} Correct or cancel<span class="visually-hidden"> the offer to ${name}</span>
      </summary>
      <p class="quiet">
        ${is_unsent ? 'We have sent nothing yet.' : 'If you change or cancel it, the link that we sent stops working.'}
      </p>
      <form class="stack" method="post" action="${path}correct/" novalidate>
        ${tokenField(c)}
        ${field({
          ...frame('name', 'Full name'),
          attributes: html`name="name" maxlength="${longest.name}"`,
        })}
        ${field({
          ...frame('email', 'Email'),
          attributes: html`type="email" name="email" maxlength="${longest.email}"`,
        })}
        <button class="button" data-look="primary">Offer to this address instead${who}</button>
      </form>
      <form method="post" action="${path}cancel/">
        ${tokenField(c)}
        <button class="link">Cancel the offer${who}</button>
      </form>
    </details>`
}
