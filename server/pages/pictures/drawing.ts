/** The picture's own units: 3 to 2. */
export const width = 600
export const height = 400

/** An SVG document of 600 by 400 units; `title` is what it shows, `defs` its gradients and filters. */
export function picture(title: string, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="1200" height="800" role="img"><title>${title}</title><defs>${defs}</defs>${body}</svg>`
}

/** A sheet of one paint over the whole picture. */
export const sheet = (paint: string) => `<path fill="${paint}" d="M0 0h${width}v${height}H0z"/>`

/** A gradient from top to bottom; stops are [offset 0–1, colour, opacity]. */
export function vertical(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${drawStops(stops)}</linearGradient>`
}

/** A gradient from the middle of its shape outwards. */
export function radial(id: string, ...stops: Stop[]): string {
  return `<radialGradient id="${id}">${drawStops(stops)}</radialGradient>`
}

/** A blur of the given radius. */
export const blur = (id: string, radius: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`

/** What `draw` gives for 0, 1, … count - 1, joined. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** Numbers from `from` to `to` that look like chance and are the same on every drawing (mulberry32). */
export function chance(start: number): (from: number, to: number) => number {
  let state = start
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return round(from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from))
  }
}

/** The way along a function of x over the whole width, as path commands without the first letter. */
export function curve(y: (x: number) => number, step = 10): string {
  return Array.from(
    { length: width / step + 1 },
    (_, index) => `${index * step} ${round(y(index * step))}`,
  ).join('L')
}

/** One decimal is enough for what is drawn. */
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
