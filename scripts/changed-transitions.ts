import { execFileSync } from 'node:child_process'
import { machines, UnknownName, type TestPath } from '#machines/paths/index.ts'
import { line, transitionList } from '#machines/paths/transition-list.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'

/**
 * Returns the keys of the transitions that are not as they were at a commit, by chart; charts without one are missing. If
 * only guards or actions of a chart have changed, all its transitions count. Throws `UnknownName` if git does not know the commit.
 */
export function changedTransitions(reference: string): Map<TestPath['chart'], Set<string>> {
  const before = readAt(reference)
  const all = new Map<TestPath['chart'], Set<string>>()
  for (const [chart, machine] of machines) {
    const lines = new Set(transitionList([machine]).split('\n'))
    const isSame = [...lines].every((each) => before.has(`${machine.id} ${each}`))
    const changed = transitionsOf(machine).filter(
      (each) =>
        !before.has(`${machine.id}   ${line(each)}`) || (isSame && isFileChanged(reference, machine.id)),
    )
    if (changed.length > 0) all.set(chart, new Set(changed.map(({ key }) => key)))
  }
  return all
}

/** `--changed` without a commit means since the last one. */
export function withReference(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const next = args[index + 1]
    return arg === '--changed' && (next === undefined || next.startsWith('--')) ? [arg, 'HEAD'] : [arg]
  })
}

/** The lines of the list of transitions at a commit, each after the name of its chart. */
function readAt(reference: string): Set<string> {
  let chart = ''
  return new Set(
    git('show', `${reference}:machines/paths/transitions.committed.txt`)
      .split('\n')
      .map((each) => {
        if (!each.startsWith(' ')) chart = each
        return `${chart} ${each}`
      }),
  )
}

/** Returns whether the file of a chart has changed: a guard or an action, if its transitions are the same. */
function isFileChanged(reference: string, chart: string): boolean {
  const file = `machines/${chart.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  return git('diff', '--name-only', reference, '--', file) !== ''
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch {
    throw new UnknownName(
      `git knows no "${args.find((arg) => !arg.startsWith('-') && arg !== 'diff' && arg !== 'show')}".`,
    )
  }
}
