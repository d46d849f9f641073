import { readFileSync } from 'node:fs'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { usualPurchase } from '#machines/paths/usual-purchase.ts'
import { besideOf, promisesAt, titleOf } from '#machines/paths/words.ts'
import type { Beside } from '#machines/words/chart-words.ts'
import { boxesOf, foldedIn, idOf, opensIn } from './boxes.ts'
import { crossingsIn, layOut } from './layout.ts'
import { draw } from './draw.ts'
import { sheetOf, type Sheet } from './sheet.ts'

/** A chart, or a folded step of the checkout, as it is drawn. Sizes are in pixels. */
export interface Drawing {
  /** `checkout`, or `checkout.holding.donation` */
  id: string
  title: string
  description: string
  /** What can be relied on in the whole chart, and what runs beside its states. */
  promises: string[]
  beside: readonly Beside[]
  /** Its file in machines/. */
  source: string
  svg: string
  /** It on paper, if it cannot be read there otherwise. */
  sheet: Sheet | null
  /** The drawings that its boxes open. */
  opens: string[]
  width: number
  height: number
  crossings: number
}

/** Draws all charts, the folded steps after the chart that they belong to. `pictures` are the states with a picture of their screen. */
export async function drawingsOf(
  machines: readonly AnyStateMachine[],
  pictures: ReadonlySet<string> = new Set(),
): Promise<Drawing[]> {
  const charts = new Set(machines.map(({ id }) => id))
  const usual = await usualPurchase()
  const drawings: Drawing[] = []
  const add = async (node: AnyStateNode) => {
    const box = boxesOf(node, charts, pictures)
    const layout = await layOut(box)
    const { width, height } = layout
    drawings.push({
      id: idOf(node),
      title: titleOf(node),
      description: String(node.description ?? ''),
      promises: node.parent ? [] : promisesAt(node).map(({ says }) => says),
      beside: node.parent ? [] : besideOf(node),
      source: `machines/${fileName(node.machine.id)}.ts`,
      svg: draw(layout, usual),
      sheet: await sheetOf(box, layout),
      opens: opensIn(box),
      width: Math.round(width),
      height: Math.round(height),
      crossings: crossingsIn(layout),
    })
    for (const step of foldedIn(box)) await add(step)
  }
  for (const { root } of machines) await add(root)
  return drawings
}

/** `payment-attempt` for `paymentAttempt`. */
export const fileName = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The styles of a drawing, in light and dark. */
export const drawingStyle = () => readFileSync(new URL('drawing.css', import.meta.url), 'utf8')

/** A drawing as a file of its own. */
export const fileOf = ({ svg }: Drawing) =>
  `${svg.replace('>\n', `>\n<style>:root{color-scheme:light dark}${drawingStyle().replaceAll(/\s+/g, ' ')}</style>\n`)}\n`
