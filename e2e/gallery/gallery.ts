import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'

/** The pictures of a gallery: the hash of the pixels of each, by its name, `payment/settled.choosing/normal/phone-light`. */
export type Gallery = ReadonlyMap<string, string>

/** Reads a gallery from the text of its list, a line for each picture. */
export const galleryIn = (list: string): Gallery =>
  new Map(
    list
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', hash = ''] = line.split(' ')
        return [name, hash] as const
      }),
  )

/** Writes the list of a gallery, in the order of the names. */
export const listOf = (gallery: Gallery): string =>
  [...gallery]
    .map(([name, hash]) => `${name} ${hash}\n`)
    .sort()
    .join('')

/** How the pictures of two galleries differ, by their names. */
export interface Sorted {
  changed: string[]
  added: string[]
  gone: string[]
  same: string[]
}

/** Sorts the pictures of the charts that `now` has. */
export function sorted(before: Gallery, now: Gallery): Sorted {
  const charts = new Set([...now.keys()].map(chartOf))
  const names = [...now.keys()].sort()
  const both = names.filter((name) => before.has(name))
  return {
    changed: both.filter((name) => before.get(name) !== now.get(name)),
    added: names.filter((name) => !before.has(name)),
    gone: [...before.keys()].filter((name) => !now.has(name) && charts.has(chartOf(name))).sort(),
    same: both.filter((name) => before.get(name) === now.get(name)),
  }
}

/** The approved gallery, with the charts that were pictured now as they are now. */
export function approved(before: Gallery, now: Gallery): Gallery {
  const charts = new Set([...now.keys()].map(chartOf))
  return new Map([...[...before].filter(([name]) => !charts.has(chartOf(name))), ...now])
}

export const chartOf = (name: string): string => name.replace(/\/.*/, '')

/** The hash of the pixels of a PNG, whatever else its file says. */
export function pixelHash(png: Buffer): string {
  const hash = createHash('sha256').update(png.subarray(16, 29))
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return hash
    .update(inflateSync(Buffer.concat(data)))
    .digest('hex')
    .slice(0, 16)
}
