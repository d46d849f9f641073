import {
  assign,
  createMachine,
  fromPromise,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate'
import type { Loader } from './loader.ts'
import { failMissing } from './page-events.ts'

const waitingId = 'waiting'

/** Whether the machine of a lazy one has loaded, so that its snapshot is one of that machine. */
export const isLoaded = ({ machine }: AnyMachineSnapshot) => machine.id !== waitingId

/**
 * Creates a machine whose script loads when it starts, if it is not at hand by then; `machineOf` takes it from its module. Until then
 * its state is `loading`, tagged `busy`; events sent meanwhile are replayed then. If loading fails, the actor fails and the next
 * start tries again.
 */
export function lazyMachine<Module, Machine extends AnyStateMachine>(
  loadModule: Loader<Module>,
  machineOf: (module: Module) => Machine,
): Machine {
  const load = () => loadModule().then(machineOf)
  const waitingMachine = createMachine({
    types: { context: {} as { input: unknown; queued: EventObject[] } },
    id: waitingId,
    context: ({ input }) => ({ input, queued: [] }),
    initial: 'loading',
    states: {
      loading: {
        tags: 'busy',
        invoke: { id: 'script', src: fromPromise(() => load().catch(failMissing)) },
        on: {
          '*': {
            guard: ({ event }) => !event.type.startsWith('xstate.'),
            actions: assign({ queued: ({ context, event }) => [...context.queued, event] }),
          },
        },
      },
    },
  })
  const begin = (machine: Machine, { context }: AnyMachineSnapshot, scope: AnyActorScope) =>
    (context.queued as EventObject[]).reduce<AnyMachineSnapshot>(
      (reached, event) => machine.transition(reached, event, scope),
      machine.getInitialSnapshot(scope, context.input),
    )
  const logic = {
    getInitialSnapshot: (scope: AnyActorScope, input: unknown) =>
      (loadModule.loaded ? machineOf(loadModule.loaded) : waitingMachine).getInitialSnapshot(scope, input),
    transition: (
      snapshot: AnyMachineSnapshot,
      event: EventObject & { output?: Machine },
      scope: AnyActorScope,
    ) =>
      event.output && !isLoaded(snapshot)
        ? begin(event.output, snapshot, scope)
        : snapshot.machine.transition(snapshot, event, scope),
  }
  // Runs as the machine from the moment it has loaded.
  return { ...logic, load } as unknown as Machine
}
