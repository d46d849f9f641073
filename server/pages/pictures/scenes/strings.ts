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

/** Four strings that sound, a violin's f-holes and candlelight. */
export function strings(): string {
  const between = chance(4)
  const lights = repeat(
    42,
    () =>
      `<circle cx="${between(0, 600)}" cy="${between(0, 400)}" r="${between(5, 24)}" fill="${between(0, 1) > 0.4 ? '#ffc56e' : '#ff8d4d'}" opacity="${between(0.05, 0.28)}"/>`,
  )
  const swing = (index: number, part: number) => {
    const middle = 150 + index * 34
    const reach = (15 - index * 2.5) * part
    return curve(
      (x) => middle + reach * Math.sin((Math.PI * x) / 600) * Math.sin(x / (46 - index * 6) + index),
      5,
    )
  }
  const sounding = repeat(4, (index) =>
    repeat(
      9,
      (layer) =>
        `<path d="M${swing(index, (layer - 4) / 4)}" fill="none" stroke="#ffdf9e" stroke-width="${layer === 8 ? 2.6 - index * 0.35 : 0.9}" opacity="${layer === 8 ? 1 : 0.28}"/>`,
    ),
  )
  const hole = (x: number, turn: string) =>
    `<g transform="translate(${x} 200) ${turn}"><path d="M20-96C4-118-22-100-10-62C2-24 22 8 10 62C2 100-18 112-32 92" fill="none" stroke="#240909" stroke-width="12" stroke-linecap="round"/><circle cx="20" cy="-92" r="14" fill="#240909"/><circle cx="-30" cy="88" r="16" fill="#240909"/><path d="M-12-6l36-8" stroke="#240909" stroke-width="5" stroke-linecap="round"/></g>`
  return picture(
    'The strings of a violin, sounding by candlelight',
    vertical('wood', [0, '#4a140f'], [0.5, '#8e3417'], [1, '#3b0f10']) +
      radial('light', [0, '#ffb15a', 0.75], [0.55, '#d9662b', 0.28], [1, '#d9662b', 0]) +
      blur('soft', 4),
    `${sheet('url(#wood)')}${repeat(26, (index) => `<path d="M${curve((x) => index * 17 - 12 + 9 * Math.sin(x / 130 + index * 0.32) + 3 * Math.sin(x / 37 + index), 20)}" fill="none" stroke="#1e0708" stroke-width="${round(1 + (index % 3))}" opacity=".16"/>`)}<ellipse cx="300" cy="200" rx="360" ry="230" fill="url(#light)"/><g filter="url(#soft)">${lights}</g>${hole(138, 'rotate(7)')}${hole(462, 'scale(-1 1) rotate(7)')}${sounding}`,
  )
}
