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

/** A ship in a storm between the red curtains of a theatre, under a stroke of lightning. */
export function shipwreck(): string {
  const between = chance(11)
  const seas = ['#1d3a5f', '#173152', '#112744', '#0c1d35']
    .map((colour, index) => {
      const y = 268 + index * 26
      const crest = curve(
        (x) =>
          y + (26 - index * 4) * Math.sin(x / (74 + index * 16) + index * 2.1) + 7 * Math.sin(x / 21 + index),
        6,
      )
      const ship =
        index === 1
          ? '<g transform="translate(318 262) rotate(-15)"><path fill="#1a0f14" d="M-92-8c30 34 150 34 190-6l-10 30c-40 34-130 34-168 2z"/><path fill="#3a2026" d="M-92-8c30 26 150 26 190-6l-3 9c-44 30-150 28-184 3z"/><path stroke="#1a0f14" stroke-width="6" stroke-linecap="round" d="M-30 4v-128M34 4v-112"/><path fill="#e9dcc4" d="M-26-118c44 14 44 62 0 84zM38-102c36 12 36 54 0 70z"/><path fill="#cbb994" d="M-34-112c-26 22-30 56-2 76zM30-96c-22 18-24 46 0 62z"/><path fill="#d8434a" d="M-30-124l-30 8 30 10z"/></g>'
          : ''
      return `${ship}<path fill="${colour}" d="M${crest}L600 400L0 400z"/><path d="M${crest}" fill="none" stroke="#bcd6f2" stroke-width="1.8" opacity="${round(0.55 - index * 0.1)}"/>`
    })
    .join('')
  const rain = repeat(70, () => {
    const [x, y, long] = [between(90, 560), between(0, 250), between(14, 34)]
    return `<path d="M${x} ${y}l${round(-long * 0.4)} ${long}" stroke="#cfe2ff" stroke-width="1.2" opacity="${between(0.15, 0.45)}"/>`
  })
  const curtain = (side: 1 | -1) =>
    repeat(6, (index) => {
      const x = side === 1 ? index * 19 : 600 - index * 19
      const reach = side * (26 - index * 2)
      const sway = side * (16 - index * 6)
      return `<path fill="${['#7d1420', '#a81e2c', '#8f1825'][index % 3]}" d="M${x} 0h${reach}q${sway} 200 ${side * -4} 400h${-reach}z"/>`
    })
  const valance = repeat(
    10,
    (index) =>
      `<path fill="${index % 2 ? '#a81e2c' : '#8f1825'}" d="M${index * 60} 0h60v26q-30 34-60 0z"/><path d="M${index * 60} 26q30 34 60 0" fill="none" stroke="#e5b85a" stroke-width="4"/>`,
  )
  return picture(
    'A ship in a storm on the stage of a theatre',
    vertical('sky', [0, '#141b3d'], [0.5, '#2f3e70'], [0.75, '#6c7aa8']) +
      radial('flash', [0, '#fff', 0.95], [0.4, '#c9d6ff', 0.5], [1, '#8fa6ff', 0]) +
      blur('soft', 16),
    `${sheet('url(#sky)')}<g filter="url(#soft)" fill="#10152f" opacity=".8"><ellipse cx="180" cy="60" rx="150" ry="46"/><ellipse cx="400" cy="40" rx="190" ry="52"/><ellipse cx="300" cy="104" rx="120" ry="30"/></g><circle cx="452" cy="96" r="150" fill="url(#flash)"/><path fill="#fff" d="M462 52l-34 78h24l-20 64 58-88h-27l25-54z"/>${rain}${seas}<path fill="#080d1c" d="M0 384h600v16H0z"/>${curtain(1)}${curtain(-1)}${valance}`,
  )
}
