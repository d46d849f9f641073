import type { Finding, TrialResult } from './findings.ts'
import { breaking, type Report } from './report.ts'

/** The report for a terminal. */
export function printed(report: Report): string {
  const { walks, failures, left, findings, calls, made, seconds } = report
  const broken = breaking(findings)
  const tolerated = findings.filter(({ verdict }) => verdict === 'tolerated')
  const reasons = Map.groupBy(left, ({ reason }) => reason)
  return [
    ...section('On the way of a buyer', walks.map(trialLine)),
    ...section(
      'Not walked',
      [...reasons].flatMap(([reason, all]) => [reason, ...all.map(({ title }) => `  ${title}`)]),
    ),
    ...section('When something goes wrong', failures.map(trialLine)),
    ...section(
      'Tolerated: the page reads it, and you should send what docs/openapi.json says',
      byState(tolerated),
    ),
    ...section('Breaks a buyer', byState(broken)),
    ...section('Calls', [
      `${calls.fits.length} fit`,
      ...(['tolerated', 'breaks', 'not made'] as const)
        .filter((key) => calls[key].length > 0)
        .map((key) => `${calls[key].length} ${key}: ${calls[key].join(', ')}`),
    ]),
    '',
    `${verdicts[report.verdict]} ${made} calls in ${seconds.toFixed(1)} seconds.`,
  ]
    .join('\n')
    .trimStart()
}

const verdicts = {
  fits: 'It fits.',
  tolerated: 'It works: the page tolerates what differs.',
  breaks: 'It breaks buyers.',
  'not tried': 'Nothing could be tried.',
}

const section = (title: string, lines: string[]) =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []

function trialLine({ title, verdict, reason, calls }: TrialResult): string {
  const made = verdict === 'not tried' ? '' : ` (${calls} calls)`
  const isPart = verdict !== 'not tried' && reason !== ''
  return `${verdict.padEnd(10)} ${title}${made}${reason && `: ${isPart ? 'not further: ' : ''}${reason}`}`
}

/** "payment: payWithCard answers 500", one line for each state and difference, with all calls that have it. */
function byState(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ state, what }) => `${state}\n${what}`)
  return [...groups.values()].map((same) => {
    const [{ state, what }] = same as [Finding]
    const times = same.reduce((sum, one) => sum + one.times, 0)
    return `${state}: ${same.map(({ call }) => call).join(', ')} ${what}${times > same.length ? ` (${times} times)` : ''}`
  })
}
