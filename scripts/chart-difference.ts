import { mkdirSync, writeFileSync } from 'node:fs'
import { differenceOf } from '#machines/difference/difference.ts'
import { markdownOf } from '#machines/difference/markdown.ts'
import { pageOf } from '#machines/difference/page.ts'
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
  writeFileSync(`${folder}/difference.html`, await pageOf(difference, before.name))
  writeFileSync(`${folder}/difference.md`, markdownOf(difference, before.name))
  const charts = difference.charts.map(({ title }) => title).join(', ')
  console.log(
    `${charts ? `Changed since ${before.name}: ${charts}` : `Nothing has changed in the charts since ${before.name}`}. ${folder}/difference.html, ${folder}/difference.md`,
  )
}
