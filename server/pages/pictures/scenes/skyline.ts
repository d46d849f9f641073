import { chance, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** A city at sunset, and a record for a sun. */
export function skyline(): string {
  const between = chance(29)
  const grooves = repeat(
    13,
    (index) =>
      `<circle cx="318" cy="196" r="${48 + index * 7.4}" fill="none" stroke="#3c0a3f" stroke-width="${index % 4 === 3 ? 2.4 : 1.1}" opacity=".5"/>`,
  )
  const row = (count: number, base: number, tallest: number, colour: string, lit: string) =>
    repeat(count, (index) => {
      const wide = 600 / count
      const x = round(index * wide - 2)
      const top = round(base - between(tallest * 0.3, tallest))
      const mast =
        between(0, 1) > 0.72
          ? `<path d="M${round(x + wide / 2)} ${top}v-${between(12, 34)}" stroke="${colour}" stroke-width="2"/>`
          : ''
      const windows = repeat(
        16,
        () =>
          `<rect x="${round(x + 4 + Math.floor(between(0, (wide - 8) / 7)) * 7)}" y="${round(top + 8 + Math.floor(between(0, 11)) * 10)}" width="3.4" height="4.6" fill="${lit}" opacity="${between(0.25, 0.95)}"/>`,
      )
      return `<path fill="${colour}" d="M${x} 400V${top}h${round(wide + 3)}v400z"/>${mast}${windows}`
    })
  return picture(
    'A vinyl record as the sun, setting behind the skyline',
    vertical('sky', [0, '#2b1055'], [0.4, '#a4276f'], [0.72, '#ff7a4d'], [1, '#ffd27a']) +
      radial('record', [0, '#fff3c4'], [0.55, '#ffcf5c'], [1, '#ff6f59']),
    `${sheet('url(#sky)')}<circle cx="318" cy="196" r="150" fill="url(#record)"/>${grooves}<circle cx="318" cy="196" r="40" fill="#e83a6b"/><circle cx="318" cy="196" r="32" fill="none" stroke="#ffd9e4" stroke-width="1.5" stroke-dasharray="3 5"/><circle cx="318" cy="196" r="6" fill="#2b1055"/><path d="M318 46a150 150 0 0 1 106 44L346 168a40 40 0 0 0-28-12z" fill="#fff" opacity=".16"/>${row(17, 372, 150, '#5b1b63', '#ffb86b')}${row(11, 396, 128, '#220b3a', '#ffe08a')}<path fill="#12061f" d="M0 400v-24h150v-9h70v9h160v-14h36v14h184v24z"/>${repeat(30, (index) => `<circle cx="${index * 21}" cy="${round(352 + 10 * Math.sin((index * 21 * Math.PI) / 150) ** 2)}" r="3" fill="#ffe6a3"/>`)}`,
  )
}
