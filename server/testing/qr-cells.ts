import decodeQR from 'qr/decode.js'

/** A dark square of a QR code, by column and row. */
export type Cell = [x: number, y: number]

const scale = 6

/** Reads a QR code of `size` modules as a scanner would: as a picture. Throws if it cannot be read. */
export function scan(cells: Cell[], size: number): string {
  const width = size * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [x, y] of cells)
    for (let row = y * scale; row < (y + 1) * scale; row++)
      for (let column = x * scale; column < (x + 1) * scale; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return decodeQR({ width, height: width, data })
}

/** Reads the first QR code of a page, an SVG path of unit squares. */
export function scanSvg(html: string): string {
  const [, size = '', path = ''] =
    /class="qr"\s+viewBox="0 0 (\d+) \d+"[^>]*>\s*<path d="([^"]+)"/.exec(html) ?? []
  let [x, y] = [0, 0]
  const cells = [...path.matchAll(/([Mm])(-?\d+)[ ,]?(-?\d+)/g)].map(([, kind, across, down]): Cell => {
    const from = kind === 'm' ? [x, y] : [0, 0]
    x = from[0]! + Number(across)
    y = from[1]! + Number(down)
    return [x, y]
  })
  return scan(cells, Number(size))
}
