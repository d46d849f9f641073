import {
  chance,
  curve,
  picture,
  radial,
  repeat,
  round,
  sheet,
  vertical,
} from '#server/pages/pictures/drawing.ts'

/** A cinema screen across a canal at night, its light on the water, and canoes in front of it. */
export function waterScreen(): string {
  const between = chance(29)
  const canoe = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path fill="#120f1c" d="M-62-4q62 18 124 0q-10 22-62 22T-62-4z"/><circle cx="-16" cy="-26" r="9" fill="#120f1c"/><path fill="#120f1c" d="M-30 6q0-24 14-24t14 24z"/><circle cx="18" cy="-22" r="8" fill="#120f1c"/><path fill="#120f1c" d="M6 6q0-20 12-20t12 20z"/><path d="M-34-2l58-24" stroke="#120f1c" stroke-width="4" stroke-linecap="round"/></g>`
  const houses = repeat(9, (index) => {
    const [x, high] = [index * 70 - 20, round(between(60, 120))]
    const windows = repeat(6, (place) =>
      between(0, 1) > 0.45
        ? `<path fill="#ffcf7a" d="M${x + 10 + (place % 3) * 18} ${round(210 - high + 12 + Math.floor(place / 3) * 26)}h9v13h-9z"/>`
        : '',
    )
    return `<path fill="#1d1a2e" d="M${x} ${210 - high}h66V214h-66z"/>${windows}`
  })
  const ripples = repeat(16, (index) => {
    const y = 226 + index * 11
    const line = curve((x) => y + 2.5 * Math.sin(x / (24 + index * 4) + index), 12)
    return `<path d="M${line}" fill="none" stroke="#cfe6ff" stroke-width="1.4" opacity="${round(between(0.1, 0.4))}"/>`
  })
  return picture(
    'A cinema screen over a canal at night, watched from canoes',
    vertical('night', [0, '#141230'], [1, '#3b3a63']) +
      vertical('canal', [0, '#2d3d66'], [1, '#0d1026']) +
      vertical('film', [0, '#fdf3cf'], [0.55, '#f4c78a'], [1, '#7fa7a0']) +
      radial('glow', [0, '#ffe9b8', 0.8], [1, '#ffe9b8', 0]),
    `${sheet('url(#night)')}${repeat(40, () => `<circle cx="${between(0, 600)}" cy="${between(0, 120)}" r="${between(0.4, 1.4)}" fill="#fff"/>`)}${houses}<path fill="url(#canal)" d="M0 212h600v188H0z"/><ellipse cx="300" cy="150" rx="290" ry="150" fill="url(#glow)"/><path fill="#0f0d18" d="M152 44h296v168H152z"/><path fill="url(#film)" d="M160 52h280v152H160z"/><path fill="#5f8a6b" d="M160 176q70-44 140-6t140-12v46H160z"/><circle cx="372" cy="98" r="24" fill="#fff6dc"/><path fill="#ffe9b8" opacity=".35" d="M190 214h220l40 186H150z"/>${ripples}${canoe(170, 300, 0.9)}${canoe(420, 322, 1.1)}${canoe(286, 366, 1.4)}`,
  )
}
