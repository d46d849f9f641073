import DOMPurify from 'dompurify'
import { allowedTags } from './allowed-html.ts'
import { linkAddress } from './link-address.ts'

/**
 * Sanitises third-party HTML: keeps text markup and links only, and no attribute but `href` with an http, https, mailto
 * or tel address or a path of this site. Links open in a new tab without opener and referrer.
 */
export function sanitisedHtml(html: string): string {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/|#)/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a[href]')) {
    if (!linkAddress(link.getAttribute('href') ?? '')) link.removeAttribute('href')
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  const container = document.createElement('div')
  container.append(fragment)
  return container.innerHTML
}
