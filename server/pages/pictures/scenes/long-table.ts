import { chance, picture, radial, repeat, round, sheet } from '#server/pages/pictures/drawing.ts'

/** A long table from above: plates, glasses, bread and candles. */
export function longTable(): string {
  const between = chance(17)
  const foods = ['#d9722e', '#7f9b3f', '#b8432f', '#e0a63a', '#8c5a3c', '#5f8f6b']
  const plate = (x: number, y: number, index: number) => {
    const food = foods[index % foods.length]
    return `<g transform="translate(${x} ${y})"><ellipse cx="3" cy="5" rx="50" ry="50" fill="#2a1410" opacity=".28"/><circle r="49" fill="#fffaf0"/><circle r="36" fill="#f3e8d6"/><circle r="28" fill="${food}"/><path d="M-18-8q18-16 36 0M-22 4q22-14 44 0M-16 16q16-10 32 0" fill="none" stroke="#fff3d6" stroke-width="3" opacity=".55" stroke-linecap="round"/>${repeat(5, () => `<circle cx="${between(-18, 18)}" cy="${between(-18, 18)}" r="${between(2, 4)}" fill="#3f6b3a"/>`)}<path d="M-66-30v26a7 7 0 0 0 14 0v-26M-59-30v64" fill="none" stroke="#e8ded0" stroke-width="3.4" stroke-linecap="round"/><path d="M60 34v-64q12 16 2 38" fill="#e8ded0" stroke="#e8ded0" stroke-width="3.4" stroke-linejoin="round"/></g>`
  }
  const candle = (x: number) =>
    `<circle cx="${x}" cy="200" r="86" fill="url(#glow)"/><circle cx="${x}" cy="200" r="15" fill="#fff1cf"/><circle cx="${x}" cy="200" r="8" fill="#ffd166"/><circle cx="${x}" cy="200" r="3.4" fill="#fff"/>`
  const glass = (x: number, y: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="17" fill="#fff" opacity=".35"/><circle cx="${x}" cy="${y}" r="13" fill="${colour}"/><path d="M${x - 8} ${y - 6}a11 11 0 0 1 9-6" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>`
  const boards = repeat(
    9,
    (index) =>
      `<path fill="${index % 2 ? '#6d3b23' : '#774327'}" d="M0 ${round(index * 44.5)}h600v44.5H0z"/>${repeat(3, () => `<path d="M${between(0, 400)} ${round(index * 44.5 + between(8, 38))}q${between(50, 90)}-8 ${between(120, 190)} 0" fill="none" stroke="#4d2716" stroke-width="1.4" opacity=".5"/>`)}`,
  )
  return picture(
    'A long table laid for supper, seen from above',
    radial('glow', [0, '#ffd98a', 0.85], [0.4, '#ffb14d', 0.3], [1, '#ffb14d', 0]),
    `${sheet('#6d3b23')}${boards}<path fill="#a52a3a" d="M0 160h600v80H0z"/><path d="M0 168h600M0 232h600" stroke="#ffd9a0" stroke-width="2" stroke-dasharray="7 6"/>${repeat(4, (index) => plate(84 + index * 150, 70, index) + plate(84 + index * 150, 330, index + 3))}${candle(84)}${candle(300)}${candle(516)}${repeat(4, (index) => glass(158 + index * 150, 118, '#7d1128') + glass(10 + index * 150, 282, '#7d1128'))}<g transform="translate(192 200)"><ellipse rx="48" ry="25" fill="#c98543"/><path d="M-30-12l16 24M-10-16l16 30M12-15l14 26" stroke="#f3d19b" stroke-width="5" stroke-linecap="round"/></g><g transform="translate(408 200)"><circle r="27" fill="#f6e7c1"/><circle r="19" fill="#9fb84a"/><circle cx="-6" cy="-4" r="6" fill="#c8d66f"/><circle cx="7" cy="5" r="6" fill="#6f8f2f"/></g>`,
  )
}
