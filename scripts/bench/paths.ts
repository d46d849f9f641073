import { assign, createActor, fromPromise, setup, SimulatedClock, type AnyMachineSnapshot } from 'xstate'
import { ended, event, failed, type Case } from '#machines/paths/cases.ts'
import { coverageOf, watchOf } from '#machines/paths/coverage.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { pathsOf, type Model } from '#machines/paths/model.ts'
import { nodesOf, transitionsOf } from '#machines/paths/transitions.ts'

/**
 * `npm run bench -- paths`: how many paths are generated for charts of 20 to 160 states, how few cover all transitions, and in
 * how many seconds. `npm run bench -- paths 40 80` tries these sizes only. The charts are like the checkout's: steps in a row
 * in which a buyer saves something or skips it, some of them for certain baskets only; every call may fail, and the buyer may
 * go back to the basket.
 */
const given = process.argv.slice(3).map(Number)
const sizes = given.length > 0 ? given : [20, 40, 80, 120, 160]

/** The step itself, choosing, saving, saving_failed and decided. */
const statesOfStep = 5
/** Every third step is for certain baskets only. */
const optionalEach = 3
/** Not more kinds of baskets than the checkout has. */
const maxShapes = 16

type Facts = Record<string, boolean>

function modelOf(size: number): Model {
  const count = Math.max(1, Math.round((size - 3) / statesOfStep))
  const names = Array.from({ length: count }, (_, index) => `step_${index + 1}`)
  const optional = names.filter((_, index) => index % optionalEach === optionalEach - 1)
  const steps = Object.fromEntries(names.map((name, index) => [name, stepOf(name, nextOf(index))]))

  /** What follows a step: the next one, or the one after it for a basket without the next. */
  function nextOf(index: number) {
    const following = names.slice(index + 1)
    const [next = 'completed', afterNext = 'completed'] = following
    return optional.includes(next)
      ? [
          { guard: { type: 'has' as const, params: { step: next } }, target: `#${next}` },
          { target: `#${afterNext}` },
        ]
      : [{ target: `#${next}` }]
  }

  const machine = setup({
    types: { context: {} as { facts: Facts } },
    actors: { call: fromPromise<{ facts: Facts }>(() => new Promise(() => {})) },
    guards: { has: ({ context }, { step }: { step: string }) => context.facts[step] === true },
    actions: { store: assign((_, params: { facts: Facts }) => params) },
  }).createMachine({
    id: 'bench',
    context: { facts: {} },
    initial: 'basket',
    states: {
      basket: {
        id: 'basket',
        invoke: {
          id: 'load',
          src: 'call',
          onDone: {
            target: '#step_1',
            actions: { type: 'store', params: ({ event }) => event.output },
          },
          onError: { target: '#basket', reenter: true },
        },
      },
      buying: { initial: 'step_1', states: steps, on: { 'basket.edit': { target: '#basket' } } },
      completed: { id: 'completed' },
    },
  })
  const loads = shapesOf(optional).map(([shape, facts]) => ended('load', shape, { facts }))
  return {
    chart: 'checkout',
    machine,
    cases: (type) => casesOf(type, loads),
    facts: ({ context }: AnyMachineSnapshot) => optional.map((name) => context.facts[name]),
  }
}

/** A step as `donation` has it. */
function stepOf(name: string, next: object[]) {
  const onSave = { [`${name}.save`]: { target: 'saving' } }
  return {
    id: name,
    initial: 'choosing',
    states: {
      choosing: { on: { ...onSave, [`${name}.skip`]: { target: 'decided' } } },
      saving: {
        invoke: {
          id: name,
          src: 'call' as const,
          onDone: { target: 'decided' },
          onError: { target: 'saving_failed' },
        },
      },
      saving_failed: { on: onSave },
      decided: { type: 'final' as const },
    },
    onDone: next,
  }
}

/** A plain basket, one with everything, and one for each optional step. */
function shapesOf(optional: readonly string[]): [name: string, facts: Facts][] {
  const alone = optional.map((name): [string, Facts] => [name, { [name]: true }])
  const everything = Object.fromEntries(optional.map((name) => [name, true]))
  const shapes: [string, Facts][] = [['plain', {}], ['everything', everything], ...alone]
  return shapes.slice(0, maxShapes)
}

function casesOf(type: string, loads: Case[]): Case[] {
  if (type === 'xstate.done.actor.load') return loads
  if (type.startsWith('xstate.error.actor.')) return [failed(type.replace('xstate.error.actor.', ''))]
  return [event(type, '')]
}

function measure(size: number) {
  const model = modelOf(size)
  const begun = performance.now()
  const paths = pathsOf(model)
  const generated = performance.now()
  const runs = paths.map((path) => {
    const { add, covered } = coverageOf(model.machine)
    const actor = createActor(model.machine, {
      clock: new SimulatedClock(),
      inspect: watchOf(model.machine, add),
    })
    actor.start()
    for (const step of path) actor.send(step.event)
    actor.stop()
    return { path, covered: covered.transitions }
  })
  const walked = performance.now()
  const chosen = greedyCover(
    runs,
    ({ covered }) => covered,
    ({ path }) => path.length,
  )
  const seconds = (from: number, to: number) => Number(((to - from) / 1000).toFixed(2))
  const reached = new Set(runs.flatMap(({ covered }) => [...covered]))
  return {
    states: nodesOf(model.machine.root).length,
    transitions: `${reached.size} of ${transitionsOf(model.machine).length}`,
    'generated paths': paths.length,
    'paths of the cover': chosen.length,
    'their steps': chosen.reduce((sum, { path }) => sum + path.length, 0),
    's to generate': seconds(begun, generated),
    's to walk on actors': seconds(generated, walked),
    's to choose': seconds(walked, performance.now()),
  }
}

console.table(sizes.map(measure))
