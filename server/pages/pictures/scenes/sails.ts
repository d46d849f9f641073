import { curve, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

const boats = [
  { x: 130, y: 236, size: 0.5, sail: '#fdf6e9', jib: '#f2b8a0' },
  { x: 440, y: 246, size: 0.62, sail: '#fff8ec', jib: '#9fc4d8' },
  { x: 268, y: 300, size: 1.25, sail: '#ffffff', jib: '#ff6f59' },
]

/** Sailing boats on a wide bay on a bright morning. */
export function sails(): string {
  const rows = ['#4c9cc0', '#347fa8', '#22658f', '#134a72']
    .map((colour, index) => {
      const y = 226 + index * 44
      const crest = curve((x) => y + (3 + index * 2) * Math.sin(x / (44 + index * 16) + index * 1.9), 6)
      const boat = index > 0 ? drawBoat(index - 1) : ''
      return `<path fill="${colour}" d="M${crest}L600 400L0 400z"/>${boat}`
    })
    .join('')
  return picture(
    'Sailing boats on a bay',
    vertical('sky', [0, '#5fa9d6'], [0.55, '#cfe6ee'], [1, '#fdeed2']) +
      radial('sun', [0, '#fffdf0', 0.95], [1, '#ffe9a8', 0]),
    `${sheet('url(#sky)')}<circle cx="486" cy="92" r="120" fill="url(#sun)"/><path d="M0 214Q90 176 190 206T420 200T600 190V240H0z" fill="#7fa58f"/>${repeat(4, (index) => `<path d="M${70 + index * 34} ${84 + (index % 2) * 18}q9-10 15 0q6-10 15 0" fill="none" stroke="#4d6478" stroke-width="2.4" stroke-linecap="round"/>`)}${rows}`,
  )
}

function drawBoat(index: number): string {
  const boat = boats[index]
  if (!boat) return ''
  const { x, y, size, sail, jib } = boat
  return `<g transform="translate(${x} ${y}) scale(${round(size)})"><path d="M0-150V20" stroke="#5b4636" stroke-width="4"/><path d="M6-146Q76-70 74 0H6z" fill="${sail}"/><path d="M-6-128Q-50-50-58 0H-6z" fill="${jib}"/><path d="M-70 12H88Q78 44 54 46H-42Q-62 40-70 12z" fill="#7a2e2a"/><path d="M-68 18H86" stroke="#fff" stroke-width="3" opacity=".7"/></g>`
}
