import type { MailPicture } from '#server/outbox/content.ts'

/** What each drawing of the shop is as a photo format, because mail programs show no SVG. */
const drawing = /^(\/pictures\/[a-z0-9-]+)\.svg$/

/**
 * The picture of an event for the top of a mail: one that the shop itself has, so that reading a mail tells nobody else, and of a
 * kind that mail programs show. Undefined for others.
 */
export function mailPicture(event: { title: string; picture: string } | undefined): MailPicture | undefined {
  const path = event?.picture.replace(drawing, '$1.jpg') ?? ''
  return event && /^\/(?![/\\]).*\.(?:jpe?g|png)$/i.test(path) ? { path, alt: event.title } : undefined
}
