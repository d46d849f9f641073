import type { How } from './entry.ts'
import type { ChartDifference, Difference } from './difference.ts'

/** `3 new, 1 gone, 2 changed`: how many entries, without the kinds that there are none of; or that a whole chart is. */
export function countsOf({ how: whole, sections }: ChartDifference): string {
  if (whole !== 'changed') return whole === 'added' ? 'new chart' : 'the chart is gone'
  const all = sections.flatMap(({ entries }) => entries)
  const words: Record<How, string> = { added: 'new', removed: 'gone', changed: 'changed' }
  return (Object.keys(words) as How[])
    .map((how) => [all.filter((entry) => entry.how === how).length, words[how]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}

/** What a reader must know about a comparison as a whole. */
export function notesOn({ charts, same, hadWords, unopened }: Difference): string[] {
  return [
    charts.length === 0 ? 'Nothing has changed in the charts.' : '',
    !hadWords && charts.length > 0
      ? 'At that commit the charts had no words. What is gone is told in the words of today, or by its name in the code.'
      : '',
    ...unopened.map(({ file, reason }) => `${file} could not be opened, and is not compared: ${reason}`),
    charts.length > 0 && same.length > 0 ? `The same as before: ${same.join(', ')}.` : '',
  ].filter(Boolean)
}
