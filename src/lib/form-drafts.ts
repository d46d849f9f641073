/** What a buyer has changed in a form and not sent, by control. */
export type FormDraft = Map<string, string>

/** In memory only: never stored, reported or sent. */
const drafts = new Map<string, FormDraft>()

/** Returns the draft of a form, which is kept until the page closes, for a buyer who comes back to its step. */
export function draftOf(form: string): FormDraft {
  const draft = drafts.get(form) ?? new Map<string, string>()
  drafts.set(form, draft)
  return draft
}

/** Forgets all drafts, as the next buyer at this device must not see them. */
export function forgetDrafts() {
  drafts.clear()
}
