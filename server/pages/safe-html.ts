import { raw } from 'hono/html'
import sanitizeHtml from 'sanitize-html'

/** What organisers wrote, with text marks alone: no scripts, styles, forms, frames or pictures of others. */
export function safeHtml(text: string) {
  return raw(
    sanitizeHtml(text, {
      allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['https', 'mailto'],
    }),
  )
}
