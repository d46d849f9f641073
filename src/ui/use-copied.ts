import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'

const SHOWN_FOR_MS = 2_000

/**
 * Hook to copy text to the clipboard. `outcome` is "copied" for 2 seconds, and `said` is announced; if the browser denies
 * access, it is "failed" until the next attempt, and the element with the ref `source` gets the focus.
 */
export function useCopied(said: string) {
  const [attempt, setAttempt] = useState({ outcome: 'none' as 'none' | 'copied' | 'failed' })

  useEffect(() => {
    if (attempt.outcome !== 'copied') return
    const timer = setTimeout(() => setAttempt({ outcome: 'none' }), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [attempt])

  async function copy(text: string) {
    // So that a second failure is shown, and told, anew.
    setAttempt((last) => (last.outcome === 'failed' ? { outcome: 'none' } : last))
    try {
      // `clipboard` is missing in some in-app browsers and on pages without HTTPS.
      await navigator.clipboard.writeText(text)
      setAttempt({ outcome: 'copied' })
      announce(said)
    } catch {
      setAttempt({ outcome: 'failed' })
    }
  }

  const { outcome } = attempt
  return {
    outcome,
    copy: (text: string) => void copy(text),
    source: outcome === 'failed' ? focus : undefined,
  }
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
