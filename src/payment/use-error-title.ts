import { useEffect } from 'react'
import { markTitle } from '#src/ui/error-summary.tsx'

/** Prefixes the page's `title` with "Error:" while a payment has failed. For the step itself, whose effects run after the layout's. */
export function useErrorTitle(title: string, hasFailed: boolean) {
  useEffect(() => (hasFailed ? markTitle() : undefined), [title, hasFailed])
}
