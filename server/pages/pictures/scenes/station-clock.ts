import {
  blur,
  chance,
  picture,
  radial,
  repeat,
  round,
  sheet,
  vertical,
} from '#server/pages/pictures/drawing.ts'

/** A station clock at five to ten, iron arches and the steam of a train. */
export function stationClock(): string {
  const between = chance(35)
  const marks = repeat(12, (index) => {
    const turn = (index * Math.PI) / 6
    const [inner, outer] = [index % 3 ? 84 : 76, 94]
    return `<path d="M${round(Math.cos(turn) * inner)} ${round(Math.sin(turn) * inner)}L${round(Math.cos(turn) * outer)} ${round(Math.sin(turn) * outer)}" stroke="#16181f" stroke-width="${index % 3 ? 4 : 8}"/>`
  })
  const arches = repeat(
    4,
    (index) =>
      `<path d="M${-150 + index * 40} 400V${210 - index * 26}A${450 - index * 40} ${250 - index * 14} 0 0 1 ${750 - index * 40} ${210 - index * 26}V400" fill="none" stroke="#0d1013" stroke-width="${9 - index * 1.6}" opacity="${round(0.9 - index * 0.15)}"/>`,
  )
  const steam = repeat(
    26,
    () =>
      `<circle cx="${between(-20, 620)}" cy="${between(300, 420)}" r="${between(24, 70)}" fill="#f2e9d8" opacity="${between(0.08, 0.3)}"/>`,
  )
  return picture(
    'A station clock above the steam of a train',
    vertical('hall', [0, '#2d3a3f'], [0.6, '#6c6a5c'], [1, '#b99f72']) +
      radial('face', [0, '#fffdf4'], [0.8, '#f6ecd0'], [1, '#e6d3a3']) +
      radial('glow', [0, '#ffe9b0', 0.8], [1, '#ffe9b0', 0]) +
      blur('soft', 12),
    `${sheet('url(#hall)')}${repeat(11, (index) => `<path d="M300-60L${index * 80 - 100} 400" stroke="#11161a" stroke-width="2.4" opacity=".4"/>`)}${arches}<circle cx="300" cy="172" r="230" fill="url(#glow)"/><path d="M300-10v70" stroke="#0d1013" stroke-width="12"/><g transform="translate(300 172)"><circle r="122" fill="#0d1013"/><circle r="113" fill="#b9903e"/><circle r="106" fill="url(#face)"/>${marks}<path d="M0 0L-52-14" stroke="#16181f" stroke-width="10" stroke-linecap="round" transform="rotate(-1)"/><path d="M0 0L-41-76" stroke="#16181f" stroke-width="6.5" stroke-linecap="round"/><circle r="8" fill="#9e1b1b"/></g><path fill="#0d1013" d="M0 372h600v28H0z"/><g fill="#0d1013"><circle cx="196" cy="326" r="10"/><path d="M184 400c-4-36-2-62 12-62s17 26 14 62zM183 318h26l-4-6h-18z"/><circle cx="236" cy="330" r="9"/><path d="M220 400c2-34 6-59 16-59s15 25 20 59z"/></g><g filter="url(#soft)">${steam}</g>`,
  )
}
