import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import { readOf } from './messages.ts'
import { promisesAt, titleOf, transitionWords } from '#machines/paths/words.ts'

/** Writes the states of a chart as a table in Markdown: title and name, description, and what can happen. */
export function tableOf(machine: AnyStateMachine): string {
  const transitions = Map.groupBy(transitionsOf(machine), ({ source }) => source)
  const rowOf = (node: AnyStateNode) => {
    const place = node === machine.root ? '(any state)' : `${titleOf(node)}<br>\`${node.path.join('.')}\``
    const happens = (transitions.get(node) ?? []).map(sentenceOf)
    const about = [node.description ?? '', ...promisesAt(node).map(({ says }) => `✓ ${says}`)].join('<br>')
    return `| ${[place, about, happens.join('<br>')].join(' | ')} |`
  }
  return [
    '| State | Description | What can happen |',
    '| --- | --- | --- |',
    ...nodesOf(machine.root)
      .filter((node) => node !== machine.root || transitions.has(node))
      .map(rowOf),
  ].join('\n')
}

function sentenceOf(transition: Transition): string {
  const [target] = transition.definition.target ?? []
  return `${transitionWords(transition)}${target ? ` → ${titleOf(target)}` : ''}${readOf(transition)}`
}
