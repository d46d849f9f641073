import { countsOf, notesOn } from './counts.ts'
import type { ChartDifference, Difference, Section } from './difference.ts'
import { signs, type Entry } from './entry.ts'

/** Writes the differences of two releases for a change request. `reference` names the earlier one. */
export function markdownOf(difference: Difference, reference: string): string {
  return `${[
    `# What changes in the statecharts since ${reference}`,
    ...notesOn(difference).map(plain),
    ...(difference.charts.length > 0 ? ['`+` is new, `−` is gone, `≠` has changed.'] : []),
    ...difference.charts.map(chartText),
  ].join('\n\n')}\n`
}

function chartText(chart: ChartDifference): string {
  const { id, title, description, how, sections } = chart
  return [
    `## ${plain(title)} (\`${id}\`): ${countsOf(chart)}`,
    plain(description),
    ...sections.map((section) => sectionText(section, how)),
  ].join('\n\n')
}

function sectionText({ title, how, entries }: Section, chart: ChartDifference['how']): string {
  const sign = how !== 'changed' && how !== chart ? `${signs[how]} ` : ''
  return [`### ${sign}${plain(title)}`, entries.map(entryText).join('\n')].join('\n\n')
}

function entryText({ how, label, text, before, code = [] }: Entry): string {
  const names = code.map((name) => `\`${name}\``).join(', ')
  const said = how === 'removed' ? `~~${plain(text)}~~` : plain(text)
  return [
    `- ${signs[how]} **${label}:** ${[said, names].filter(Boolean).join(': ')}`,
    ...(before === undefined ? [] : [`  - before: ~~${plain(before)}~~`]),
  ].join('\n')
}

/** A text as it is, without what Markdown would make of it. */
const plain = (text: string) => text.replaceAll(/[\\`*_~<>[\]|]/g, '\\$&').replaceAll('\n', ' ')
