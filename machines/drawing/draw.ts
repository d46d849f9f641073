import type { AnyStateNode } from 'xstate'
import { shortEvent } from '#machines/paths/transitions.ts'
import { entered, idOf, opensOf, type Row } from './boxes.ts'
import {
  aboutHeight,
  boxesIn,
  lineHeight,
  padding,
  pictureHeight,
  type PlacedArrow,
  type PlacedBox,
} from './layout.ts'
import { escape } from './escape.ts'
import { headOf, round } from './geometry.ts'

/** Draws a chart that is laid out as SVG. Each box, row and arrow carries what the page lights up. */
export function draw(drawing: PlacedBox): string {
  const { width, height, box } = drawing
  const all = boxesIn(drawing)
  const [w, h] = [Math.ceil(width) + 2, Math.ceil(height) + 2]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${w} ${h}" width="${w}" height="${h}" role="group" aria-label="${escape(box.title)}">`,
    ...all.map((one) => boxSvg(one, box.node)),
    ...all.flatMap(({ arrows }) => arrows.map(arrowSvg)),
    '</svg>',
  ].join('\n')
}

function boxSvg(
  { box, x, y, width, height, titleLines, aboutLines, rows, inner }: PlacedBox,
  drawn: AnyStateNode,
): string {
  const { node, name } = box
  const isOuter = inner.length > 0
  const classes = [
    'state',
    isOuter && 'outer',
    node.type === 'final' && 'final',
    isEntered(node) && 'first',
    holdsTickets(node) && 'holds',
    node.tags.includes('payment_open') && 'paying',
    node.tags.includes('error') && 'error',
    box.mark,
  ]
  const id = idOf(node)
  const opened = opensOf(box)
  const opens = opened.length > 0 ? ` data-opens="${escape(opened.join(' '))}"` : ''
  // A folded step has two boxes: that which leads to its drawing, and the drawing's own
  const anchor = node === drawn && node.parent ? '' : ` id="${escape(id)}"`
  const [lastRow] = rows.slice(-1)
  const below = y + padding + titleLines.length * (lineHeight + 3)
  const pictureTop = lastRow ? lastRow.y + lastRow.height : below + lineHeight + aboutHeight(aboutLines) + 4
  return [
    `<g class="${classesOf(...classes)}" data-state="${escape(id)}"${anchor}${opens}>`,
    `<title>${escape(node.description ?? box.title)}</title>`,
    `<rect class="box" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="10"/>`,
    `<a href="#${escape(id)}">`,
    ...titleLines.map(
      (line, index) =>
        `<text class="title" x="${round(x + padding)}" y="${round(y + padding + 13 + index * (lineHeight + 3))}">${escape(line)}</text>`,
    ),
    '</a>',
    `<text class="name" x="${round(x + padding)}" y="${round(below + 12)}">${escape(name)}${opens && ' ⊞'}</text>`,
    ...aboutLines.map(
      (line, index) =>
        `<text class="about" x="${round(x + padding)}" y="${round(below + lineHeight + 14 + index * lineHeight)}">${escape(line)}</text>`,
    ),
    ...rows.map(({ row, lines, y: top, height: rowHeight }) =>
      [
        `<g class="${classesOf('row', row.mark)}" data-from="${escape(id)}"${
          row.target
            ? ` data-to="${escape(
                row.transitions
                  .map(({ definition }) => idOf(definition.target![0]!))
                  .filter(unique)
                  .join(' '),
              )}"`
            : ''
        } data-cost="${costOf(row)}" data-keys="${escape(row.transitions.map(({ key }) => key).join('|'))}">`,
        `<rect class="touch" x="${round(x + 5)}" y="${round(top)}" width="${round(width - 10)}" height="${rowHeight}" rx="5"/>`,
        ...lines.map(
          (line, index) =>
            `<text x="${round(x + padding + (index > 0 ? 10 : 0))}" y="${round(top + 14 + index * lineHeight)}">${escape(line)}</text>`,
        ),
        '</g>',
      ].join(''),
    ),
    box.hasPicture ? pictureSvg(id, x + padding, pictureTop, width - 2 * padding) : '',
    '</g>',
  ].join('\n')
}

const classesOf = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** How far a row is from what buyers usually do: an error, or a condition that is decided without them, is a long way. */
const costOf = ({ transitions }: Row) =>
  transitions.every(({ event, definition: { guard } }) =>
    event === 'always' ? guard : shortEvent(event).startsWith('error '),
  )
    ? 10
    : 1

/** The place of the picture of the screen in a box. */
function pictureSvg(id: string, x: number, y: number, width: number): string {
  const href = `pictures/${id}.webp`
  return `<a href="${escape(href)}"><image href="${escape(href)}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${pictureHeight - padding}" preserveAspectRatio="xMidYMin meet"/></a>`
}

const unique = (one: string, index: number, all: readonly string[]) => all.indexOf(one) === index

const isEntered = (node: AnyStateNode) => !!node.parent && entered(node.parent) === node

/** Whether tickets are held in a state: the countdown runs in it. */
const holdsTickets = ({ invoke }: AnyStateNode) => invoke.some(({ src }) => src === 'countdown')

function arrowSvg({
  arrow: { from, to, label, isOutside, mark },
  points,
  label: place,
}: PlacedArrow): string {
  const line = `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`
  const classes = classesOf('arrow', label && 'told', isOutside && 'outside', mark)
  return [
    `<g class="${classes}" data-from="${escape(idOf(from))}" data-to="${escape(idOf(to))}">`,
    `<path class="line" d="${line}"/>${headOf(points)}`,
    ...(place?.lines ?? []).map(
      (text, index) =>
        `<text x="${round(place!.x + 4)}" y="${round(place!.y + 13 + index * lineHeight)}">${escape(text)}</text>`,
    ),
    '</g>',
  ].join('')
}
