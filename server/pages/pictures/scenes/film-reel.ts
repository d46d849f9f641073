import { chance, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** A projector's beam over a strip of film, with piano keys below. */
export function filmReel(): string {
  const between = chance(3)
  const reel = (x: number, y: number, size: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><circle r="${size}" fill="#10222b"/><circle r="${size - 5}" fill="none" stroke="#e9d8a6" stroke-width="3"/>${repeat(5, (index) => `<circle cx="${round(Math.cos((index * 2 * Math.PI) / 5) * size * 0.55)}" cy="${round(Math.sin((index * 2 * Math.PI) / 5) * size * 0.55)}" r="${round(size * 0.22)}" fill="#e9d8a6"/>`)}<circle r="${round(size * 0.13)}" fill="#e9d8a6"/></g>`
  const frames = repeat(
    7,
    (index) =>
      `<g transform="translate(${index * 92 - 20} 0)"><rect width="84" height="62" rx="3" fill="#efe2b8"/><path d="M6 ${44 - (index % 3) * 4}h72" stroke="#10222b" stroke-width="3"/><path d="M${14 + index * 5} ${40 - (index % 3) * 4}v-16h10v-10h18v10h8v16z" fill="#10222b"/><circle cx="${20 + index * 5}" cy="${42 - (index % 3) * 4}" r="4" fill="#10222b"/><circle cx="${42 + index * 5}" cy="${42 - (index % 3) * 4}" r="4" fill="#10222b"/></g>`,
  )
  const holes = (y: number) =>
    repeat(
      27,
      (index) =>
        `<rect x="${index * 24 - 12}" y="${y}" width="12" height="9" rx="2" fill="#f4ead0" opacity=".85"/>`,
    )
  return picture(
    'A film projector, a strip of film and the keys of a piano',
    vertical('room', [0, '#0b2530'], [1, '#12404a']) +
      radial('lamp', [0, '#fff8dc'], [0.5, '#ffe9a8', 0.7], [1, '#ffe9a8', 0]) +
      '<linearGradient id="beam"><stop stop-color="#fff3c4" stop-opacity=".85"/><stop offset="1" stop-color="#fff3c4" stop-opacity=".04"/></linearGradient>',
    `${sheet('url(#room)')}<path fill="url(#beam)" d="M196 128L620-40v330z"/>${repeat(50, () => `<circle cx="${between(240, 600)}" cy="${between(20, 230)}" r="${between(0.5, 2)}" fill="#fff8dc" opacity="${between(0.2, 0.8)}"/>`)}${reel(74, 74, 58, 10)}${reel(150, 62, 44, 34)}<path fill="#10222b" d="M54 108h112l14 8h26v26h-26l-14 14H54a14 14 0 0 1-14-14v-20a14 14 0 0 1 14-14z" stroke="#e9d8a6" stroke-width="3"/><circle cx="204" cy="129" r="26" fill="url(#lamp)"/><g transform="rotate(-4 300 250)"><path fill="#10222b" d="M-30 206h660v104H-30z"/>${holes(212)}${holes(295)}<g transform="translate(0 227)">${frames}</g></g><path fill="#f8f3e2" d="M0 340h600v60H0z"/>${repeat(22, (index) => `<path d="M${index * 28} 340v60" stroke="#10222b" stroke-width="1.6"/>${[0, 1, 3, 4, 5].includes(index % 7) ? `<rect x="${index * 28 + 19}" y="340" width="17" height="36" rx="2" fill="#10222b"/>` : ''}`)}`,
  )
}
