/** The chart's texts; `messages` of the configuration replaces them by key. */
export const texts = {
  row: 'Row',
  seat: 'Seat',
  stage: 'Stage',
  select: 'Select',
  deselect: 'Remove',
  close: 'Close',
  chooseTickets: 'Choose a ticket',
  selected: 'Your seat',
  free: 'Free',
  booked: 'Sold',
  held: 'Held by somebody else',
  notAvailable: 'Not available',
  accessible: 'Step-free place',
  companionSeat: 'Companion seat',
  restrictedView: 'Restricted view',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetView: 'Show the whole hall',
  plan: 'Seating plan',
  planHint: 'Arrow keys move from seat to seat, Enter selects, plus and minus zoom, 0 shows the whole hall.',
  noLongerAvailable: 'Sorry, this seat has just been taken',
  holdFailedModalBodyBecauseOther: 'Sorry, we could not hold this seat',
  holdFailedModalBodyBecauseNetworkIssue: 'We could not reach the server. Please check your connection',
  holdReleaseFailedModalBodyBecauseOther: 'Sorry, we could not release this seat',
  maxSelectionReached: 'You cannot select more seats',
  sessionExpired: 'Your time has run out, and your seats are free again',
  sessionExpiredStartOver: 'Start over',
  renderingFailed: 'The seating plan could not be loaded',
  loading: 'Loading the seating plan',
  categories: 'Prices',
}

export type Texts = typeof texts

export function readTexts(messages: Record<string, string> | undefined): Texts {
  return { ...texts, ...messages }
}
