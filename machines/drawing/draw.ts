import type { AnyStateNode } from 'xstate'
import { shortEvent } from '#machines/paths/transitions.ts'
import { entered, idOf, opensOf, type Row } from './boxes.ts'
import {
  boxesIn,
  lineHeight,
  padding,
  pictureHeight,
  saidHeight,
  type PlacedArrow,
  type PlacedBox,
} from './layout.ts'
import { escape } from './escape.ts'
import { headOf, round } from './geometry.ts'

/**
 * Draws a chart that is laid out as SVG. Each box, row and arrow carries what the page lights up; `usual` are the keys of the transitions
 * by which it prefers to show a way.
 */
export function draw(drawing: PlacedBox, usual: ReadonlySet<string> = new Set()): string {
  const { width, height, box } = drawing
  const all = boxesIn(drawing)
  const [w, h] = [Math.ceil(width) + 2, Math.ceil(height) + 2]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${w} ${h}" width="${w}" height="${h}" role="group" aria-label="${escape(box.title)}">`,
    ...all.map((one) => boxSvg(one, box.node, usual)),
    ...all.flatMap(({ arrows }) => arrows.map(arrowSvg)),
    '</svg>',
  ].join('\n')
}

/** A part of a drawing, in its pixels. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Draws what is in a part of a drawing, to be only read: with the border of no outermost box, and without what the page lights up. */
export function drawPart(drawing: PlacedBox, { x, y, width, height }: Part, scale: number): string {
  const isIn = (top: number, bottom: number) => top < y + height && bottom > y
  const all = boxesIn(drawing)
  const size = (pixels: number) => `${round((pixels * scale * 25.4) / 96)}mm`
  return [
    `<svg viewBox="${[x, y, width, height].map(round).join(' ')}" style="width:${size(width)};height:${size(height)}">`,
    ...all.filter((one) => isIn(one.y, one.y + one.height)).map((one) => plainBox(one, one === drawing)),
    ...all.flatMap(({ arrows }) =>
      arrows
        .filter(({ points, label }) => {
          const ys = points.map((point) => point.y)
          return isIn(Math.min(...ys, label?.y ?? Infinity), Math.max(...ys))
        })
        .map((arrow) => plainArrow(arrow)),
    ),
    '</svg>',
  ].join('')
}

/** Positions in a box are from its corner, so that a box looks alike wherever it stands: the page is sent compressed. */
const cornerOf = ({ x, y }: PlacedBox) => `transform="translate(${round(x)} ${round(y)})"`

