import { useEffect } from 'react'

const MARK = 'Error: '

/** How many errors the page shows whose marks are not taken away yet. */
let marks = 0

/** Prefixes the page title with "Error:", once; returns what takes that away with the last of them. */
export function markTitle() {
  marks++
  document.title = MARK + withoutMark(document.title)
  return () => {
    marks--
    if (marks === 0) document.title = withoutMark(document.title)
  }
}

function withoutMark(title: string) {
  return title.startsWith(MARK) ? title.slice(MARK.length) : title
}

/**
 * Prefixes the page's `title` with "Error:" while an error is shown. If it may be there as soon as the step or its title is, call it in
 * the step itself, whose effects run after the layout's.
 */
export function useErrorTitle(title: string, isWrong: boolean) {
  useEffect(() => (isWrong ? markTitle() : undefined), [title, isWrong])
}
