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

/** Forgets the drafts of all steps but one. */
export function forgetOtherDrafts(step: string) {
  for (const other of drafts.keys()) if (other !== step) drafts.delete(other)
}

/** Forgets all drafts, as the next buyer at this device must not see them. */
export function forgetDrafts() {
  drafts.clear()
}
