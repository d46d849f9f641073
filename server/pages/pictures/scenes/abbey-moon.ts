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

/** The arches of a ruined abbey on a cliff, lit from inside, under a full moon. */
export function abbeyMoon(): string {
  const between = chance(1897)
  const stars = repeat(
    70,
    () =>
      `<circle cx="${between(0, 600)}" cy="${between(0, 230)}" r="${between(0.4, 1.5)}" fill="#fff" opacity="${between(0.25, 0.9)}"/>`,
  )
  /** A pointed arch that stands on `foot`: its opening, as a path. */
  const arch = (x: number, foot: number, wide: number, tall: number) =>
    `M${x} ${foot}v${-tall}q0 ${round(-wide * 0.7)} ${wide / 2} ${round(-wide * 0.95)}q${wide / 2} ${round(wide * 0.25)} ${wide / 2} ${round(wide * 0.95)}v${tall}z`
  const wall = `M118 318V150l12-8 10 12 14-30 16 22V118l26-34 24 32v26l18 8h158l10-14 14 10v-38l22-30 22 32v52l14 6V318z`
  const openings = [
    ...[0, 1, 2, 3, 4].map((index) => arch(190 + index * 44, 318, 30, 62)),
    ...[0, 1, 2, 3, 4].map((index) => arch(197 + index * 44, 222, 16, 24)),
    arch(136, 318, 26, 78),
    arch(420, 318, 26, 78),
    arch(180, 180, 20, 36),
    arch(408, 178, 20, 32),
  ].join('')
  const people = repeat(26, () => {
    const [x, size] = [between(150, 450), between(0.8, 1.3)]
    return `<path fill="#0b0a1c" d="M${x} 338v${round(-13 * size)}q${round(3 * size)} ${round(-5 * size)} ${round(6 * size)} 0V338z"/><circle cx="${round(x + 3 * size)}" cy="${round(322 - 3 * size)}" r="${round(2.6 * size)}" fill="#0b0a1c"/>`
  })
  return picture(
    'A ruined abbey on a cliff under a full moon, lit from inside',
    vertical('sky', [0, '#0d1030'], [0.5, '#27306b'], [0.85, '#6a5b9a'], [1, '#c48aa0']) +
      radial('halo', [0, '#fff6d8', 0.75], [0.35, '#f3dfb0', 0.22], [1, '#f3dfb0', 0]) +
      radial('fire', [0, '#ffc26a', 0.95], [0.55, '#ff8f3c', 0.5], [1, '#ff8f3c', 0]) +
      vertical('stone', [0, '#2a2750'], [1, '#15132f']) +
      blur('soft', 9),
    `${sheet('url(#sky)')}${stars}<circle cx="330" cy="82" r="150" fill="url(#halo)"/><circle cx="330" cy="82" r="38" fill="#fdf3d6"/><circle cx="318" cy="72" r="8" fill="#e9dab1" opacity=".6"/><circle cx="342" cy="94" r="11" fill="#e9dab1" opacity=".5"/><ellipse cx="300" cy="300" rx="210" ry="90" fill="url(#fire)" filter="url(#soft)"/><path fill="url(#stone)" fill-rule="evenodd" d="${wall}${openings}"/><path fill="#0b0a1c" d="M0 400L${curve((x) => 334 - 16 * Math.sin(x / 190 + 0.2) + Math.max(0, x - 470) ** 2 / 300)}L600 400z"/>${people}`,
  )
}
