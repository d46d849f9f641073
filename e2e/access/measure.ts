import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { isDark } from '#e2e/colours.ts'
import { rememberLook, settle } from '#e2e/gallery/take.ts'
import { violationsOn } from '#e2e/screens/accessible.ts'
import { lostInForcedColours } from '#e2e/screens/forced-colours.ts'
import { misplaced, tooWide } from '#e2e/screens/narrow.ts'
import { views, type View, type Viewed } from './views.ts'

/** What is wrong with a screen, by the view in which it was found. An empty list: looked at, nothing found. */
export type Findings = Record<View, string[]>

/**
 * Looks at a screen in every view of the colours that it has and writes what it finds into a file of those colours, then leaves the page
 * as it was. If the screen has gone on meanwhile, because its state ends by itself, there is no file.
 */
export async function measureAccess(page: Page, screen: string, isStill: () => boolean): Promise<void> {
  const restoreLook = await rememberLook(page)
  const findings: Partial<Findings> = {}
  const isDarkNow = await isDark(page)
  for (const [name, view] of Object.entries<Viewed>(views)) {
    const { width, dark = false, isForced, text, isSpaced, checks } = view
    if (dark !== isDarkNow) continue
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ forcedColors: isForced ? 'active' : 'none' })
    await page.evaluate(setText, { percent: text, isSpaced })
    await settle(page)
    findings[name as View] = await found[checks](page)
  }
  await page.evaluate(setText, { percent: 100, isSpaced: undefined })
  await restoreLook()
  if (!isStill()) return
  const file = `${screen}.${isDarkNow ? 'dark' : 'light'}.json`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(findings))
}

/** Runs in the page: sets the size of its text, and the spacing that WCAG 1.4.12 names. */
function setText({ percent, isSpaced }: { percent: number; isSpaced: true | undefined }) {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
  document.querySelector('style[data-spacing]')?.remove()
  if (!isSpaced) return
  const style = Object.assign(document.createElement('style'), {
    textContent:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  })
  style.dataset.spacing = ''
  document.head.append(style)
}

const found = {
  axe: (page: Page) => violationsOn(page),
  contrast: (page: Page) => violationsOn(page, 'contrast'),
  marks: lostInForcedColours,
  fit: clipped,
  room: async (page: Page) => [...(await crowded(page)), ...(await clipped(page))],
}

/** What is wider than the screen, or makes the page scroll sideways. */
async function clipped(page: Page): Promise<string[]> {
  const { scrollsSideways, wide } = await tooWide(page)
  return [
    ...(scrollsSideways ? ['the page scrolls sideways'] : []),
    ...wide.map((one) => `wider than the screen: ${one}`),
  ]
}

/** Texts that meet, controls outside of their card, icons that did not grow, distorted pictures. */
async function crowded(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize()!
  // The sticky header and the bar at the bottom would cover what is scrolled below them
  await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight + 200) })
  const { overlaps, outside, small, squashed } = await misplaced(page)
  await page.setViewportSize({ width, height })
  return [
    ...overlaps.map((one) => `texts meet: ${one}`),
    ...outside.map((one) => `outside of its card: ${one}`),
    ...small.map((one) => `an icon has not grown: ${one}`),
    ...squashed.map((one) => `a distorted picture: ${one}`),
  ]
}
