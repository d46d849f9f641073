import type { Locator } from '@playwright/test'
import { expect } from '#e2e/test.ts'

/** Reads an amount as people read it, in pence: 2690 for "£26.90", -380 for "−£3.80". */
export function penceIn(text: string): number {
  const [, minus, amount = ''] = /([−-]?)[£€](\d[\d,]*(?:\.\d\d)?)/.exec(text) ?? []
  return Math.round(Number(amount.replaceAll(',', '') || NaN) * 100) * (minus ? -1 : 1)
}

/**
 * Reads the amount that stands out in a part of a page, in pence: the biggest, or the boldest of the biggest. The page may have yet to draw
 * what has just changed.
 */
export async function headline(part: Locator): Promise<number> {
  let headlines: string[] = []
  await expect(part).toBeVisible()
  await expect
    .poll(async () => (headlines = await biggestIn(part)), 'the one amount that stands out')
    .toHaveLength(1)
  return penceIn(headlines[0] ?? '')
}

/** The texts of the biggest amounts in a part of a page, or of the boldest of them. */
const biggestIn = (part: Locator) =>
  part.evaluate((element) => {
    const found: { text: string; size: number; weight: number }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (!node.parentElement || !/[£€]\d/.test(text)) continue
      const { fontSize, fontWeight } = getComputedStyle(node.parentElement)
      found.push({ text, size: parseFloat(fontSize), weight: Number(fontWeight) })
    }
    const [first] = found.sort((a, b) => b.size - a.size || b.weight - a.weight)
    return found.flatMap(({ text, size, weight }) =>
      size === first?.size && weight === first.weight ? [text] : [],
    )
  })
