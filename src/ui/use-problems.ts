import { useState } from 'react'
import type { Problem } from './error-summary.tsx'

/**
 * Holds the unresolved problems of the last submit. Editing a field removes its problem until the next submit, so that
 * field errors and error summary agree and no problem returns while typing [PAYM-29].
 */
export function useProblems() {
  const [{ attempt, problems }, set] = useState<{ attempt: number; problems: Problem[] }>({
    attempt: 0,
    problems: [],
  })
  return {
    problems,
    /** The number of submits, for the `key` of the error summary, which takes the focus once per submit. */
    attempt,
    /** Replaces the problems with those of a new submit. */
    report(found: Problem[]) {
      set({ attempt: attempt + 1, problems: found })
    },
    /** Keeps only the problems for which `stands` returns true. */
    keep(stands: (problem: Problem) => boolean) {
      set((last) =>
        last.problems.every(stands) ? last : { ...last, problems: last.problems.filter(stands) },
      )
    },
  }
}
