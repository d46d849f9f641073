import { curve, picture, radial, repeat, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** A gift card with a ribbon, the sea on its face. */
export function giftCard(): string {
  return picture(
    'A gift card tied with a ribbon',
    vertical('ground', [0, '#f7d9c4'], [1, '#e9a98f']) +
      vertical('card', [0, '#2c2a6b'], [1, '#4b3fb0']) +
      radial('shine', [0, '#fff', 0.5], [1, '#fff', 0]),
    `${sheet('url(#ground)')}${repeat(12, (row) => repeat(16, (index) => `<circle cx="${index * 40 + (row % 2) * 20}" cy="${row * 36 + 6}" r="3" fill="#fff" opacity=".55"/>`))}<g transform="rotate(-7 300 200)"><rect x="106" y="82" width="392" height="246" rx="20" fill="#7a3b2e" opacity=".25" transform="translate(8 12)"/><clipPath id="face"><rect x="106" y="82" width="392" height="246" rx="20"/></clipPath><g clip-path="url(#face)"><rect x="106" y="82" width="392" height="246" fill="url(#card)"/><circle cx="398" cy="150" r="40" fill="#ffd27a"/><circle cx="398" cy="150" r="90" fill="url(#shine)"/>${repeat(5, (row) => `<path fill="${['#6f63d9', '#5a4fc4', '#463dac', '#363092', '#272376'][row]}" d="M${curve((x) => 222 + row * 24 + 8 * Math.sin(x / 34 + row * 1.6))}L600 400L0 400z"/>`)}<path fill="#e63a5f" d="M196 60h40v300h-40z"/><path fill="#ff6b85" d="M204 60h6v300h-6z"/></g><g fill="#e63a5f" stroke="#a81f43" stroke-width="3" stroke-linejoin="round"><path d="M216 96c-34-52-92-40-84-6 6 26 58 22 84 6z"/><path d="M216 96c34-52 92-40 84-6-6 26-58 22-84 6z"/><path d="M210 98l-40 66 28-6 14 26 10-84M222 98l40 66-28-6-14 26-6-84"/><rect x="200" y="80" width="32" height="30" rx="9"/></g></g>`,
  )
}
