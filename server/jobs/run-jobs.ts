import { describeError, type Log } from '#server/log.ts'

/** Work that the shop does by itself, again and again. */
export interface Job {
  name: string
  everySeconds: number
  run: () => Promise<unknown>
}

/** Does each job at once and then at its interval, never twice at the same time; a failure is logged and tried again. Returns what ends them and waits for those under way. */
export function startJobs(jobs: Job[], log: Log): () => Promise<void> {
  let isOver = false
  const pauses = new Map<string, () => void>()

  async function repeat({ name, everySeconds, run }: Job): Promise<void> {
    while (!isOver) {
      try {
        await run()
      } catch (error) {
        log({ event: 'job failed', kind: name, ...describeError(error) })
      }
      if (isOver) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everySeconds * 1000)
        pauses.set(name, () => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  const running = jobs.map(repeat)
  return async () => {
    isOver = true
    for (const end of pauses.values()) end()
    await Promise.all(running)
  }
}
