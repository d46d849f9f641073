import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { chromium } from '@playwright/test'

import { systemBrowser } from '#e2e/system-browser.ts'
import { organisers } from '#server/seeds/demo-catalogue.ts'

/**
 * `node scripts/mail-pictures.ts`: draws the pictures of the demo's events as JPEG for mails, whose programs show no SVG. The
 * pictures are committed; run it when a drawing changes.
 */
const pictures = new URL('../server/pages/pictures/', import.meta.url)
const folder = fileURLToPath(new URL('mails/', pictures))

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...(systemBrowser && { executablePath: systemBrowser }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
// One and a half times the size at which a mail shows them.
const page = await browser.newPage({ viewport: { width: 840, height: 420 } })
for (const { id } of organisers.flatMap(({ events }) => events)) {
  const drawing = readFileSync(new URL(`scenes/${id}.svg`, pictures)).toString('base64')
  await page.setContent(
    `<body style="margin:0"><img style="display:block;width:100vw;height:100vh;object-fit:cover" src="data:image/svg+xml;base64,${drawing}">`,
  )
  await page.screenshot({ path: `${folder}${id}.jpg`, type: 'jpeg', quality: 78 })
}
await browser.close()
