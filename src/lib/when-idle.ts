/** Resolves when the browser has nothing else to do, after `maxWait` milliseconds in any case. */
export function whenIdle(maxWait = 10_000): Promise<unknown> {
  return new Promise((done) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(done, { timeout: maxWait }) : setTimeout(done),
  )
}
