import { readFileSync } from 'node:fs'
import { draw } from '#machines/drawing/draw.ts'
import { drawingStyle } from '#machines/drawing/drawings.ts'
import { escape } from '#machines/drawing/escape.ts'
import { layOut } from '#machines/drawing/layout.ts'
import { countsOf, notesOn } from './counts.ts'
import type { ChartDifference, Difference, Section } from './difference.ts'
import { signs, type Entry } from './entry.ts'
import { markedBoxes } from './marked-boxes.ts'

/** The address of the picture of a state before and now, by its id; null where there is none. */
export type Screens = (id: string) => { before: string | null; now: string | null }

const noScreens: Screens = () => ({ before: null, now: null })

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const styles = () =>
  [read('../../src/ui/tokens.css'), drawingStyle(), read('../drawing/page.css'), read('page.css')].join('')

/** Draws and lists the differences of two releases as a page in one file. `reference` names the earlier one. */
export async function pageOf(
  difference: Difference,
  reference: string,
  screens: Screens = noScreens,
): Promise<string> {
  const charts = await Promise.all(difference.charts.map((chart) => chartHtml(chart, difference, screens)))
  const title = `What changes in the statecharts since ${reference}`
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>
${styles()}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
${notesOn(difference)
  .map((note) => `<p>${escape(note)}</p>`)
  .join('\n')}
${difference.charts.length > 0 ? overview(difference.charts) : ''}
</header>
<main>
${charts.join('\n')}
</main>
</body>
</html>
`
}

const overview = (charts: readonly ChartDifference[]) =>
  `<ul class="legend"><li class="added">+ is new</li><li class="removed">− <del>is gone</del></li><li class="changed">≠ has changed, and <del>was</del></li></ul>
<nav aria-label="Charts"><ul>
${charts.map((chart) => `<li><a href="#chart-${escape(chart.id)}">${escape(chart.title)}</a>: ${countsOf(chart)}</li>`).join('\n')}
</ul></nav>`

async function chartHtml(chart: ChartDifference, difference: Difference, screens: Screens): Promise<string> {
  const { id, title, description, how, sections } = chart
  const drawings = await Promise.all(
    markedBoxes(chart, difference).map(async (box) => {
      const name = escape(`Drawing: ${box.title}`)
      return `<div class="drawing" tabindex="0" role="region" aria-label="${name}">${draw(await layOut(box))}</div>`
    }),
  )
  return `<details class="chart" id="chart-${escape(id)}" open>
<summary><span class="chart-title">${how === 'changed' ? '' : `${signs[how]} `}${escape(title)}</span> <code>${escape(id)}</code> ${countsOf(chart)}</summary>
<p>${escape(description)}</p>
${how === 'changed' ? `<div class="listed">\n${sections.map((section) => sectionHtml(section, screens)).join('\n')}\n</div>` : ''}
${drawings.join('\n')}
</details>`
}

function sectionHtml({ id, title, how, entries }: Section, screens: Screens): string {
  const name = escape(`${how === 'changed' ? '' : `${signs[how]} `}${title}`)
  const heading = id && how !== 'removed' ? `<a href="#${escape(id)}">${name}</a>` : name
  return `<section class="${how}"><h2>${heading}</h2>
<ul>
${entries.map(entryHtml).join('\n')}
</ul>${screensHtml(title, screens(id))}</section>`
}

function screensHtml(title: string, { before, now }: ReturnType<Screens>): string {
  const pictures: [string, string | null][] =
    before === now
      ? [['the screen', now]]
      : [
          ['before', before],
          ['now', now],
        ]
  const figures = pictures.flatMap(([caption, address]) =>
    address
      ? `<figure><figcaption>${caption}</figcaption><img src="${escape(address)}" alt="${escape(`${title}, ${caption}`)}"></figure>`
      : [],
  )
  return figures.length > 0 ? `<div class="screens">${figures.join('')}</div>` : ''
}

function entryHtml({ how, label, text, before, code = [] }: Entry): string {
  const said = how === 'removed' ? `<del>${escape(text)}</del>` : escape(text)
  const names = code.map((name) => `<code>${escape(name)}</code>`).join(', ')
  const was =
    before === undefined ? '' : `<br><span class="before">before: <del>${escape(before)}</del></span>`
  return `<li class="${how}"><span class="sign" aria-hidden="true">${signs[how]}</span> <strong>${escape(label)}:</strong> ${[said, names].filter(Boolean).join(': ')}${was}</li>`
}
