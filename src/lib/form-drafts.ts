/** What a buyer has changed in the forms of a step, by control. */
export type FormDraft = Map<string, string>

/** In memory only: never stored, reported or sent. */
const drafts = new Map<string, FormDraft>()

/** Returns the draft of a step's forms, for a buyer who comes back to it. */
export function draftOf(step: string): FormDraft {
  const draft = drafts.get(step) ?? new Map<string, string>()
  drafts.set(step, draft)
  return draft
}

/** Forgets the draft of a step that was skipped. */
export function forgetDraft(step: string) {
  drafts.delete(step)
}

/** The steps that were left with what was typed in them. */
const sent = new Set<string>()

/** Notes that what was typed in a step has been sent. */
export function noteDraftSent(step: string) {
  sent.add(step)
}

/** Notes that the buyer is at a step, and may type there. */
export function noteDraftOpen(step: string) {
  sent.delete(step)
}

/** Forgets the drafts of the steps that were sent. */
export function forgetSentDrafts() {
  for (const step of sent) drafts.delete(step)
  sent.clear()
}

/** Forgets all drafts, as the next buyer at this device must not see them. */
export function forgetDrafts() {
  drafts.clear()
  sent.clear()
}
