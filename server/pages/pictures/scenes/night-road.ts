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

/** Runners with head torches on a road through a city at night, their light drawn out behind them. */
export function nightRoad(): string {
  const between = chance(53)
  const houses = repeat(13, (index) => {
    const [x, top] = [index * 48 - 8, between(60, 150)]
    return `<path fill="#151b3d" d="M${x} 250V${top}h46v150z"/>${repeat(14, () => (between(0, 1) > 0.5 ? `<rect x="${round(x + 6 + Math.floor(between(0, 4)) * 9)}" y="${round(top + 10 + Math.floor(between(0, 9)) * 13)}" width="5" height="7" fill="#ffd98a" opacity="${between(0.2, 0.75)}"/>` : ''))}`
  })
  const trail = (index: number) => {
    const y = 262 + index * 15
    const colour = ['#ff4d6d', '#ffd166', '#4dd8ff', '#a5ff6b', '#ff8fd0'][index % 5]
    return `<path d="M-10 ${y + between(10, 46)}C160 ${y + between(10, 40)} 250 ${y - 14} ${380 + index * 20} ${y + 4}" fill="none" stroke="${colour}" stroke-width="${2 + index * 0.35}" stroke-linecap="round" opacity=".85"/>`
  }
  const runner = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})" stroke="#070a1c" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" fill="none"><path d="M4-58L-4-22M4-54l18 16 14-8M2-54l-20 12-6 18M-4-22l20 14-4 26M-4-22l-12 20-24 2"/><circle cx="10" cy="-74" r="8" fill="#070a1c"/><circle cx="20" cy="-78" r="30" fill="url(#torch)" stroke="none"/><path d="M18-82l120-26v64z" fill="url(#ray)" stroke="none"/><circle cx="18" cy="-78" r="4" fill="#fff" stroke="none"/><path d="M-2-46l10 3" stroke="#ffe14d" stroke-width="4"/></g>`
  return picture(
    'Runners with head torches in a city at night',
    vertical('night', [0, '#0a0f2e'], [0.6, '#29316b'], [1, '#3a2b5c']) +
      vertical('road', [0, '#2c2f55'], [1, '#0d0f22']) +
      radial('torch', [0, '#fff', 0.95], [1, '#bfe8ff', 0]) +
      '<linearGradient id="ray"><stop stop-color="#e8f7ff" stop-opacity=".65"/><stop offset="1" stop-color="#e8f7ff" stop-opacity="0"/></linearGradient>' +
      blur('soft', 5),
    `${sheet('url(#night)')}<circle cx="486" cy="70" r="30" fill="#fff6dc"/><circle cx="474" cy="63" r="28" fill="#131a40"/>${houses}<path fill="url(#road)" d="M0 246h600v154H0z"/><g filter="url(#soft)" opacity=".7">${repeat(8, trail)}</g>${repeat(8, trail)}${runner(300, 298, 0.75)}${runner(392, 322, 0.95)}${runner(196, 330, 1)}${runner(474, 372, 1.3)}`,
  )
}
