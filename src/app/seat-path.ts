/** Returns the id of the event date in the address of the seat-selection screen, undefined for any other [CONT-04..06]. */
export const seatPath = (path: string): string | undefined =>
  /^\/events\/book_seats\/([a-z\d-]+)\/?$/i.exec(path)?.[1]
