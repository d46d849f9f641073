import { plural } from '#src/lib/plural.ts'

const numbers = new Intl.ListFormat('en-GB')

/**
 * Returns seats in words, each row once: "Stalls, row C, seats 11 and 12". A seat that is not named by section, row and
 * number stays as it is. `restricted` are those with a restricted view, which are told apart.
 */
export function seatWords(seats: string[], restricted: string[] = []): string {
  const parts = seats.map((seat) => {
    const [, section = '', row = '', number = ''] = /^(.+)-([^-]+)-([^-]+)$/.exec(seat) ?? []
    const place = section ? `${section}, row ${row}, ` : ''
    return { place, name: number || seat, note: restricted.includes(seat) ? ' (restricted view)' : '' }
  })
  return [...Map.groupBy(parts, ({ place, note }) => place + note).values()]
    .map((same) => {
      const names = same.map(({ name }) => name)
      const { place = '', note = '' } = same[0] ?? {}
      const words = place
        ? `${place}${plural(names.length, 'seat')} ${numbers.format(names)}`
        : names.join(', ')
      return words + note
    })
    .join('; ')
}
