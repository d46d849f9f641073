const atOnce = 5

/** Works on a few items at once, so that a provider that answers slowly does not hold up the rest for long. */
export async function forEachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const workOff = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, workOff))
}
