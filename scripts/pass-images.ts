import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { chromium } from '@playwright/test'

import { systemBrowser } from '#e2e/system-browser.ts'

/**
 * `node scripts/pass-images.ts`: draws the images of passes for Apple Wallet, from the shop's icon. The images are
 * committed; run it when the icon changes.
 */
const folder = fileURLToPath(new URL('../server/providers/wallet-passes/images/', import.meta.url))
const accent = '#5b3fc4'

/** The shop's icon (`public/favicon.svg`) in white, for a purple background. */
const ticket = `
  <path fill="#fff" d="M3 8.5A2.5 2.5 0 0 1 5.5 6h21A2.5 2.5 0 0 1 29 8.5v4a3.5 3.5 0 0 0 0 7v4a2.5 2.5 0 0 1-2.5 2.5h-21A2.5 2.5 0 0 1 3 23.5v-4a3.5 3.5 0 0 0 0-7Z"/>
  <path fill="none" stroke="${accent}" stroke-width="2.2" stroke-linecap="round" d="M12.5 21.5V11h6.5m-6.5 5.2h5.2"/>
  <path stroke="${accent}" stroke-opacity=".6" stroke-width="1.4" stroke-dasharray="1.8 2" d="M23.3 7.5v17"/>`

/** Sizes in points: developer.apple.com/design/human-interface-guidelines/wallet. */
const images = {
  icon: {
    size: 29,
    svg: `<rect x="-4" y="-4" width="40" height="40" fill="${accent}"/>${ticket}`,
    box: '-2 -2 36 36',
  },
  logo: { size: 50, svg: ticket, box: '2 2 28 28' },
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...(systemBrowser && { executablePath: systemBrowser }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const [name, { size, svg, box }] of Object.entries(images))
  for (const scale of [1, 2, 3]) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: scale })
    await page.setContent(
      `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" style="display:block" viewBox="${box}" width="${size}" height="${size}">${svg}</svg>`,
    )
    const ending = scale === 1 ? '' : `@${scale}x`
    await page.screenshot({ path: `${folder}${name}${ending}.png`, omitBackground: true })
    await page.close()
  }
await browser.close()
