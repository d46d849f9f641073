import { writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import type { Verdict } from './judge.ts'
import { judgements, missingChecks } from './judgements.ts'
import { kindNames, type Fault, type Kind } from './mutants.ts'

/** A run of `npm run sabotage`, kept in `reports/sabotage/run.json`. */
export interface SabotageRun {
  seed: number
  commit: string
  /** The charts that were walked, if not all paths were. */
  part: string[]
  files: number
  generated: Record<Kind, number>
  /** All paths, walked once without a fault. */
  paths: { passed: number; failed: string[] }
  minutes: number
  verdicts: { fault: Omit<Fault, 'write'>; verdict: Verdict }[]
}

/** A run of some charts does not replace what all paths have told. */
export const pageFor = ({ part }: Pick<SabotageRun, 'part'>) =>
  part.length > 0 ? 'reports/sabotage/part.md' : 'docs/sabotage.md'

/** Writes the page about a run, and returns its file. */
export async function writeReport(run: SabotageRun): Promise<string> {
  const page = pageFor(run)
  const options = await resolveConfig(page)
  writeFileSync(page, await format(reportOf(run), { ...options, parser: 'markdown' }))
  return page
}

export function reportOf({
  seed,
  commit,
  part,
  files,
  generated,
  paths,
  minutes,
  verdicts,
}: SabotageRun): string {
  const count = (outcome: Verdict['outcome']) =>
    verdicts.filter(({ verdict }) => verdict.outcome === outcome).length
  const total = Object.values(generated).reduce((sum, one) => sum + one, 0)
  const command = `npm run sabotage -- --seed ${seed} --faults ${verdicts.length}${part.map((name) => ` ${name}`).join('')}`
  return `# Sabotage

Does a path that is generated from the charts notice a fault of the page? Faults were put into the page, chosen by chance among
all that can be generated for its ${files} files, as many of each kind as of the others. Then the paths of the charts and of the
next-step tables were walked in the browser. This page is written by the command:

    ${command}

**${count('caught')} of ${verdicts.length} faults were caught**, ${count('survived')} survived, and ${count('not reached')} were not reached by
any path. Seed ${seed}, commit ${commit}, ${minutes} minutes.

A first walk with no fault on tells which paths reach which fault: ${paths.passed} paths passed${
    paths.failed.length > 0 ? `; ${paths.failed.length} failed, and judge nothing` : ''
  }. With each fault, those that reach it are walked until one fails, twice, as once could be by chance.
${part.length > 0 ? '\nNot all paths were walked, so this run does not say what they catch together.\n' : ''}
| kind | generated | chosen | caught |
| --- | --- | --- | --- |
${kindNames
  .map((kind) => {
    const own = verdicts.filter(({ fault }) => fault.kind === kind)
    const caught = own.filter(({ verdict }) => verdict.outcome === 'caught').length
    return `| ${kind} | ${generated[kind]} | ${own.length} | ${caught} |`
  })
  .join('\n')}
| all | ${total} | ${verdicts.length} | ${count('caught')} |

## The faults

| | kind | place | what was done | what came of it |
| --- | --- | --- | --- | --- |
${verdicts.map(({ fault, verdict }) => rowOf(fault, verdict)).join('\n')}
`
}

function rowOf(fault: Omit<Fault, 'write'>, verdict: Verdict): string {
  const { number, id, kind, file, line, what } = fault
  return `| ${[String(number), kind, plain(`${file}:${line}`), `${plain(what)} (${id})`, resultOf(fault, verdict)].join(' | ')} |`
}

function resultOf({ id, kind }: Omit<Fault, 'write'>, { outcome, by, said, walked, of }: Verdict): string {
  if (outcome === 'caught') return `caught by ${plain(by)}. It said: ${plain(lastSteps(said))}`
  const judgement = judgements[id] ?? missingChecks[kind]
  if (outcome === 'not reached') return `**not reached**: ${plain(judgements[id] ?? 'no path comes there')}`
  if (outcome === 'not judged') return `**not judged**: none of the ${of} paths that reach it ended in time`
  return `**survived** ${walked} of the ${of} paths that reach it: ${plain(judgement)}`
}

/** What a path said, with the last three of its steps. */
export function lastSteps(said: string): string {
  const [, way, rest] = /^after (.*?)(: expected .*)$/s.exec(said) ?? []
  const steps = way?.split('; ') ?? []
  return steps.length > 3 ? `after …; ${steps.slice(-3).join('; ')}${rest}` : said
}

/** Text of code and screens, as it stands in a cell of a table. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[|*_[\]~\\]/g, '\\$&')
    .replaceAll('`', "'")
