import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

/**
 * Pictures of the places where a price stands, in a row, for the folder that `PRICE_STRIP` names; without it none are taken
 * (docs/prices.md).
 */
export class Strip {
  readonly #folder = process.env.PRICE_STRIP
  readonly #frames: { place: string; picture: string }[] = []

  async take(place: string, part: Locator): Promise<void> {
    if (!this.#folder) return
    await part.scrollIntoViewIfNeeded()
    // Pictures of pages are loaded when they come near.
    await part.evaluate((element) =>
      Promise.all(Array.from(element.querySelectorAll('img'), (image) => image.decode())),
    )
    const bytes = await part.screenshot({ animations: 'disabled' })
    this.#frames.push({ place, picture: bytes.toString('base64') })
  }

  /** Draws the row into a file of that name. */
  async write(page: Page, name: string): Promise<void> {
    if (!this.#folder) return
    mkdirSync(this.#folder, { recursive: true })
    const figures = this.#frames.map(
      ({ place, picture }) =>
        `<figure><figcaption>${place}</figcaption><img src="data:image/png;base64,${picture}" /></figure>`,
    )
    await page.setViewportSize({ width: 1440, height: 400 })
    await page.goto('about:blank')
    await page.setContent(`<style>${look}</style><main>${figures.join('')}</main>`)
    await page.locator('main').screenshot({ path: join(this.#folder, `${name}.png`) })
  }
}

const look = `
  body { margin: 0; background: #f3f3f0; font: 600 15px system-ui, sans-serif }
  main { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 24px; padding: 24px }
  figure { margin: 0 }
  figcaption { margin-bottom: 8px; color: #444 }
  img { display: block; max-width: 320px; max-height: 480px; border: 1px solid #ddd }
`
