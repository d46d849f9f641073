import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'

const SHOWN_FOR = 2_000

/**
 * Copies a text, and says for 2 seconds that it was copied: `said` is read out then. Where the browser does not let
 * the page copy, `outcome` is "failed" until the next try.
 */
export function useCopied(said: string) {
  const [attempt, setAttempt] = useState({ outcome: 'none' as 'none' | 'copied' | 'failed' })

  useEffect(() => {
    if (attempt.outcome !== 'copied') return
    const timer = setTimeout(() => setAttempt({ outcome: 'none' }), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [attempt])

  async function copy(text: string) {
    try {
      // Absent in some in-app browsers and on pages without encryption.
      await navigator.clipboard.writeText(text)
      setAttempt({ outcome: 'copied' })
      announce(said)
    } catch {
      setAttempt({ outcome: 'failed' })
    }
  }

  return { outcome: attempt.outcome, copy: (text: string) => void copy(text) }
}
