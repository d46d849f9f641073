import { chance, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** Ranges of snow mountains above the clouds, under a great moon. */
export function mountains(): string {
  const between = chance(91)
  const range = (base: number, tall: number, peaks: number, dark: string, snow: string) => {
    const wide = 600 / peaks
    return repeat(peaks + 1, (index) => {
      const x = index * wide + between(-20, 20)
      const top = base - between(tall * 0.62, tall)
      const [w, depth] = [wide * 0.95, base - top]
      const edge = (part: number, side: number) =>
        `${round(x + side * w * part)} ${round(top + depth * part)}`
      return `<path fill="${dark}" d="M${edge(1.5, -1)}L${round(x)} ${round(top)}L${edge(1.5, 1)}z"/><path fill="${snow}" d="M${edge(0.4, -1)}L${round(x)} ${round(top)}L${edge(0.42, 1)}L${round(x + w * 0.14)} ${round(top + depth * 0.3)}L${round(x + w * 0.03)} ${round(top + depth * 0.5)}L${round(x - w * 0.12)} ${round(top + depth * 0.28)}z"/><path fill="#0b1d3a" opacity=".22" d="M${round(x)} ${round(top)}L${edge(1.5, 1)}L${round(x + w * 0.1)} ${round(base + depth * 0.5)}z"/>`
    })
  }
  const clouds = (y: number, opacity: number) =>
    `<g fill="#eaf2ff" opacity="${opacity}">${repeat(14, (index) => `<ellipse cx="${index * 48 + between(-16, 16)}" cy="${y + between(-8, 10)}" rx="${between(46, 82)}" ry="${between(12, 24)}"/>`)}<path d="M0 ${y + 8}h600v80H0z"/></g>`
  return picture(
    'Snow mountains above the clouds under a full moon',
    vertical('sky', [0, '#0d1f4d'], [0.5, '#3f6fae'], [0.85, '#f3c6cf']) +
      radial('moon', [0, '#fffdf2'], [0.75, '#fdf0d0'], [1, '#f6dfb5']) +
      radial('halo', [0, '#fff7df', 0.6], [1, '#fff7df', 0]),
    `${sheet('url(#sky)')}${repeat(60, () => `<circle cx="${between(0, 600)}" cy="${between(0, 170)}" r="${between(0.4, 1.4)}" fill="#fff" opacity="${between(0.3, 1)}"/>`)}<circle cx="428" cy="104" r="150" fill="url(#halo)"/><circle cx="428" cy="104" r="56" fill="url(#moon)"/><circle cx="412" cy="92" r="9" fill="#ead3a6" opacity=".5"/><circle cx="444" cy="118" r="13" fill="#ead3a6" opacity=".4"/>${range(300, 170, 5, '#7f9cc9', '#eef4ff')}${clouds(286, 0.55)}${range(350, 200, 3, '#39598f', '#ffffff')}${clouds(346, 0.75)}${range(412, 130, 4, '#14284f', '#d8e6ff')}${clouds(398, 0.5)}`,
  )
}
