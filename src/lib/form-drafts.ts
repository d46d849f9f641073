import { drafts, storageKey, type FormDraft } from './drafts.ts'
import { withStorage } from './session-storage.ts'

/**
 * Steps in which much is typed. Those with a consent or an amount are not among them: neither must come back by itself. Nor is the
 * payment.
 */
const keptSteps = [
  'login',
  'delivery_address',
  'chosen_address',
  'ticket_questions_before',
  'ticket_questions_after',
]
const KEPT_FOR_MS = 30 * 60 * 1_000

/** What is stored: texts with their step and control, and when, by `Date.now()`. */
interface Stored {
  at: number
  texts: [step: string, control: string, text: string][]
}

/** Returns the draft of a step's forms, for a buyer who comes back to it. */
export function draftOf(step: string): FormDraft {
  const draft = drafts.get(step) ?? new Map<string, string>()
  drafts.set(step, draft)
  return draft
}

/**
 * Stores what was typed, but nothing that was ticked, in this tab while nobody sees it: on a phone, the browser may end a page whose
 * buyer reads the code in their emails or approves at their bank, and loads it anew then.
 */
export function storeDrafts() {
  const texts = keptSteps.flatMap((step) =>
    [...draftOf(step)]
      .filter(([control]) => !control.includes('='))
      .map(([control, text]): Stored['texts'][number] => [step, control, text]),
  )
  const stored: Stored = { at: Date.now(), texts }
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(stored)))
}

/** Takes back what was stored within the last half an hour, unless it was typed anew. */
export function takeStoredDrafts() {
  withStorage((storage) => {
    const stored = storage.getItem(storageKey) ?? '{}'
    storage.removeItem(storageKey)
    const { at, texts } = JSON.parse(stored) as Stored
    const age = Date.now() - at
    if (!(age >= 0 && age <= KEPT_FOR_MS)) return
    for (const [step, control, text] of texts) {
      const draft = draftOf(step)
      if (!draft.has(control)) draft.set(control, String(text))
    }
  })
}

takeStoredDrafts()
// The shop, which draws the page, has no document.
globalThis.document?.addEventListener('visibilitychange', () =>
  document.hidden ? storeDrafts() : takeStoredDrafts(),
)
