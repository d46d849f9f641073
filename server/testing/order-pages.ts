import { Window } from 'happy-dom'

import { signedIn, type Page } from './browser.ts'
import { newEmail } from './buyers.ts'
import type { Fields, TestShop } from './test-shop.ts'
import { owner } from './transfers.ts'

/** Names the fields of a recipient as the form of an order's page does. */
export const recipient = (row: number, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`transfers[${row}][${field}]`, String(value)]),
  )

/** A buyer of three tickets who has left the checkout, and opens the page of the order after signing in elsewhere. */
export async function onOrderPage(shop: TestShop, changes: Parameters<typeof owner>[1] = {}) {
  const one = await owner(shop, changes, 3)
  const ada = await signedIn(shop, one.sale.guest_email)
  const order = `/account/orders/${one.sale.order_reference}/`
  const action = `${order}transfers/`
  return {
    ...one,
    ...{ ada, order, action },
    open: () => ada.open(order),
    offer: (fields: Fields = {}) =>
      ada.send(order, action, recipient(0, { qty: 1, name: 'Bo Right', email: newEmail(), ...fields })),
    offered: () => offersOf(shop, one.sale.id),
  }
}

const offersOf = ({ db }: TestShop, saleId: string) =>
  db
    .selectFrom('transfers')
    .select(['name', 'email', 'qty', 'status', 'is_gift', 'ticket_type_id'])
    .where('sale_id', '=', saleId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()

/** What a page shows, without tags. */
export const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

/** Reads the form of a page for `action`: its fields as they are sent, their problems, and which part has the focus. */
export function readForm({ html }: Pick<Page, 'html'>, action: string) {
  const { document } = new Window()
  document.write(html)
  const form = document.querySelector(`form[action="${action}"]`)
  const all = <Tag extends 'input' | 'select' | 'textarea'>(tag: Tag) => [
    ...(form?.querySelectorAll(tag) ?? []),
  ]
  const controls = [...all('input'), ...all('select'), ...all('textarea')]
  const described = (control: (typeof controls)[number]) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent.trim() ?? '')
  return {
    isOpen: form?.closest('details')?.hasAttribute('open') ?? false,
    /** What its boxes are headed, each with whether it is open. */
    lines: [...(form?.querySelectorAll('.offer-line') ?? [])].map((line) => ({
      heading: line.querySelector('h3')?.textContent.trim(),
      isOpen: line.hasAttribute('open'),
    })),
    recipients: [...(form?.querySelectorAll('.recipient > fieldset > legend') ?? [])].map(({ textContent }) =>
      textContent.trim(),
    ),
    values: Object.fromEntries(
      controls
        .filter((control) => !/radio|checkbox/.test(control.type) || control.hasAttribute('checked'))
        .map((control) => [control.name, control.value]),
    ),
    problems: Object.fromEntries(
      controls
        .filter((control) => control.getAttribute('aria-invalid') === 'true')
        .map((control) => [control.name, described(control).at(-1)]),
    ),
    /** The names of all elements of the page that take the focus, or their ids. */
    focus: [...document.querySelectorAll('[autofocus]')].map(
      (element) => element.getAttribute('name') ?? element.id,
    ),
    buttons: [...(form?.querySelectorAll('button') ?? [])].map((button) => ({
      text: button.textContent.trim().replaceAll(/\s+/g, ' '),
      name: button.getAttribute('name'),
      isShown: button.getAttribute('aria-hidden') !== 'true' && !button.hasAttribute('hidden'),
    })),
  }
}
