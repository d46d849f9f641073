import { readFileSync } from 'node:fs'
import { escape } from '#machines/drawing/escape.ts'
import { machines, type TestPath } from '#machines/paths/index.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { titleOf } from '#machines/paths/words.ts'
import { chartOf, sorted, type Gallery } from './gallery.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Writes the contact sheet of a gallery: for each chart a row for each state and case. */
export function sheetOf(gallery: Gallery): string {
  const rows = Map.groupBy([...gallery.keys()].sort(), (name) => name.replace(/\/[^/]*$/, ''))
  const charts = Map.groupBy(rows, ([name]) => chartOf(name))
  const sections = [...charts].map(
    ([chart, some]) =>
      `<h2>${titleOfRow(chart)}</h2>\n${some
        .map(([name, pictures]) =>
          rowOf(
            titleOfRow(name),
            pictures.map((one) => figureOf(one, gallery)),
          ),
        )
        .join('\n')}`,
  )
  return pageOf(
    'The screens of the charts',
    [`<p>${gallery.size} pictures of ${rows.size} screens.</p>`, ...sections].join('\n'),
  )
}

/** Writes what differs between two galleries, side by side. `before` are the pictures approved at `reference`. */
export function comparisonOf(
  before: Gallery,
  now: Gallery,
  reference: string,
  isKept: (hash: string) => boolean,
) {
  const { changed, added, gone, same } = sorted(before, now)
  const old = (name: string) =>
    isKept(before.get(name) ?? '')
      ? figureOf(name, before, 'before')
      : '<p>The earlier picture is not kept here.</p>'
  const section = (title: string, names: readonly string[], figures: (name: string) => string[]) =>
    `<h2>${names.length} ${title}</h2>
${names.map((name) => rowOf(titleOfRow(name), figures(name))).join('\n')}`
  return pageOf(
    `The screens of the charts since ${reference}`,
    [
      section('changed', changed, (name) => [old(name), figureOf(name, now, 'now')]),
      section('new', added, (name) => [figureOf(name, now, 'now')]),
      section('gone', gone, (name) => [old(name)]),
      `<h2>${same.length} the same</h2>`,
    ].join('\n'),
  )
}

/** "Choosing how to pay" of `payment/settled.choosing/normal`, or the title of a chart, with its name. */
function titleOfRow(name: string): string {
  const [chart = '', state = ''] = name.split('/')
  const root = machines.get(chart as TestPath['chart'])?.root // a name of a chart, unless it is gone
  const node = root && nodesOf(root).find(({ path }) => path.join('.') === state)
  return `${node ? `${escape(titleOf(node))} ` : ''}<code>${escape(name)}</code>`
}

const rowOf = (title: string, figures: readonly string[]) =>
  `<section><h3>${title}</h3><div class="pictures">${figures.join('')}</div></section>`

function figureOf(name: string, gallery: Gallery, caption = name.replace(/.*\//, '')): string {
  const file = `pictures/${gallery.get(name)}.png`
  return `<figure><figcaption>${escape(caption)}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt="${escape(`${name}, ${caption}`)}"></a></figure>`
}

const pageOf = (title: string, content: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>
${read('../../src/ui/tokens.css')}${read('sheet.css')}</style>
</head>
<body>
<h1>${escape(title)}</h1>
${content}
</body>
</html>
`
