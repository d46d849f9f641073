import { raw } from 'hono/html'
import sanitizeHtml from 'sanitize-html'

import { linkAddress } from '#src/lib/link-address.ts'
import { anySite } from '#src/lib/web-address.ts'

/** Sanitises an organiser's HTML: keeps text formatting; removes scripts, styles, forms, frames and external pictures. */
export function safeHtml(text: string) {
  return raw(
    sanitizeHtml(text, {
      allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['https', 'http', 'mailto', 'tel'],
      transformTags: {
        a: (tagName, { href = '' }) => ({ tagName, attribs: linkAddress(href, anySite) ? { href } : {} }),
      },
    }),
  )
}
