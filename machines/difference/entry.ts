export type How = 'added' | 'removed' | 'changed'

/** How a difference is shown, so that no colour is needed to read it. */
export const signs: Record<How, string> = { added: '+', removed: '−', changed: '≠' }

/** One difference, in the words of a product owner. */
export interface Entry {
  how: How
  /** "New case", "Leads elsewhere" */
  label: string
  text: string
  /** What it said before, if that has changed. */
  before?: string
  /** Names in the code, of what has no words. */
  code?: string[]
}

export const added = (label: string, text: string): Entry => ({ how: 'added', label, text })

export const removed = (label: string, text: string): Entry => ({ how: 'removed', label, text })

/** A change of a text, if it is one. */
export const changed = (label: string, before: string, text: string): Entry[] =>
  before === text ? [] : [{ how: 'changed', label, text, before }]

/** What an owner cannot see, with its names in the code, if there are any. */
export const forEngineers = (text: string, code: string[]): Entry[] =>
  code.length > 0 ? [{ how: 'changed', label: 'For an engineer', text, code }] : []
