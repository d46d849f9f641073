let held: Promise<unknown> | undefined

/** Makes all replies to calls wait, until the promise has ended in either way. */
export function holdReplies(until: Promise<unknown>) {
  held = until
}

/** Resolves when replies may be read; `request` waits for it by itself. */
export const repliesHeld = () => held
