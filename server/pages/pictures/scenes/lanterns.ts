import {
  blur,
  chance,
  curve,
  picture,
  radial,
  repeat,
  round,
  sheet,
  vertical,
} from '#server/pages/pictures/drawing.ts'

/** Paper lanterns on dark water at dusk, with a harbour town behind. */
export function lanterns(): string {
  const between = chance(11)
  const houses = repeat(22, (index) => {
    const [x, roof] = [index * 28 - 6, between(150, 186)]
    const lit = repeat(2, (row) =>
      between(0, 1) > 0.45
        ? `<rect x="${x + between(5, 17)}" y="${round(roof + 12 + row * 15)}" width="4" height="6" fill="#ffc46b" opacity=".85"/>`
        : '',
    )
    return `<path fill="#191536" d="M${x} 232V${roof}l14-13 14 13v82z"/>${lit}`
  })
  const lantern = (x: number, y: number, size: number) => {
    const s = (n: number) => round(n * size)
    return `<g transform="translate(${x} ${y})"><ellipse cy="${s(6)}" rx="${s(46)}" ry="${s(44)}" fill="url(#glow)"/><path d="M${s(-15)} ${s(-22)}q${s(15)} ${s(-7)} ${s(30)} 0l${s(4)} ${s(34)}q${s(-19)} ${s(9)} ${s(-38)} 0z" fill="url(#paper)"/><path d="M${s(-7)} ${s(-24)}l${s(-3)} ${s(39)}M${s(7)} ${s(-24)}l${s(3)} ${s(39)}" stroke="#c65a1a" stroke-width="${s(1)}" opacity=".45"/><path d="M${s(-20)} ${s(14)}q${s(20)} ${s(9)} ${s(40)} 0l${s(-4)} ${s(6)}q${s(-16)} ${s(6)} ${s(-32)} 0z" fill="#3a1d2e"/><rect x="${s(-13)}" y="${s(24)}" width="${s(26)}" height="${s(58)}" fill="url(#mirror)"/></g>`
  }
  const ripples = repeat(
    34,
    () =>
      `<path d="M${between(0, 560)} ${between(244, 392)}h${between(14, 70)}" stroke="#ffb066" stroke-width="1.4" opacity="${between(0.05, 0.28)}" stroke-linecap="round"/>`,
  )
  return picture(
    'Paper lanterns floating on the harbour at dusk',
    vertical('sky', [0, '#1c1747'], [0.45, '#6a3370'], [0.78, '#e2735a'], [1, '#ffbf7a']) +
      vertical('sea', [0, '#7d3f63'], [0.25, '#33224f'], [1, '#0f0d2a']) +
      radial('glow', [0, '#ffb45a', 0.75], [0.5, '#ff9038', 0.25], [1, '#ff9038', 0]) +
      vertical('paper', [0, '#ffe9b8'], [0.6, '#ffbd5c'], [1, '#f4822c']) +
      vertical('mirror', [0, '#ffac52', 0.55], [1, '#ffac52', 0]) +
      blur('soft', 7),
    `<path fill="url(#sky)" d="M0 0h600v240H0z"/>${repeat(40, () => `<circle cx="${between(0, 600)}" cy="${between(0, 120)}" r="${between(0.4, 1.3)}" fill="#fff" opacity="${between(0.3, 0.9)}"/>`)}<path fill="#4b2b63" d="M0 240L${curve((x) => 176 - 22 * Math.sin(x / 95 + 1) - 12 * Math.sin(x / 41))}L600 240z" opacity=".75"/>${houses}<path fill="url(#sea)" d="M0 230h600v170H0z"/><ellipse cx="300" cy="236" rx="330" ry="14" fill="#ff9a5c" opacity=".35" filter="url(#soft)"/>${ripples}${[
      [70, 262, 0.5],
      [168, 256, 0.42],
      [262, 268, 0.55],
      [362, 258, 0.46],
      [446, 270, 0.56],
      [548, 260, 0.48],
      [118, 300, 0.9],
      [338, 306, 1],
      [502, 312, 0.92],
      [222, 348, 1.45],
      [420, 372, 1.6],
      [30, 366, 1.5],
    ]
      .map(([x = 0, y = 0, size = 1]) => lantern(x, y, size))
      .join('')}${sheet('none')}`,
  )
}
