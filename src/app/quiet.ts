import { fromCallback, type AnyActorLogic, type AnyStateMachine } from 'xstate'

/** The actors that may answer where the shop draws: they read what came with the page, and call nobody. */
const answering = ['loadUser', 'loadCheckout', 'fetchUser', 'loadQuestions', 'loadSeating']

// Not a promise, which would have to be aborted at the end of each drawing.
const silent: AnyActorLogic = fromCallback(() => {})

type Lazy = AnyActorLogic & { load?: () => Promise<AnyStateMachine> }

/**
 * Returns a chart that runs as on the page, child charts included, but whose other actors never answer: nothing is called, and
 * the browser is not asked. Charts that the page loads later are loaded.
 */
export async function quiet<Machine extends AnyStateMachine>(machine: Machine): Promise<Machine> {
  const actors = Object.entries(machine.implementations.actors as Record<string, Lazy>)
  const quietened = actors.map(async ([name, logic]) => [name, await quietActor(name, logic)] as const)
  return machine.provide({ actors: Object.fromEntries(await Promise.all(quietened)) } as never) as Machine
}

async function quietActor(name: string, logic: Lazy): Promise<AnyActorLogic> {
  const loaded = logic.load ? await logic.load() : logic
  if (isMachine(loaded)) return quiet(loaded)
  return answering.includes(name) ? loaded : silent
}

const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'provide' in logic
