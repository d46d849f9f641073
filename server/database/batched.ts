interface Limits {
  /** Most keys of one run. */
  max: number
  /** Most runs at the same time. */
  atOnce: number
}

/**
 * Returns a function that answers one key by running many together: those that were asked for in the same turn of the event
 * loop, and while all runs were busy. Nobody waits for others to come. `run` gives an answer for each key, in their order. If
 * it fails, each key is run by itself, so that one cannot fail the others.
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
      if (batch.length === 1) batch[0]?.answer(Promise.reject(error as Error))
      else for (const { key, answer } of batch) answer(run([key]).then(([own]) => own as Answer))
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
