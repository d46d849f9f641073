/** What a buyer has changed in the forms of a step and not sent, by control. */
export type FormDraft = Map<string, string>

/** In memory only: never stored, reported or sent. */
const drafts = new Map<string, FormDraft>()

/** Returns the draft of a step's forms, for a buyer who comes back to it after the hold expired. */
export function draftOf(step: string): FormDraft {
  const draft = drafts.get(step) ?? new Map<string, string>()
  drafts.set(step, draft)
  return draft
}

/** Forgets the draft of a step whose input was sent or skipped: a choice must not be made again for the buyer. */
export function forgetDraft(step: string) {
  drafts.delete(step)
}

/** Forgets all drafts, as the next buyer at this device must not see them. */
export function forgetDrafts() {
  drafts.clear()
}
