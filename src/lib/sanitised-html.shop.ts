import sanitizeHtml from 'sanitize-html'
import { allowedTags } from './allowed-html.ts'
import { linkAddress } from './link-address.ts'

/** `sanitisedHtml` where there is no document: in the shop, which draws the page. It keeps the same. */
export function sanitisedHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    transformTags: {
      a: (tagName, { href }) => ({
        tagName,
        attribs: {
          ...(href !== undefined && linkAddress(href) && { href }),
          ...(href !== undefined && { target: '_blank', rel: 'noopener noreferrer' }),
        },
      }),
    },
  })
}
