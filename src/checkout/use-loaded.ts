import { useSelector } from '@xstate/react'
import type { ActorRef, AnyMachineSnapshot, EventObject } from 'xstate'
import { isLoaded } from '#src/lib/lazy-machine.ts'

/** Returns the running chart of a step once its script has loaded (docs/decisions/0023-charts-that-load-late.md). */
export function useLoaded<Snapshot extends AnyMachineSnapshot, Event extends EventObject>(
  running: ActorRef<Snapshot, Event> | undefined,
): ActorRef<Snapshot, Event> | undefined {
  return useSelector(running, selectIsLoaded) ? running : undefined
}

const selectIsLoaded = (snapshot?: AnyMachineSnapshot) => snapshot !== undefined && isLoaded(snapshot)
