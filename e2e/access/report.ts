import { criteria, unseen, type Criterion } from './criteria.ts'
import type { Findings } from './measure.ts'
import { views } from './views.ts'

/** What was found on each screen, by its name: `payment/settled.choosing/normal`. */
export type Screens = ReadonlyMap<string, Findings>

/** A thing that is wrong with a screen. */
export interface Fault {
  screen: string
  view: string
  what: string
}

/** Puts together what was found on screens in some of the views. Those that were not looked at in all of them are left out. */
export function screensOf(looks: readonly (readonly [screen: string, found: Partial<Findings>])[]): Screens {
  const found = Map.groupBy(looks, ([screen]) => screen)
  return new Map(
    [...found].flatMap(([screen, some]) => {
      const findings: Partial<Findings> = Object.assign({}, ...some.map(([, one]) => one))
      return isWhole(findings) ? [[screen, findings] as const] : []
    }),
  )
}

const isWhole = (findings: Partial<Findings>): findings is Findings =>
  Object.keys(views).every((view) => view in findings)

/** Lists everything that is wrong. */
export const faultsIn = (screens: Screens): Fault[] =>
  [...screens].flatMap(([screen, findings]) =>
    Object.entries(findings).flatMap(([view, some]) => some.map((what) => ({ screen, view, what }))),
  )

/** Writes `docs/accessibility.md`: what conforms, how it was seen, and what was not seen. */
export function accessibilityOf(screens: Screens, missed: readonly string[]): string {
  const faults = faultsIn(screens)
  return `# Accessibility

Checkout and shop are made to conform to **WCAG 2.2, level AA**. This page is about the screens of the charts, which are the checkout and the
choice of seats; it is written by \`npm run accessibility\`,
which walks the paths of all charts in a browser and looks at each screen in ${Object.keys(views).length} views; [how](testing.md#accessibility).

${conformance(screens.size, faults.length)}

## What was looked at

The states of each chart, as they usually are and with each of their messages: ${screens.size} screens. Busy states are states of their own.

${table(
  ['view', 'what is asked', 'screens', 'findings'],
  Object.entries(views).map(([view, { checks }]) => [
    view,
    asked[checks],
    String(screens.size),
    String(faults.filter((one) => one.view === view).length),
  ]),
)}

${table(
  ['chart', 'screens', 'findings'],
  [...Map.groupBy(screens.keys(), chartOf)]
    .sort()
    .map(([chart, some]) => [
      chart,
      String(some.length),
      String(faults.filter(({ screen }) => chartOf(screen) === chart).length),
    ]),
)}
${faults.length > 0 ? `\n## Findings\n\n${faults.map(({ screen, view, what }) => `- \`${screen}\`, ${view}: ${what}`).join('\n')}\n` : ''}
## By criterion

"Axe" are its rules for the criterion, on every screen, phone and desktop.

${table(
  ['criterion', 'shown by'],
  criteria.map((one) => [`${one.number} ${one.name}`, shownBy(one)]),
)}

## What was not seen

${unseen.map((one) => `- ${one}`).join('\n')}
${
  missed.length > 0
    ? `- ${missed.length} screens that end by themselves, that begin a path, or whose path failed: ${missed.map((one) => `\`${one}\``).join(', ')}.\n`
    : ''
}`
}

const asked = {
  axe: 'all rules of axe for WCAG 2.0 to 2.2, A and AA',
  contrast: 'contrast, as dark changes nothing but colours',
  marks: 'fields have an edge, and what is chosen, current or disabled looks other than the rest',
  fit: 'nothing is wider than the screen, and nothing scrolls sideways',
  room: 'no two texts meet, controls stay in their cards, icons grow, nothing is wider than the screen',
}

const conformance = (screens: number, faults: number) =>
  faults === 0
    ? `On the ${screens} screens nothing was found against it. As parts of it can be judged by people only, and [some were not](#what-was-not-seen), this is no certificate.`
    : `On the ${screens} screens ${faults} findings are open: they conform in part.`

const chartOf = (screen: string) => screen.replace(/\/.*/, '')

function shownBy({ axe, measured, tests, seen, absent }: Criterion): string {
  return [
    ...(axe ? ['axe'] : []),
    ...(measured ? [measured] : []),
    ...(tests ?? []).map(([file, title]) => `[${title} …](../${file})`),
    ...(seen ? [`by design: ${seen}`] : []),
    ...(absent ? [`does not apply: ${absent}`] : []),
  ].join('; ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
