import { curve, picture, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

const flags = ['#e63946', '#ffd166', '#2a9d8f', '#ffffff', '#457b9d', '#f4845f']

/** Boats in a bright harbour under rows of flags, with a lighthouse. */
export function harbour(): string {
  const bunting = (from: number, depth: number) =>
    `<path d="M${curve((x) => from + depth * Math.sin((x / 600) * Math.PI), 20)}" fill="none" stroke="#33415c" stroke-width="2"/>${repeat(
      20,
      (index) => {
        const x = index * 31 + 4
        const y = from + depth * Math.sin((x / 600) * Math.PI)
        return `<path fill="${flags[index % flags.length]}" d="M${x} ${round(y)}h22l-11 26z"/>`
      },
    )}`
  const boat = (x: number, y: number, hull: string, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M0-4v-110" stroke="#4a3728" stroke-width="5"/><path fill="#fffdf5" d="M6-108q58 46 62 92H6z"/><path fill="#ffe3c2" d="M-6-96q-44 40-46 80h46z"/><path fill="${hull}" d="M-78-8H82q-12 42-38 42h-88q-24 0-34-42z"/><path d="M-72 4h146" stroke="#fff" stroke-width="5"/><circle cx="-36" cy="18" r="4" fill="#fff"/><circle cx="-14" cy="18" r="4" fill="#fff"/></g>`
  return picture(
    'Sailing boats and flags in a harbour',
    vertical('sky', [0, '#5bb8f0'], [0.6, '#c9ecff'], [1, '#fff3d6']) +
      vertical('sea', [0, '#4fb3bf'], [1, '#136f8a']),
    `${sheet('url(#sky)')}<g fill="#fff" opacity=".9"><ellipse cx="130" cy="150" rx="62" ry="17"/><ellipse cx="166" cy="138" rx="42" ry="20"/><ellipse cx="402" cy="128" rx="70" ry="15"/><ellipse cx="372" cy="116" rx="36" ry="18"/></g><path fill="#7fb069" d="M330 262q90-56 190-34t90 10v40H330z"/><path fill="#5d9450" d="M420 264q80-34 200-18v24H420z"/><g><path fill="#fff" d="M512 240l8-104h28l8 104z"/><path fill="#e63946" d="M517.500 172h33l2.500 26h-38zM514 222h40l1.500 18h-43z"/><path fill="#33415c" d="M516 136h36v-8h-36zM521 128v-20h26v20z"/><path fill="#ffe08a" d="M525 124h18v-12h-18z"/><path fill="#e63946" d="M517 108l17-16 17 16z"/></g><path fill="url(#sea)" d="M0 260h600v140H0z"/>${repeat(7, (row) => `<path d="M${curve((x) => 276 + row * 19 + 4 * Math.sin(x / 22 + row * 2))}" fill="none" stroke="#dff6f5" stroke-width="2" opacity=".35"/>`)}${boat(392, 292, '#2a9d8f', 0.72)}${boat(150, 322, '#d62839', 1.12)}${boat(506, 356, '#1d3557', 0.95)}${bunting(14, 52)}${bunting(2, 96)}`,
  )
}
