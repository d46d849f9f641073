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

/** A microphone before a ring of sound. */
export function soundWave(): string {
  const between = chance(23)
  const ring = repeat(120, (index) => {
    const turn = (index / 120) * 2 * Math.PI
    const reach = 128 + Math.abs(Math.sin(index * 0.31) * 46 + Math.sin(index * 0.83) * 22 + between(-8, 18))
    const at = (r: number) => `${round(300 + Math.cos(turn) * r)} ${round(200 + Math.sin(turn) * r)}`
    return `<path d="M${at(116)}L${at(reach)}" stroke="hsl(${Math.round(170 + (index / 120) * 150)} 95% 66%)" stroke-width="4" stroke-linecap="round"/>`
  })
  return picture(
    'A studio microphone in a ring of sound',
    vertical('room', [0, '#14082b'], [1, '#061a2f']) +
      radial('glow', [0, '#7b3fff', 0.7], [0.6, '#2340b8', 0.3], [1, '#061a2f', 0]) +
      vertical('metal', [0, '#f4f6fb'], [0.5, '#aeb7c9'], [1, '#6d7890']) +
      blur('soft', 8),
    `${sheet('url(#room)')}<ellipse cx="300" cy="200" rx="380" ry="260" fill="url(#glow)"/><g filter="url(#soft)" opacity=".75">${ring}</g>${ring}<g transform="translate(300 190)"><rect x="-37" y="-86" width="74" height="122" rx="37" fill="url(#metal)"/>${repeat(7, (index) => `<path d="M-35 ${-54 + index * 11}h70" stroke="#3c4560" stroke-width="3" opacity=".75"/>`)}<path d="M-37 10h74" stroke="#222a40" stroke-width="9"/><path d="M-58-22v26a58 58 0 0 0 116 0v-26M0 62v44M-32 106h64" fill="none" stroke="#dfe5f2" stroke-width="8" stroke-linecap="round"/></g><g transform="translate(494 26)"><rect width="80" height="30" rx="15" fill="#ff3b5c"/><circle cx="20" cy="15" r="6" fill="#fff"/><path d="M34 15h32" stroke="#fff" stroke-width="5" stroke-linecap="round"/></g>`,
  )
}
