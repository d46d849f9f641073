import type { AnyStateMachine, StateNode } from 'xstate'
import { models } from '#machines/paths/charts.ts'

/** A state of a chart: its id, and its address on the page of the charts. */
export interface CallingState {
  id: string
  address: string
}

const machines: AnyStateMachine[] = [...new Map(models.map(({ machine }) => [machine.id, machine])).values()]

/** Returns the states of all charts that run one of these actors, in the order of the charts. */
export function statesThatRun(actors: readonly string[]): CallingState[] {
  return machines.flatMap((machine) =>
    nodesOf(machine.root)
      .filter(({ invoke }) => invoke.some(({ src }) => actors.includes(String(src))))
      .map((node) => {
        const id = [machine.id, ...node.path].join('.')
        return { id, address: `/statechart/#${id}` }
      }),
  )
}

/** Returns whether an actor is in a chart. */
export function isInChart(actor: string): boolean {
  return statesThatRun([actor]).length > 0
}

function nodesOf(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}
