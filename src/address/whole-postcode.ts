const postcode = /^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/

/** Reads a whole British postcode, "yo224db" as "YO22 4DB"; '' for anything else. */
export function wholePostcode(typed: string): string {
  const [, area, place] = postcode.exec(typed.trim().toUpperCase()) ?? []
  return area && place ? `${area} ${place}` : ''
}
