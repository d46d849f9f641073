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

const voices = ['#ffd9a8', '#ffb98a', '#e9f2ff', '#a9d4ff', '#ffe9c7']

/** An arena full of small lights, tier over tier, around a stage under a star of ice. */
export function winterTiers(): string {
  const between = chance(29)
  const tiers = repeat(7, (tier) => {
    const [wide, high] = [150 + tier * 58, 40 + tier * 34]
    const count = 26 + tier * 12
    return repeat(count, (index) => {
      const angle = (Math.PI * (index + 0.5)) / count
      const x = round(300 - wide * Math.cos(angle) + between(-3, 3))
      const y = round(190 + high * Math.sin(angle) + between(-3, 3))
      return `<circle cx="${x}" cy="${y}" r="${between(1.6, 3.4)}" fill="${voices[(index + tier) % voices.length]}" opacity="${between(0.55, 1)}"/>`
    })
  })
  const rows = repeat(
    7,
    (tier) =>
      `<path d="M${150 - tier * 58} 190a${150 + tier * 58} ${40 + tier * 34} 0 0 0 ${300 + tier * 116} 0" fill="none" stroke="#8fb3ff" stroke-width="1.4" opacity=".22"/>`,
  )
  const rays = repeat(12, (index) => {
    const angle = (index * Math.PI) / 6
    const long = index % 2 ? 34 : 62
    return `<path d="M300 92L${round(300 + long * Math.cos(angle))} ${round(92 + long * Math.sin(angle))}" stroke="#f4fbff" stroke-width="${index % 2 ? 2 : 3.4}" stroke-linecap="round"/>`
  })
  const beams = repeat(
    5,
    (index) =>
      `<path fill="#dff0ff" opacity=".13" d="M${140 + index * 80}-10L${60 + index * 120} 230h${60 - index * 2}z"/>`,
  )
  const snow = repeat(
    60,
    () =>
      `<circle cx="${between(0, 600)}" cy="${between(0, 400)}" r="${between(0.8, 2.2)}" fill="#fff" opacity="${between(0.3, 0.9)}"/>`,
  )
  return picture(
    'An arena full of lights around a choir under a star of ice',
    vertical('hall', [0, '#0a1638'], [0.55, '#16306b'], [1, '#071026']) +
      radial('glow', [0, '#fff', 0.9], [0.35, '#bfe3ff', 0.45], [1, '#5a8dff', 0]) +
      radial('floor', [0, '#ffe2b0', 0.8], [1, '#ffb45e', 0]) +
      blur('soft', 10),
    `${sheet('url(#hall)')}<ellipse cx="300" cy="206" rx="230" ry="70" fill="url(#floor)"/>${rows}${beams}${tiers}<circle cx="300" cy="92" r="120" fill="url(#glow)"/>${rays}<path fill="#050b1e" d="M226 196h148l14 22H212z"/>${repeat(9, (index) => `<path fill="#0a1638" d="M${236 + index * 15} 198q0-18 6-18t6 18z"/><circle cx="${242 + index * 15}" cy="176" r="4.6" fill="#ffe2c2"/>`)}${snow}`,
  )
}
