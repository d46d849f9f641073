import type { Locator } from '@playwright/test'
import { expect } from '#e2e/test.ts'

/** Reads an amount as people read it, in pence: 2690 for "£26.90", -380 for "−£3.80". */
export function penceIn(text: string): number {
  const [, minus, amount = ''] = /([−-]?)[£€](\d[\d,]*(?:\.\d\d)?)/.exec(text) ?? []
  return Math.round(Number(amount.replaceAll(',', '') || NaN) * 100) * (minus ? -1 : 1)
}

/** Reads the amount that stands out in a part of a page, in pence: the biggest, or the boldest of the biggest. */
export async function headline(part: Locator): Promise<number> {
  await expect(part).toBeVisible()
  const amounts = await part.evaluate((element) => {
    const found: { text: string; size: number; weight: number }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (!node.parentElement || !/[£€]\d/.test(text)) continue
      const { fontSize, fontWeight } = getComputedStyle(node.parentElement)
      found.push({ text, size: parseFloat(fontSize), weight: Number(fontWeight) })
    }
    return found
  })
  const [first, second] = amounts.sort((a, b) => b.size - a.size || b.weight - a.weight)
  const stands = first && (!second || first.size > second.size || first.weight > second.weight)
  expect(stands, `no amount stands out among ${amounts.map(({ text }) => `"${text}"`).join(', ')}`).toBe(true)
  return penceIn(first?.text ?? '')
}