function boxSvg(placed: PlacedBox, drawn: AnyStateNode, usual: ReadonlySet<string>): string {
  const { box, y, width, rows } = placed
  const { node } = box
  const id = idOf(node)
  const opened = opensOf(box)
  const opens = opened.length > 0 ? ` data-opens="${escape(opened.join(' '))}"` : ''
  // A folded step has two boxes: that which leads to its drawing, and the drawing's own
  const anchor = node === drawn && node.parent ? '' : ` id="${escape(id)}"`
  const [lastRow] = rows.slice(-1)
  const below = belowTitle(placed)
  const pictureTop = lastRow ? lastRow.y - y + lastRow.height : below + lineHeight + saidHeight(placed) + 4
  return [
    `<g class="${stateClasses(placed)}" data-state="${escape(id)}"${anchor}${opens} data-head="${round(placed.head)}" ${cornerOf(placed)}>`,
    rectOf(placed),
    `<a href="#${escape(id)}">`,
    `<rect class="touch" x="5" y="5" width="${round(width - 10)}" height="${labelHeight(placed)}" rx="5"/>`,
    ...titleOf(placed),
    nameOf(placed),
    '</a>',
    ...saidOf(placed),
    ...rows.map((placedRow) => {
      const { row, y: top, height } = placedRow
      return [
        `<g class="${classesOf('row', row.mark)}" data-from="${escape(id)}"${
          row.target
            ? ` data-to="${escape(
                row.transitions
                  .map(({ definition }) => idOf(definition.target![0]!))
                  .filter(unique)
                  .join(' '),
              )}"`
            : ''
        } data-cost="${costOf(row, usual)}" data-keys="${escape(row.transitions.map(({ key }) => key).join('|'))}">`,
        `<rect class="touch" x="5" y="${round(top - y)}" width="${round(width - 10)}" height="${height}" rx="5"/>`,
        ...rowLines(placed, placedRow),
        '</g>',
      ].join('')
    }),
    box.hasPicture ? pictureSvg(placed, pictureTop) : '',
    '</g>',
  ].join('\n')
}

const plainBox = (placed: PlacedBox, isOutermost: boolean) =>
  [
    `<g class="${stateClasses(placed)}" ${cornerOf(placed)}>`,
    isOutermost ? '' : rectOf(placed),
    ...titleOf(placed),
    nameOf(placed),
    ...saidOf(placed),
    ...placed.rows.flatMap((row) => rowLines(placed, row)),
    '</g>',
  ].join('')

function stateClasses({ box: { node, mark }, inner }: PlacedBox): string {
  return classesOf(
    'state',
    inner.length > 0 && 'outer',
    node.type === 'final' && 'final',
    isEntered(node) && 'first',
    holdsTickets(node) && 'holds',
    node.tags.includes('payment_open') && 'paying',
    node.tags.includes('error') && 'error',
    mark,
  )
}

const rectOf = ({ width, height }: PlacedBox) =>
  `<rect class="box" width="${round(width)}" height="${round(height)}" rx="10"/>`

const titleOf = ({ titleLines }: PlacedBox) =>
  titleLines.map((line, index) => textSvg('title', padding, padding + 13 + index * (lineHeight + 3), line))

const belowTitle = ({ titleLines }: PlacedBox) => padding + titleLines.length * (lineHeight + 3)

const nameOf = (placed: PlacedBox) => {
  const { box } = placed
  return textSvg(
    'name',
    padding,
    belowTitle(placed) + 12,
    `${box.name}${opensOf(box).length > 0 ? ' ⊞' : ''}`,
  )
}

/** The height of the title with the name, which can be pressed. */
const labelHeight = (placed: PlacedBox) => belowTitle(placed) + lineHeight - 5

/** What a state is for, and what it promises. */
function saidOf(placed: PlacedBox): string[] {
  const { aboutLines, promiseLines } = placed
  const below = belowTitle(placed)
  const lineTop = (index: number) => below + lineHeight + 14 + index * lineHeight
  const promises = promiseLines.flatMap((lines) =>
    lines.map((text, index) => ({ text, isFirst: index === 0 })),
  )
  return [
    ...aboutLines.map((line, index) => textSvg('about', padding, lineTop(index), line)),
    ...promises.map(({ text, isFirst }, index) => {
      const y = lineTop(aboutLines.length + index)
      return `${isFirst ? textSvg('promise', padding, y, '✓') : ''}${textSvg('promise', padding + 14, y, text)}`
    }),
  ]
}

const rowLines = (placed: PlacedBox, { lines, y }: PlacedBox['rows'][number]) =>
  lines.map((line, index) =>
    textSvg('', padding + (index > 0 ? 10 : 0), y - placed.y + 14 + index * lineHeight, line),
  )

const textSvg = (name: string, x: number, y: number, text: string) =>
  `<text${name && ` class="${name}"`} x="${round(x)}" y="${round(y)}">${escape(text)}</text>`

const classesOf = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/**
 * How far a row is from what buyers usually do: next to nothing if it is of the usual purchase, further if it leads back, and a long way
 * if it is an error, or a condition that is decided without them.
 */
function costOf({ transitions, target }: Row, usual: ReadonlySet<string>): number {
  if (transitions.some(({ key }) => usual.has(key))) return 0.01
  const isFar = transitions.every(({ event, definition: { guard } }) =>
    event === 'always' ? guard : shortEvent(event).startsWith('error '),
  )
  if (isFar) return 10
  return target && transitions.every(({ source }) => target.order < source.order) ? 3 : 1
}

/** The place of the picture of the screen in a box. */
function pictureSvg({ box, width }: PlacedBox, y: number): string {
  const href = `pictures/${idOf(box.node)}.webp`
  const name = escape(`Picture of the screen: ${box.title}`)
  return `<a class="picture" href="${escape(href)}" aria-label="${name}"><image href="${escape(href)}" x="${padding}" y="${round(y)}" width="${round(width - 2 * padding)}" height="${pictureHeight - padding}" preserveAspectRatio="xMidYMin meet"/></a>`
}

const unique = (one: string, index: number, all: readonly string[]) => all.indexOf(one) === index

const isEntered = (node: AnyStateNode) => !!node.parent && entered(node.parent) === node

/** Whether tickets are held in a state: the countdown runs in it. */
const holdsTickets = ({ invoke }: AnyStateNode) => invoke.some(({ src }) => src === 'countdown')

const arrowSvg = (placed: PlacedArrow) => {
  const { from, to } = placed.arrow
  return plainArrow(placed, ` data-from="${escape(idOf(from))}" data-to="${escape(idOf(to))}"`)
}

function plainArrow(
  { arrow: { label, isOutside, mark }, points, label: place }: PlacedArrow,
  data = '',
): string {
  const line = `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`
  return [
    `<g class="${classesOf('arrow', label && 'told', isOutside && 'outside', mark)}"${data}>`,
    `<path class="line" d="${line}"/>${headOf(points)}`,
    ...(place?.lines ?? []).map((text, index) =>
      textSvg('', place!.x + 4, place!.y + 13 + index * lineHeight, text),
    ),
    '</g>',
  ].join('')
}
