/** Resolves when the browser has nothing else to do, after `atMost` milliseconds in any case. */
export function whenIdle(atMost = 10_000): Promise<unknown> {
  return new Promise((done) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(done, { timeout: atMost }) : setTimeout(done),
  )
}
