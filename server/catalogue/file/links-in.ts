import sanitizeHtml from 'sanitize-html'

/** Lists the addresses that an organiser's HTML links to, decoded as a browser does. */
export function linksIn(html: string): string[] {
  const links: string[] = []
  sanitizeHtml(html, {
    transformTags: {
      a: (tagName, attribs) => {
        if (attribs.href !== undefined) links.push(attribs.href)
        return { tagName, attribs }
      },
    },
  })
  return links
}
