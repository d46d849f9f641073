import { picture, radial, repeat, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** A microphone on its stand and a stool in a spotlight before a brick wall. */
export function spotlight(): string {
  const bricks = repeat(14, (row) =>
    repeat(
      11,
      (index) =>
        `<rect x="${index * 60 - (row % 2) * 30}" y="${row * 24}" width="56" height="20" rx="2" fill="${['#8e3b2e', '#9c4434', '#833428', '#a34b38'][(row * 7 + index * 3) % 4]}"/>`,
    ),
  )
  return picture(
    'An empty stool and a microphone in the spotlight',
    vertical('dark', [0, '#12060a', 0.15], [1, '#12060a', 0.75]) +
      radial('pool', [0, '#fff3c4', 0.95], [0.6, '#ffdf8a', 0.5], [1, '#ffdf8a', 0]) +
      radial('edge', [0.35, '#12060a', 0], [1, '#12060a', 0.85]) +
      vertical('ray', [0, '#fff7d6', 0.85], [1, '#fff1b8', 0.28]),
    `${sheet('#5f241c')}${bricks}${sheet('url(#dark)')}<path fill="#2a1418" d="M0 322h600v78H0z"/>${repeat(9, (index) => `<path d="M${index * 84 - 36} 400L${index * 56 + 76} 322" stroke="#190a0d" stroke-width="2"/>`)}<path fill="url(#ray)" d="M286-10h40l150 372H136z"/><ellipse cx="306" cy="352" rx="196" ry="36" fill="url(#pool)"/>${sheet('url(#edge)')}<g stroke="#1b1013" stroke-width="7" stroke-linecap="round" fill="none"><path d="M366 270l-14 86M414 270l14 86M372 316h36"/><path d="M352 264h76" stroke-width="15"/></g><g><path d="M262 356v-196M222 358h80" stroke="#1b1013" stroke-width="7" stroke-linecap="round"/><path d="M262 160l24-16" stroke="#1b1013" stroke-width="9" stroke-linecap="round"/><g transform="translate(300 134) rotate(-34)"><rect x="-28" y="-9" width="38" height="18" rx="6" fill="#1b1013"/><circle cx="20" r="20" fill="#c9ccd6"/><path d="M6-14l28 28M6 14l28-28M0 0h40M20-20v40" stroke="#6b7080" stroke-width="2"/></g></g><g transform="translate(392 232)" fill="none" stroke="#ffe9a8" stroke-width="5" stroke-linecap="round"><path d="M-14 22l2-22h24l-2 22z" fill="#fff6d8" stroke="none"/></g>`,
  )
}
