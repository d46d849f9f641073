/** Sections before the one on tickets. */
export const firstTerms: [heading: string, paragraphs: string[]][] = [
  [
    'Who you buy from',
    [
      'Foyer sells tickets and gift vouchers for organisers. The organiser named beside a ticket puts on the event and is responsible for it. When you buy a ticket, you make a contract with that organiser for the event, and with us for the booking.',
      'These terms apply to every order made through this shop. They do not take away any right that the law gives you as a consumer.',
    ],
  ],
  [
    'Prices and fees',
    [
      'Prices include VAT where it is due. The booking fee is shown beside the price before you put a ticket in your basket, and again in the order summary.',
      'Delivery, refund protection and donations are added only when you choose them or when something has to be posted. The total beside the pay button is all that you pay.',
    ],
  ],
  [
    'Reserving and paying',
    [
      'When you press “Reserve Basket” your tickets are kept for you for ten minutes; the time left is on the screen. If it runs out before you pay, they go back on sale and you can try to reserve them again.',
      'Your order is complete when the payment is confirmed and you see your order reference. If a payment arrives after your tickets have gone to somebody else, it is refunded in full to the card or account you paid with.',
    ],
  ],
]

/** Clauses on tickets. */
export const ticketTerms: [number: string, heading: string, text: string][] = [
  [
    '4.1',
    'Delivery',
    'Tickets are put into your ticket wallet and sent by email. Posted items are sent to the address you give, in time for the event.',
  ],
  [
    '4.2',
    'Your code',
    'Each ticket has its own code and admits one person once. Do not share it: the first person to show it is admitted.',
  ],
  [
    '4.3',
    'Transferring',
    'You may transfer a ticket to a friend unless it says otherwise. It may not be sold on at a higher price or for profit.',
  ],
  [
    '4.4',
    'Limits',
    'Organisers may limit how many tickets one customer can buy. Orders that exceed the limit may be cancelled and refunded.',
  ],
  [
    '4.5',
    'Entry',
    'Venues may have rules on age, bags and conduct. If you are refused entry for breaking them, you are not entitled to a refund.',
  ],
  [
    '4.6',
    'Changes',
    'Line-ups and running orders may change. If the date, the place or an essential part of an event changes, we tell you by email and 4.8 applies.',
  ],
  [
    '4.7',
    'Cancelled events',
    'If an event is cancelled, you get back everything you paid for it, including the booking fee, by the method you paid with, within 14 days and without having to ask.',
  ],
  [
    '4.8',
    'Moved events',
    'If an event is moved to another date or place, your ticket stays valid. If you cannot go, ask within 14 days of our email for a full refund.',
  ],
  [
    '4.9',
    'Activities',
    "For some events everybody who takes part must accept the organiser's activity terms beforehand. The link is in your order.",
  ],
]

/** Clause 4.10, on refunds. */
export const refundTerms = [
  'The right to withdraw within 14 days does not apply to leisure events on a set date. Beyond the cases in 4.7 and 4.8, whether you can return a ticket depends on its refund policy, which is shown beside the ticket in your basket and in your order.',
  'Under “Flexible” the ticket price is returned if you ask at least 7 days before the event; under “Moderate” half of it, if you ask at least 48 hours before. “No refunds” tickets are not returned. Some organisers have their own policy; it is linked in the basket and applies instead.',
  'If you added refund protection, the price of the covered tickets is returned when you cannot go for a reason outside your control, such as illness, an accident or a cancelled train, and you can show it. Refund protection itself, booking fees, delivery and donations are not returned.',
  'Refunds go to the card or account you paid with. Amounts paid with a gift voucher are returned to it. Please allow five working days.',
]

/** Sections after the one on tickets. */
export const lastTerms: [heading: string, paragraphs: string[]][] = [
  [
    'Gift vouchers',
    [
      'A gift voucher pays for the events of the organiser it names until the date on it. The balance stays on it; it is not paid out. A voucher that has not been used can be returned within 14 days of buying it.',
    ],
  ],
  [
    'Donations',
    [
      'Donations go to the charity named beside them, less the fee shown. They are given freely and are not returned unless made by mistake; tell us within 14 days. Gift Aid needs your declaration, and you must have paid enough UK tax in the year.',
    ],
  ],
  [
    'Your data',
    [
      'We keep what we need to sell you the tickets, to tell you about changes and to keep our books. The organiser gets the names on its tickets and your answers to its questions. Card numbers go to the payment provider alone. We send newsletters only if you subscribe, and you can unsubscribe in each of them.',
    ],
  ],
  [
    'If something goes wrong',
    [
      'Answer any email of your order, with your reference; a person will read it. If we cannot settle a matter together, you may turn to a dispute resolution body or to the courts. The law of England and Wales applies; consumers in Scotland, Northern Ireland and the EU keep the protection of their own law.',
    ],
  ],
]

/** The terms of sale as plain text, to keep with an order. */
export function termsText(): string {
  const sections = [
    ...firstTerms,
    ['Tickets', [...ticketTerms.map((clause) => clause.join(' ')), '4.10 Refunds', ...refundTerms]] as const,
    ...lastTerms,
  ]
  const text = sections.map(([heading, paragraphs], index) =>
    [`${index + 1}. ${heading}`, ...paragraphs].join('\n\n'),
  )
  return ['Purchase terms and conditions', ...text, ''].join('\n\n')
}
