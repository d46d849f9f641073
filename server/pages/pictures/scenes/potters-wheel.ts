import { chance, picture, radial, repeat, round, sheet, vertical } from '#server/pages/pictures/drawing.ts'

/** A vase on a potter's wheel, with shelves of finished pots behind it. */
export function pottersWheel(): string {
  const between = chance(53)
  const glazes = ['#3f7d8c', '#d9a441', '#b5533c', '#e8dcc6', '#5b7f4f', '#274b66']
  const pot = (x: number, y: number, index: number) => {
    const [wide, tall] = [between(15, 25), between(34, 58)]
    const lip = round(wide * 0.62)
    return `<path fill="${glazes[index % glazes.length]}" d="M${x - lip} ${y - tall}q${-wide} ${round(tall * 0.6)} ${round(lip - wide * 0.5)} ${tall}h${wide}q${round(wide * 1.12)} ${round(-tall * 0.4)} ${round(lip - wide * 0.5)} ${-tall}z"/><ellipse cx="${x}" cy="${round(y - tall)}" rx="${lip}" ry="4" fill="#1d1a1c" opacity=".45"/><path d="M${round(x - wide * 0.7)} ${round(y - tall * 0.7)}q-4 ${round(tall * 0.3)} 3 ${round(tall * 0.5)}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".35"/>`
  }
  const shelf = (y: number, offset: number) =>
    `${repeat(9, (index) => pot(36 + index * 66 + between(-6, 6), y, index + offset))}<path fill="#6b452c" d="M0 ${y}h600v12H0z"/><path fill="#3b2417" opacity=".5" d="M0 ${y + 12}h600v8H0z"/>`
  return picture(
    'A vase on a potter’s wheel in front of shelves of pots',
    vertical('wall', [0, '#f2d9b8'], [1, '#d79b6c']) +
      radial('lamp', [0, '#fff6d8', 0.95], [1, '#fff6d8', 0]) +
      vertical('clay', [0, '#c98a63'], [1, '#96583a']),
    `${sheet('url(#wall)')}<circle cx="300" cy="60" r="260" fill="url(#lamp)"/>${shelf(96, 0)}${shelf(196, 4)}<path fill="#4a2d1d" d="M0 330h600v70H0z"/><ellipse cx="300" cy="352" rx="172" ry="30" fill="#2b1a12"/><ellipse cx="300" cy="342" rx="172" ry="30" fill="#8d8f96"/><ellipse cx="300" cy="340" rx="128" ry="20" fill="#a9acb3"/><path fill="url(#clay)" d="M262 176q-6 34-34 66q-22 28 8 66q20 26 64 26t64-26q30-38 8-66q-28-32-34-66z"/><ellipse cx="300" cy="176" rx="38" ry="9" fill="#5f3422"/>${repeat(6, (index) => `<path d="M${round(246 - index * 5)} ${222 + index * 17}q${round(54 + index * 5)} 16 ${round(108 + index * 10)} 0" fill="none" stroke="#7c472e" stroke-width="2" opacity=".55"/>`)}<path d="M252 232q-18 34-2 70" fill="none" stroke="#f0c4a2" stroke-width="6" stroke-linecap="round" opacity=".5"/>`,
  )
}
