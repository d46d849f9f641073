const MARK = 'Error: '

/** Prefixes the page title with "Error:", once; returns what takes that away. */
export function markTitle() {
  document.title = MARK + withoutMark(document.title)
  return () => {
    document.title = withoutMark(document.title)
  }
}

function withoutMark(title: string) {
  return title.startsWith(MARK) ? title.slice(MARK.length) : title
}
