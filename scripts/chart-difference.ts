import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Gallery } from '#e2e/gallery/gallery.ts'
import { differenceOf } from '#machines/difference/difference.ts'
import { markdownOf } from '#machines/difference/markdown.ts'
import { pageOf, type Screens } from '#machines/difference/page.ts'
import { approvedAt, lastTaken, pictureFile } from './gallery-lists.ts'
import { releaseAt, releaseNow } from './release-at.ts'

const folder = 'reports/statechart'

/**
 * Writes what has changed in the charts since a commit: `difference.html`, drawn and listed, and `difference.md`, for a change
 * request. Throws `UnknownReference`.
 */
export async function writeDifference(reference: string): Promise<void> {
  const before = releaseAt(reference)
  const difference = differenceOf(before, releaseNow())
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/difference.html`, await pageOf(difference, before.name, screensSince(reference)))
  writeFileSync(`${folder}/difference.md`, markdownOf(difference, before.name))
  const charts = difference.charts.map(({ title }) => title).join(', ')
  console.log(
    `${charts ? `Changed since ${before.name}: ${charts}` : `Nothing has changed in the charts since ${before.name}`}. ${folder}/difference.html, ${folder}/difference.md`,
  )
}

/** The pictures of states on a phone, as the gallery has them: part of the page, so that it stays one file. */
function screensSince(reference: string): Screens {
  const [old, now] = [approvedAt(reference), lastTaken()]
  const addressIn = (gallery: Gallery | null, id: string) => {
    const file = pictureFile(gallery?.get(`${id.replace('.', '/')}/normal/phone-light`))
    return file && `data:image/png;base64,${readFileSync(file, 'base64')}`
  }
  return (id) => ({ before: addressIn(old, id), now: addressIn(now, id) })
}
