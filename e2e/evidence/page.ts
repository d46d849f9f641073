import { readFileSync } from 'node:fs'
import type { AnyStateMachine } from 'xstate'
import { aims } from '#machines/paths/coverage.ts'
import type { ChartRun, PathRun, Run } from '#machines/paths/evidence.ts'
import { changesIn, noHistory, type Changes, type History, type Redness } from '#machines/paths/history.ts'
import { drawChart, type Walks } from './drawing.ts'
import { escape } from '#machines/drawing/escape.ts'
import { causesIn, type Cause } from './failure.ts'

const fileOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/**
 * Writes the page of a run, which needs no network: failures first, what has changed since the run before, how far each chart
 * was walked, and the charts, drawn with how often each transition was walked. `page.client.js` connects paths and arrows.
 */
export async function pageOf(
  run: Run,
  history: History,
  machines: ReadonlyMap<string, AnyStateMachine>,
): Promise<string> {
  const drawings: string[] = []
  for (const chart of run.charts) {
    const machine = machines.get(chart.chart)
    if (machine) drawings.push(figureOf(chart, await drawChart(machine, walksOf(run, chart))))
  }
  // A part of the paths is no run of the history
  const changes = changesIn(run.isPart ? noHistory : history)
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Paths through the statecharts</title>',
    `<style>${fileOf('../../src/ui/tokens.css')}${fileOf('page.css')}</style>`,
    '</head>',
    '<body>',
    header(run),
    '<main>',
    failures(run.paths, changes),
    sinceBefore(changes),
    table(run.charts),
    charts(run.charts, drawings, firstWalked(run)),
    '</main>',
    `<script type="application/json" id="data">${json(dataOf(run))}</script>`,
    `<script>${fileOf('page.client.js')}</script>`,
    '</body>',
    '</html>\n',
  ].join('\n')
}

/** The chart that is shown first: of a part of the paths, the first that they are about. */
const firstWalked = ({ charts, paths }: Run) =>
  charts.find(({ chart }) => paths.some((path) => path.chart === chart))?.chart

/** How often the paths walked the states and transitions of a chart. */
function walksOf({ paths }: Run, { chart, excused }: ChartRun): Walks {
  const times = new Map<string, number>()
  for (const { covered } of paths)
    for (const key of [...(covered[chart]?.states ?? []), ...(covered[chart]?.transitions ?? [])])
      times.set(key, (times.get(key) ?? 0) + 1)
  const excuses = new Set(excused.map(({ key }) => key))
  return { timesOf: (key) => times.get(key) ?? 0, isExcused: (key) => excuses.has(key) }
}

