import { writeFileSync } from 'node:fs'

import { settle, type Visitor } from './visit.ts'

/** Seconds after the navigation at which there is a picture. */
const times = [0.5, 1, 2, 4]

export interface Strip {
  title: string
  /** JPEG in base64 at each time; null if nothing was drawn yet. */
  pictures: (string | null)[]
}

/** Films how a page appears. */
export async function film(visitor: Visitor, title: string, address: string): Promise<Strip> {
  const { page, session } = visitor
  const frames: { at: number; data: string }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: metadata.timestamp ?? 0, data })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70 })
  await page.goto(address)
  await settle(visitor)
  await session.send('Page.stopScreencast')
  const begun = (await page.evaluate(() => performance.timeOrigin)) / 1000
  return {
    title,
    pictures: times.map(
      (time) => frames.findLast(({ at }) => at > begun && at <= begun + time)?.data ?? null,
    ),
  }
}

/** Writes film strips beneath each other as a page. */
export function writeStrips(path: string, strips: Strip[]): void {
  const picture = (data: string | null, index: number) =>
    `<td>${data ? `<img src="data:image/jpeg;base64,${data}" alt="" width="206">` : 'nothing'}<br>${times[index]} s</td>`
  const rows = strips.map(
    ({ title, pictures }) => `<tr><th>${title}</th>${pictures.map(picture).join('')}</tr>`,
  )
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>Film strip</title><table border="1">${rows.join('\n')}</table>\n`,
  )
}
