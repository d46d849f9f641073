import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { chartOf, type Gallery } from './gallery.ts'

/** The screens of the states as `/statechart/` shows them, such as `checkout.holding.payment.webp`. */
const folder = 'docs/screens'

/** As much of a screen as a phone shows, in pixels. */
const height = 844

/** The name of the picture of a state as it usually is, on a phone: `payment.settled.choosing`. */
export function screenName(picture: string): string | null {
  const [chart, state, screen, look] = picture.split('/')
  return screen === 'normal' && look === 'phone-light' ? `${chart}.${state}` : null
}

/** Writes the screens of all charts that were pictured, in place of earlier ones. `fileOf` is the PNG with a hash. */
export async function writeScreens(taken: Gallery, fileOf: (hash: string) => string): Promise<void> {
  const charts = new Set([...taken.keys()].map(chartOf))
  mkdirSync(folder, { recursive: true })
  for (const file of globSync(`${folder}/*.webp`))
    if (charts.has(basename(file).replace(/\..*/, ''))) rmSync(file)
  const browser = await chromium.launch(playwright.use?.launchOptions)
  const page = await browser.newPage()
  for (const [picture, hash] of taken) {
    const name = screenName(picture)
    if (name === null) continue
    const webp = await page.evaluate(shrink, { png: readFileSync(fileOf(hash), 'base64'), height })
    writeFileSync(`${folder}/${name}.webp`, webp, 'base64')
  }
  await browser.close()
}

/** Runs in the browser: returns the top of a PNG as WebP, both in base64. */
async function shrink(asked: { png: string; height: number }): Promise<string> {
  const picture = Object.assign(new Image(), { src: `data:image/png;base64,${asked.png}` })
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = Math.min(picture.height, asked.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/webp', 0.6).replace(/^.*,/, '')
}
