import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { MailPicture } from '#server/outbox/content.ts'

/** The drawings of the shop that there are in a photo format too, because mail programs show no SVG. */
const folder = new URL('../pages/pictures/mails/', import.meta.url)
const photos = new Map(
  readdirSync(folder).map((file) => [`/pictures/${file.replace(/\.jpg$/, '.svg')}`, `/pictures/${file}`]),
)

/**
 * The picture of an event for the top of a mail: one that the shop itself has, so that reading a mail tells nobody else, and of a
 * kind that mail programs show. Undefined for others.
 */
export function mailPicture(event: { title: string; picture: string } | undefined): MailPicture | undefined {
  const path = photos.get(event?.picture ?? '') ?? event?.picture ?? ''
  return event && /^\/(?![/\\]).*\.(?:jpe?g|png)$/i.test(path) ? { path, alt: event.title } : undefined
}

/** The file of a drawing of the shop as a photo, for PDFs; undefined for other pictures. */
export function photoFile(picture: string): string | undefined {
  const path = photos.get(picture)
  return path && fileURLToPath(new URL(path.replace('/pictures/', ''), folder))
}
