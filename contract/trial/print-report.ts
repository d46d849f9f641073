import type { Left } from '#e2e/any-shop/plan.ts'
import type { Finding, TrialResult } from './findings.ts'
import { breaking, type Report } from './report.ts'

/** The report for a terminal. */
export function printed(report: Report): string {
  const { walks, failures, left, findings, calls, made, seconds } = report
  const broken = breaking(findings)
  const tolerated = findings.filter(({ verdict }) => verdict === 'tolerated')
  return [
    ...section('On the way of a buyer', walks.map(trialLine)),
    ...section('Not walked', notWalked(left)),
    ...section('When something goes wrong', failures.map(trialLine)),
    ...section(
      'Tolerated: the page reads it, and you should send what docs/openapi.json says',
      inLines(tolerated),
    ),
    ...section('Breaks a buyer', inLines(broken)),
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

/** Baskets that were not given in one line, then each other reason. */
function notWalked(left: readonly Left[]): string[] {
  const wanting = /\("(\w+)"\): no link was given$/
  const shapes = new Set(left.flatMap(({ reason }) => wanting.exec(reason)?.[1] ?? []))
  const others = Map.groupBy(
    left.filter(({ reason }) => !wanting.test(reason)),
    ({ reason }) => reason,
  )
  return [
    ...(shapes.size > 0 ? [`for want of a basket (--baskets): ${[...shapes].join(', ')}`] : []),
    ...[...others].flatMap(([reason, all]) => [reason, ...all.map(({ title }) => `  ${title}`)]),
  ]
}

function trialLine({ title, verdict, reason, calls }: TrialResult): string {
  const made = verdict === 'not tried' ? '' : ` (${calls} calls)`
  const isPart = verdict !== 'not tried' && reason !== ''
  return `${verdict.padEnd(10)} ${title}${made}${reason && `: ${isPart ? 'not further: ' : ''}${reason}`}`
}

/** "payment: payWithCard answers 500": one line for each difference, with all states and calls that have it. */
function inLines(findings: readonly Finding[]): string[] {
  const ofCalls = [...Map.groupBy(findings, ({ call, what }) => `${call} ${what}`).values()].map((same) => ({
    call: same[0]?.call ?? '',
    what: same[0]?.what ?? '',
    states: statesOf(same),
  }))
  return [...Map.groupBy(ofCalls, ({ states, what }) => `${states} ${what}`).values()].map((same) => {
    const [{ states = '', what = '' } = {}] = same
    return `${states}: ${same.map(({ call }) => call).join(', ')} ${what}`
  })
}

/** States in the order in which they were met; of many that are tolerated only the first and the last. */
function statesOf(findings: readonly Finding[]): string {
  const states = findings.map(({ state }) => state)
  return states.length > 3 && findings[0]?.verdict === 'tolerated'
    ? `${states[0]} … ${states.at(-1)} (${states.length} states)`
    : states.join(', ')
}