/** A script cannot end inside the data. */
const json = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** What `page.client.js` needs; the keys that a path walked are numbers in the list of its chart, to keep the page small. */
function dataOf({ charts, paths }: Run) {
  const keys = Object.fromEntries(
    charts.map(({ chart }) => [
      chart,
      [
        ...new Set(
          paths.flatMap(({ covered }) => [
            ...(covered[chart]?.states ?? []),
            ...(covered[chart]?.transitions ?? []),
          ]),
        ),
      ],
    ]),
  )
  const numbers = new Map(
    Object.entries(keys).map(([chart, all]) => [chart, new Map(all.map((key, index) => [key, index]))]),
  )
  const walked = ({ covered }: PathRun) =>
    Object.entries(covered).map(([chart, { states, transitions }]) => [
      chart,
      [...states, ...transitions].map((key) => numbers.get(chart)?.get(key) ?? -1),
    ])
  return {
    keys,
    paths: paths.map((path) => ({
      id: path.id,
      title: path.title,
      status: path.status,
      requirements: path.requirements,
      steps: path.steps.map(({ action, expected, screenshot }) => ({ action, expected, screenshot })),
      walked: Object.fromEntries(walked(path)),
    })),
  }
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`

const dateOf = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

function header({ at, commit, minutes, isPart, paths }: Run): string {
  const failed = paths.filter(({ status }) => status === 'failed').length
  return `<header>
<h1>Paths through the statecharts</h1>
<p>Walked in a browser on <time datetime="${escape(at)}">${dateOf(at)}</time>, at commit <code>${escape(commit)}</code>, in ${minutes} minutes.
<strong class="${failed > 0 ? 'bad' : 'good'}">${count(paths.length, 'path')}: ${failed > 0 ? `${failed} failed` : 'all passed'}.</strong></p>
${isPart ? '<p class="note">Only a part of the paths was walked, so what is missing below says nothing.</p>' : ''}
</header>`
}

const list = (items: readonly string[], kind = 'ul') =>
  `<${kind}>${items.map((item) => `<li>${item}</li>`).join('\n')}</${kind}>`

/** A button that shows a path in the charts. */
const pathButton = ({ id, title }: { id: string; title: string }) =>
  `<button class="path-link" data-path="${escape(id)}"><code>${escape(id)}</code> ${escape(title)}</button>`

function failures(paths: readonly PathRun[], { red }: Changes): string {
  const causes = causesIn(paths)
  if (causes.length === 0) return '<section id="failures"><h2>No path failed</h2></section>'
  return `<section id="failures"><h2>${count(causes.length, 'failure')}</h2>
${causes.map((cause) => failure(cause, red)).join('\n')}</section>`
}

function failure({ failure: { after, expected, saw, prefix }, paths }: Cause, red: Changes['red']): string {
  const ids = new Set(paths.map(({ id }) => id))
  const since = red.filter(({ id }) => ids.has(id)).sort((a, b) => a.since.at.localeCompare(b.since.at))[0]
  const screen = paths[0]?.steps[prefix.length - 1]?.screenshot
  return `<article class="failure">
<h3>After: ${escape(after)}</h3>
<dl><dt>Expected</dt><dd>${escape(expected)}</dd><dt>Saw</dt><dd>${escape(saw)}</dd>
${since ? `<dt>Red since</dt><dd>${redSince(since)}</dd>` : ''}</dl>
<h4>The shortest way there (${count(prefix.length, 'step')})</h4>
${list(prefix.map(escape), 'ol')}
${screen ? `<p><a href="${escape(screen)}">The page as it was then</a></p>` : ''}
<h4>${paths.length === 1 ? 'The path that failed' : `${paths.length} paths failed like this`}</h4>
${list(paths.map(pathButton))}
</article>`
}

const redSince = ({ since, runs, isOrEarlier }: Redness) =>
  `${dateOf(since.at)}${isOrEarlier ? ' or earlier' : ''}, commit <code>${escape(since.commit)}</code> (${count(runs, 'run')})`

function sinceBefore({ before, added, gone, mended }: Changes): string {
  if (!before) return '<section id="changes"><h2>Not compared with a run before</h2></section>'
  const groups = [
    { title: 'new', paths: added.map(pathButton) },
    { title: 'gone', paths: gone.map(({ id, title }) => `<code>${escape(id)}</code> ${escape(title)}`) },
    { title: 'mended', paths: mended.map(pathButton) },
  ]
  return `<section id="changes"><h2>Since the run of ${dateOf(before.at)}</h2>
${groups.map(({ title, paths }) => (paths.length > 0 ? `<details><summary>${count(paths.length, 'path')} ${title}</summary>${list(paths)}</details>` : `<p>No path is ${title}.</p>`)).join('\n')}
</section>`
}

function table(runs: readonly ChartRun[]): string {
  const rows = runs.map(
    ({ chart, counts, missing, excused }) =>
      `<tr><th scope="row"><a href="#${escape(chart)}">${escape(chart)}</a></th>${aims
        .map((aim) => cell(counts[aim]))
        .join(
          '',
        )}<td class="${missing.length > 0 ? 'bad' : ''}">${missing.length}</td><td>${excused.length}</td></tr>`,
  )
  const sum = (aim: (typeof aims)[number]) => ({
    walked: runs.reduce((total, { counts }) => total + counts[aim].walked, 0),
    of: aim === 'pairs' ? null : runs.reduce((total, { counts }) => total + (counts[aim].of ?? 0), 0),
  })
  const missing = runs.reduce((total, run) => total + run.missing.length, 0)
  const excused = runs.reduce((total, run) => total + run.excused.length, 0)
  return `<section id="counts"><h2>How far each chart was walked</h2>
<div class="scroll" role="region" tabindex="0" aria-label="Table of charts"><table>
<thead><tr><th scope="col">Chart</th>${aims.map((aim) => `<th scope="col">${aim === 'guards' ? 'Outcomes of guards' : aim === 'pairs' ? 'Pairs of transitions' : aim.replace(/^./, (first) => first.toUpperCase())}</th>`).join('')}<th scope="col">Not walked</th><th scope="col">Excused</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
<tfoot><tr><th scope="row">All</th>${aims.map((aim) => cell(sum(aim))).join('')}<td>${missing}</td><td>${excused}</td></tr></tfoot>
</table></div></section>`
}

const cell = ({ walked, of }: { walked: number; of: number | null }) =>
  `<td>${of === null ? walked : `${walked} of ${of}`}</td>`

const legend = [
  ['level-0', 'not walked'],
  ['excused', 'excused'],
  ['level-1', '1 path'],
  ['level-2', '2 or 3'],
  ['level-3', '4 to 9'],
  ['level-4', '10 to 29'],
  ['level-5', '30 or more'],
]
  .map(
    ([level, text]) =>
      `<li><svg width="36" height="12" aria-hidden="true"><g class="arrow ${level}"><path class="line" d="M0 6L36 6"/></g></svg> ${text}</li>`,
  )
  .join('')

function charts(runs: readonly ChartRun[], drawings: readonly string[], shown: string | undefined): string {
  const option = ({ chart }: ChartRun) =>
    `<option${chart === shown ? ' selected' : ''}>${escape(chart)}</option>`
  return `<section id="charts"><h2>The charts</h2>
<p>Choose a path to see where it went. Choose an arrow to see which paths walked it; with the keyboard, the arrow keys move from one to the next.</p>
<div class="tools"><span><label for="chart">Chart</label> <select id="chart">${runs.map(option).join('')}</select></span>
<label><input type="checkbox" id="fit"> Fit to width</label></div>
<ul class="legend" aria-label="How many paths walked an arrow">${legend}</ul>
<div class="split"><div class="drawings">${drawings.join('\n')}</div>
<div class="side"><div id="about" aria-live="polite"></div>
<h3 id="paths-title">Paths</h3><ul id="paths" aria-labelledby="paths-title"></ul></div></div></section>`
}

function figureOf({ chart, missing, excused }: ChartRun, svg: string): string {
  const open = missing.map((key) => `<code>${escape(key)}</code>`)
  const reasons = excused.map(({ key, reason }) => `<code>${escape(key)}</code>: ${escape(reason)}`)
  return `<figure data-chart="${escape(chart)}"><div class="scroll drawing">${svg}</div>
${open.length > 0 ? `<details><summary>${open.length} not walked</summary>${list(open)}</details>` : ''}
${reasons.length > 0 ? `<details><summary>${reasons.length} excused</summary>${list(reasons)}</details>` : ''}</figure>`
}
