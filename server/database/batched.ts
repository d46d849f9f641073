interface Limits {
  /** Most keys of one run. */
  max: number
  /** Most runs at the same time. */
  atOnce: number
}

/**
 * Returns a function that answers one key by running many together: those that were asked for in the same turn of the event
 * loop, and while all runs were busy. Nobody waits for others to come. `run` gives an answer for each key, in their order. If
 * it fails, each different key is run by itself, so that one cannot fail the others.
 */
export function batched<Key, Answer>(
  run: (keys: Key[]) => Promise<Answer[]>,
  { max: most, atOnce }: Limits,
): (key: Key) => Promise<Answer> {
  const waiting: { key: Key; answer: (answer: Answer | Promise<Answer>) => void }[] = []
  let running = 0
  let isDue = false

  function runSoon(): void {
    if (isDue || running === atOnce || waiting.length === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      void runNext()
    })
  }

  async function runNext(): Promise<void> {
    running++
    const batch = waiting.splice(0, most)
    runSoon()
    try {
      const answers = await run(batch.map(({ key }) => key))
      batch.forEach(({ answer }, i) => answer(answers[i] as Answer))
    } catch (error) {
      for (const [key, asked] of Map.groupBy(batch, (one) => one.key)) {
        const own =
          batch.length === 1 ? Promise.reject(error as Error) : run([key]).then(([first]) => first as Answer)
        for (const { answer } of asked) answer(own)
      }
    }
    running--
    runSoon()
  }

  return (key) =>
    new Promise((answer) => {
      waiting.push({ key, answer })
      runSoon()
    })
}
