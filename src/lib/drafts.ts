import { withStorage } from './session-storage.ts'

/** What a buyer has changed in the forms of a step, by control. */
export type FormDraft = Map<string, string>

/** By step. Never reported or sent; `form-drafts.ts` keeps some for a reload. */
export const drafts = new Map<string, FormDraft>()

/** Where `form-drafts.ts` stores them in the tab. */
export const storageKey = 'drafts'

/** The steps that were left with what was typed in them. */
const sent = new Set<string>()

/** Forgets the draft of a step that was skipped. */
export function forgetDraft(step: string) {
  drafts.delete(step)
}

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

/** Forgets all drafts, also stored ones, as the next buyer at this device must not see them. */
export function forgetDrafts() {
  drafts.clear()
  sent.clear()
  withStorage((storage) => storage.removeItem(storageKey))
}
