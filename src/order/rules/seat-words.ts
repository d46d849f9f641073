import { plural } from '#src/lib/plural.ts'

const numbers = new Intl.ListFormat('en-GB')

/**
 * Returns seats in words, each row once: "Stalls, row C, seats 11 and 12". A seat that is not named by section, row and
 * number stays as it is.
 */
export function seatWords(seats: string[]): string {
  const parts = seats.map((seat) => {
    const [, section = '', row = '', number = ''] = /^(.+)-([^-]+)-([^-]+)$/.exec(seat) ?? []
    const place = section ? `${section}, row ${row}, ` : ''
    return { place, name: number || seat }
  })
  return [...Map.groupBy(parts, ({ place }) => place).values()]
    .map((same) => {
      const names = same.map(({ name }) => name)
      const { place = '' } = same[0] ?? {}
      return place ? `${place}${plural(names.length, 'seat')} ${numbers.format(names)}` : names.join(', ')
    })
    .join('; ')
}
