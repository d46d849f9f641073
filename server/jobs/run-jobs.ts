import { describeError, type Log } from '#server/log.ts'
import { jobSeconds } from '#server/monitoring/metrics.ts'

/** A periodic background job. */
export interface Job {
  name: string
  everySeconds: number
  run: () => Promise<unknown>
}

/**
 * Runs each job immediately and then at its interval, never twice at the same time. A failure is logged, and the job runs
 * again at the next interval. Returns a function that stops the jobs and waits for those that are running.
 */
export function startJobs(jobs: Job[], log: Log): () => Promise<void> {
  let isOver = false
  const pauses = new Map<string, () => void>()

  async function repeat({ name, everySeconds, run }: Job): Promise<void> {
    while (!isOver) {
      const end = jobSeconds.startTimer({ job: name })
      try {
        await run()
        end({ outcome: 'done' })
      } catch (error) {
        end({ outcome: 'failed' })
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
