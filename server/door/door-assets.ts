import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { asset, serveAssets, shorten, styles, type Asset } from '#server/pages/assets.ts'

const read = (file: string | URL) => readFileSync(file, 'utf8')
const readOwn = (file: string) => read(new URL(file, import.meta.url))
const readQr = (name: string) => read(createRequire(import.meta.url).resolve(name))

const javascript = 'text/javascript; charset=utf-8'

/** The `qr` package's decoder, and the file that it imports by name. */
const qr = { 'decode.js': readQr('qr/decode.js'), 'index.js': readQr('qr') }
const qrFolder = `/pages/qr-${createHash('sha256').update(Object.values(qr).join()).digest('base64url').slice(0, 10)}`

/** Files of the door page; `decoder` reads QR codes where the browser cannot. */
export const doorAssets = {
  style: `${styles.page} ${shorten(readOwn('./door.css'))}`,
  script: asset('js', javascript, readOwn('./door.js')),
  decoder: `${qrFolder}/decode.js`,
}

/** Serves these files. */
export const doorAssetRoutes = serveAssets([
  doorAssets.script,
  ...Object.entries(qr).map(([file, text]): Asset => ({
    path: `${qrFolder}/${file}`,
    type: javascript,
    text,
  })),
])
