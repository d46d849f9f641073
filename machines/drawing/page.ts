import { readFileSync } from 'node:fs'
import { drawingStyle, type Drawing } from './drawings.ts'
import { escape } from './escape.ts'
import { glossary, type SearchEntry } from './search-entries.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/**
 * Writes the page on which a product owner reads the charts, as files by their names. It needs no server, and works without
 * its script: that adds the search, the lit ways and what is remembered. `tryOut` is the script of the panel (`tryOutScript`).
 */
export const pageFiles = (
  drawings: readonly Drawing[],
  entries: readonly SearchEntry[],
  tryOut: string,
): Map<string, string> =>
  new Map([
    ['index.html', indexOf(drawings, entries)],
    ['page.css', read('../../src/ui/tokens.css') + drawingStyle() + read('page.css') + read('figures.css')],
    ['page.js', ['opening', 'page', 'picture', 'search'].map((name) => read(`${name}.client.js`)).join('')],
    ['try-out.js', tryOut],
    ['live.js', read('live.client.js')],
  ])

function indexOf(drawings: readonly Drawing[], entries: readonly SearchEntry[]): string {
  const byId = new Map(drawings.map((drawing) => [drawing.id, drawing]))
  const placed = new Set<string>()
  /** A drawing, and inside it those that its boxes open, each once. */
  const sectionOf = (drawing: Drawing, depth: number): string => {
    placed.add(drawing.id)
    const inner = drawing.opens.flatMap((id) => {
      const opened = byId.get(id)
      return opened && !placed.has(id) ? [sectionOf(opened, depth + 1)] : []
    })
    const { sheet } = drawing
    return `<details class="chart${sheet ? ' redrawn' : ''}${sheet?.isWide ? ' wide' : ''}" data-chart="${escape(drawing.id)}"${depth === 0 ? ' open' : ''}>
<summary><span class="chart-title">${escape(drawing.title)}</span> <code>${escape(drawing.id)}</code></summary>
<p>${escape(drawing.description)} <code>${escape(drawing.source)}</code></p>
${besideHtml(drawing)}<div class="drawing" tabindex="0" role="region" aria-label="${escape(`Drawing: ${drawing.title}, ${drawing.id}`)}">${drawing.svg}</div>
${sheet ? `<div class="sheet">${sheet.columns.join('\n')}</div>` : ''}
${inner.join('\n')}
</details>`
  }
  const opened = new Set(drawings.flatMap(({ opens }) => opens))
  const sections = drawings.filter(({ id }) => !opened.has(id)).map((drawing) => sectionOf(drawing, 0))
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The statecharts</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header>
<h1>The statecharts</h1>
<p>A box is a state. Its rows say what can happen there, and where that leads; the first that fits counts. Arrows show the way on, and rows the ways back. Choose a title with ⊞ to see what happens inside; point at a row to see its target, and at a box to see the way to it from the start, by the usual purchase as far as that goes.</p>
<ul class="legend"><li class="holds">tickets are held, and the countdown runs</li><li class="paying">a payment is in flight</li><li class="error">an error is shown</li><li class="first">a chart begins here</li><li class="final">a chart ends here</li><li class="promised">✓ is proved</li><li class="outside">by another page, such as the bank's</li></ul>
<search><label for="search">Find a state, message, requirement or file</label>
<input id="search" type="search" autocomplete="off" placeholder="hold expires, PAYM-12, captcha">
<p id="found" role="status"></p><ol id="results"></ol></search>
<p class="tools"><button type="button" data-all="open">Open all</button> <button type="button" data-all="close">Close all</button></p>
</header>
<section class="try-out" aria-labelledby="try-title">
<h2 id="try-title">Try it out</h2>
<p>Walk through a purchase: choose a basket, press what the buyer presses, and decide what the shop answers. A checkout in another tab of the sandbox is followed if it is opened as <code>/checkout/?inspect</code>.</p>
<button type="button" id="try-begin">Begin</button>
<div id="live"></div>
<div id="trial"></div>
<div id="log-panel"></div>
</section>
<main>
${sections.join('\n')}
</main>
<dialog id="picture" aria-labelledby="picture-title"><h2 id="picture-title"></h2><button type="button">Close</button><img alt=""></dialog>
<script type="application/json" id="entries">${JSON.stringify({ entries, glossary: glossary() }).replaceAll('<', '\\u003c')}</script>
<script src="page.js"></script>
</body>
</html>
`
}

/** What can be relied on in all of a chart, and what runs beside its states. */
function besideHtml({ promises, beside }: Drawing): string {
  if (promises.length + beside.length === 0) return ''
  return `<aside class="beside" aria-label="Beside the steps">
<h3>At every step</h3>
<ul class="promises">${promises.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>
<h3>What runs beside the steps</h3>
<ul>${beside.map(({ title, says, shownIn }) => `<li><a href="#${escape(shownIn)}">${escape(title)}</a> ${escape(says)}</li>`).join('')}</ul>
</aside>
`
}
