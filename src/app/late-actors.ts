import type { AnyActorLogic } from 'xstate'

/**
 * Actors whose code comes after the first screen. The chart is created with a stand-in for each; `arrive` loads the
 * real ones, and until then nothing may start them: whoever moves the buyer past the basket waits for `arrive` first
 * (docs/decisions/0008-later-actors-arrive-late.md).
 */
export function lateActors<Actors extends Record<string, AnyActorLogic>>(load: () => Promise<Actors>) {
  let arrived: Actors | undefined

  function standIn(name: keyof Actors): object {
    const actor = () => {
      if (!arrived) throw new Error(`the actor ${String(name)} is started before its code arrived`)
      return arrived[name] as object
    }
    return new Proxy(
      {},
      { get: (_, key) => Reflect.get(actor(), key) as unknown, has: (_, key) => Reflect.has(actor(), key) },
    )
  }

  return {
    /** A stand-in is the actor as soon as there is one, which the type cannot say. */
    standIns: <Name extends keyof Actors>(...names: Name[]) =>
      Object.fromEntries(names.map((name) => [name, standIn(name)])) as Pick<Actors, Name>,
    /** Loads the code once; after a failure the next call tries again. */
    async arrive() {
      arrived ??= await load()
    },
  }
}
