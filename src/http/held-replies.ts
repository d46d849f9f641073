let held: Promise<unknown> | undefined

/** Lets no reply be read until then. */
export function holdReplies(until: Promise<unknown>) {
  held = until
}

/** Resolves when replies may be read; `request` waits for it by itself. */
export const repliesHeld = () => held
