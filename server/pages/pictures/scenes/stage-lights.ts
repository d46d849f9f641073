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

const colours = ['#37f5c0', '#58a6ff', '#b06bff', '#37f5c0', '#ff6bd5', '#58a6ff', '#37f5c0']

/** Beams of a stage under curtains of northern light, before a crowd with its hands up. */
export function stageLights(): string {
  const between = chance(7)
  const beams = colours
    .map((colour, index) => {
      const foot = 90 + index * 70
      const head = foot + (index - 3) * 74
      return `<path fill="${colour}" opacity=".3" d="M${foot} 312L${head - 44}-10h88z"/><path fill="#fff" opacity=".16" d="M${foot} 312L${head - 10}-10h20z"/><circle cx="${foot}" cy="310" r="17" fill="url(#lamp)"/>`
    })
    .join('')
  const curtain = (y: number, colour: string, phase: number) =>
    `<path fill="${colour}" opacity=".42" d="M${curve((x) => y + 34 * Math.sin(x / 84 + phase) + 13 * Math.sin(x / 33))}L${curve(
      (x) => y - 120 + 22 * Math.sin((600 - x) / 60 + phase),
    )
      .split('L')
      .reverse()
      .join('L')}z"/>`
  const crowd = repeat(38, (index) => {
    const [x, y] = [index * 16.4, between(338, 362)]
    const arm =
      index % 3 === 0
        ? `<path d="M${round(x - 7)} ${round(y + 26)}L${round(x - 13)} ${round(y - 34)}" stroke="#05060f" stroke-width="6" stroke-linecap="round"/>`
        : ''
    return `${arm}<circle cx="${round(x)}" cy="${y}" r="9.5" fill="#05060f"/><path fill="#05060f" d="M${round(x - 16)} 400q0-${round(388 - y)} 16-${round(388 - y)}t16 ${round(388 - y)}z"/>`
  })
  return picture(
    'Beams of stage light and northern lights above a crowd',
    vertical('night', [0, '#050b2b'], [0.6, '#0e2350'], [1, '#1d1140']) +
      radial('lamp', [0, '#fff'], [0.4, '#d9fff4', 0.8], [1, '#7df', 0]) +
      blur('soft', 14),
    `${sheet('url(#night)')}${repeat(60, () => `<circle cx="${between(0, 600)}" cy="${between(0, 220)}" r="${between(0.4, 1.4)}" fill="#fff" opacity="${between(0.3, 1)}"/>`)}<g filter="url(#soft)">${curtain(190, '#2ff0a8', 0)}${curtain(150, '#5b7bff', 1.9)}${curtain(215, '#d05bff', 3.6)}</g>${beams}<path fill="#0a0d22" d="M0 312h600v10H0z"/><ellipse cx="300" cy="330" rx="340" ry="34" fill="#5be7ff" opacity=".28" filter="url(#soft)"/>${crowd}`,
  )
}
