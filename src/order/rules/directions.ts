/** Returns a link to directions that opens in the maps of any device (developers.google.com/maps/documentation/urls). */
export function directionsTo(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address }).toString()}`
}
