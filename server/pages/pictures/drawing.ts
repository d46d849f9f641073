/** Size of a picture in its own units (3:2). */
export const width = 600
export const height = 400

/** Makes an SVG document of 600 by 400 units; `defs` holds its gradients and filters. */
export function picture(title: string, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="1200" height="800" role="img"><title>${title}</title><defs>${defs}</defs>${body}</svg>`
}

/** Fills the whole picture with one paint. */
export const sheet = (paint: string) => `<path fill="${paint}" d="M0 0h${width}v${height}H0z"/>`

/** Makes a vertical gradient; stops are [offset 0–1, colour, opacity]. */
export function vertical(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${drawStops(stops)}</linearGradient>`
}

/** Makes a radial gradient. */
export function radial(id: string, ...stops: Stop[]): string {
  return `<radialGradient id="${id}">${drawStops(stops)}</radialGradient>`
}

/** Makes a blur filter of the given radius. */
export const blur = (id: string, radius: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`

/** Joins the results of `draw` for 0 to count - 1. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** Seeded random numbers from `from` to `to`, the same on every drawing (mulberry32). */
export function chance(start: number): (from: number, to: number) => number {
  let state = start
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return round(from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from))
  }
}

/** Makes path data along a function of x over the whole width, without the first command letter. */
export function curve(y: (x: number) => number, step = 10): string {
  return Array.from(
    { length: width / step + 1 },
    (_, index) => `${index * step} ${round(y(index * step))}`,
  ).join('L')
}

/** Rounds a coordinate to one decimal. */
export const round = (value: number) => Math.round(value * 10) / 10

type Stop = [offset: number, colour: string, opacity?: number]

function drawStops(stops: Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')
}
