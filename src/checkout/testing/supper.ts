/** A ticket in a basket, as a shop sends it. */
export const line = {
  ticket_id: '1',
  event_id: 'e',
  date_id: 'd',
  event_name: 'Supper',
  ticket_name: 'Seat',
  qty: 1,
}

/** A charity that takes £5, as a shop sends it. */
export const charity = {
  id: '7',
  name: 'Open Door',
  donation_options: ['5.00'],
  donation_checkout_title: 'Give',
}
