import { rmSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { isDark } from '#e2e/colours.ts'

/** How each screen is pictured, by the name of the file. */
const looks = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const

/**
 * Takes the pictures of a screen into a folder, in the colours that it has, and leaves the page as it was. If the screen has gone on
 * meanwhile, because its state ends by itself, there are none.
 */
export async function takePictures(page: Page, folder: string, isStill: () => boolean): Promise<void> {
  const restoreLook = await rememberLook(page)
  const colours = (await isDark(page)) ? 'dark' : 'light'
  const files: string[] = []
  for (const [name, size] of Object.entries(looks)) {
    const path = `${folder}/${name}-${colours}.png`
    files.push(path)
    await page.setViewportSize(size)
    await settle(page)
    const restore = await page.evaluateHandle(steady)
    await page.screenshot({ path, fullPage: true, animations: 'disabled' })
    await restore.evaluate((undo) => undo())
  }
  await restoreLook()
  if (!isStill()) for (const path of files) rmSync(path, { force: true })
}

/**
 * Returns what gives a page its size and focus back after it was looked at in other ways. Its colours are left alone: a page answers to
 * others, as the seating plan does, which is drawn anew and takes its session up again.
 */
export async function rememberLook(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize()
  const focused = await page.evaluateHandle(() => document.activeElement)
  return async () => {
    if (size) await page.setViewportSize(size)
    // The other width may have hidden what had the focus
    await focused.evaluate(
      (element) => element instanceof HTMLElement && element.focus({ preventScroll: true }),
    )
  }
}

/** Waits until what has another width, such as the provider's fields in their frames, has found its height. */
export async function settle(page: Page) {
  let height = -1
  const isSettled = async () => {
    const before = height
    height = await page.evaluate(() => document.documentElement.scrollHeight)
    return height === before
  }
  await expect.poll(isSettled, { intervals: [150] }).toBe(true)
}

/** Runs in the page: shows the same in every run instead of times, dates, addresses and codes. Returns what undoes it. */
function steady(): () => void {
  const varying: [RegExp, string][] = [
    [/[\w.+-]+@[\w-]+\.\w+/g, 'buyer@example.com'],
    [/\b\d+m( \d+s)?\b|\b\d+s\b/g, '9m 59s'],
    [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \d{1,2} [A-Z][a-z]+( \d{4})?/g, 'Sat 1 Jan 2028'],
    [/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b/g, '1 January 2028'],
    [/^\d{6}$/g, '123456'],
  ]
  const undo: (() => void)[] = []
  function show<Name extends string>(shown: Record<Name, string>, name: Name) {
    const was = shown[name]
    const same = varying.reduce((text, [found, one]) => text.replaceAll(found, one), was)
    if (same === was) return
    shown[name] = same
    // Not what the page has written anew meanwhile
    undo.push(() => shown[name] === same && (shown[name] = was))
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    // What is read out alone is on no picture, and would be announced again.
    if (!node.parentElement?.closest('.visually-hidden')) show(node as Text, 'data')
  for (const input of document.querySelectorAll<HTMLInputElement>('input:not([type=radio], [type=checkbox])'))
    show(input, 'value')
  return () => undo.forEach((one) => one())
}
