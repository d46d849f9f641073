import { curve, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

const colours = ['#f4a58a', '#d98c96', '#8f82a8', '#55789f', '#2f6d92', '#1a5a7e', '#0e4666', '#08324e']

/** Waves, one before the other, under a rising sun; a swimmer's cap among them. */
export function waves(): string {
  const rows = colours
    .map((colour, index) => {
      const y = 196 + index * 26
      const [high, long] = [5 + index * 2.6, 52 + index * 9]
      const crest = curve(
        (x) => y + high * Math.sin(x / long + index * 1.7) + high * 0.4 * Math.sin(x / (long / 2.6)),
        6,
      )
      const swimmer =
        index === 4
          ? '<circle cx="408" cy="282" r="11" fill="#ff5a4d"/><path d="M397 284a11 11 0 0 1 22 0z" fill="#ffd9c2" transform="translate(0 3)"/><path d="M384 292c-10-22-26-26-40-14" fill="none" stroke="#ffd9c2" stroke-width="7" stroke-linecap="round"/>'
          : ''
      return `${swimmer}<path fill="${colour}" d="M${crest}L600 400L0 400z"/><path d="M${crest}" fill="none" stroke="#fff" stroke-width="1.6" opacity="${round(0.5 - index * 0.03)}"/>`
    })
    .join('')
  return picture(
    'A swimmer in the waves at sunrise',
    vertical('sky', [0, '#7fb2d6'], [0.4, '#f6c9b0'], [0.6, '#ffdf9f']) +
      radial('sun', [0, '#fffbe6'], [0.7, '#ffe08a'], [1, '#ffc46b']) +
      radial('halo', [0, '#fff1b8', 0.9], [1, '#ffd27a', 0]),
    `${sheet('url(#sky)')}<circle cx="210" cy="186" r="210" fill="url(#halo)"/><circle cx="210" cy="182" r="66" fill="url(#sun)"/>${repeat(5, (index) => `<path d="M${430 + index * 26} ${70 + (index % 3) * 14}q9-10 15 0q6-10 15 0" fill="none" stroke="#54657a" stroke-width="2.4" stroke-linecap="round"/>`)}${rows}${repeat(9, (index) => `<path d="M${round(210 - 46 + index * 3)} ${204 + index * 16}h${92 - index * 6}" stroke="#fff3c4" stroke-width="3" stroke-linecap="round" opacity="${round(0.8 - index * 0.07)}"/>`)}`,
  )
}
