import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { checkoutModel, models } from '#machines/paths/charts.ts'
import { wordProblems } from '#machines/paths/words.ts'
import { transitionList } from '#machines/paths/transition-list.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import { stepIn } from '#src/checkout/rules/step-of.ts'

/**
 * `npm run statechart`: generates the diagrams `docs/statechart/*.svg`, the tables of states in its README.md, and the
 * list of transitions, which is reviewed when it changes. With `--check` it writes nothing and fails if they are out of
 * date. Fails if a chart lacks words, or has words for nothing.
 */

const folder = 'docs/statechart'
const listFile = 'machines/paths/transitions.committed.txt'

const machines = new Map(models.map(({ machine }) => [machine.id, machine]))
const checkout = checkoutModel.machine

const fileOf = ({ id }: AnyStateMachine) =>
  `${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`

const files = new Map<string, string>([['README.md', readme()]])
for (const machine of machines.values()) {
  files.set(fileOf(machine), draw(machine === checkout ? overview() : diagram(machine)))
}

const list = transitionList([...machines.values()])

const problems = wordProblems(models)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (process.argv.includes('--check')) check()
else write()

function write() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
  writeFileSync(listFile, list)
}

function check() {
  const there = new Set(readdirSync(folder))
  const drifted = [...files].filter(
    ([name, text]) => !there.has(name) || readFileSync(`${folder}/${name}`, 'utf8') !== text,
  )
  const left = [...there].filter((name) => !files.has(name))
  const old = [...drifted.map(([name]) => name), ...left].map((name) => `${folder}/${name}`)
  if (readFileSync(listFile, 'utf8') !== list) old.push(listFile)
  if (old.length === 0) return
  console.error(`Out of date: ${old.join(', ')}. Run npm run statechart.`)
  process.exitCode = 1
}

/**
 * Renders a diagram. The library would load its font from a font service; we use the reader's own font, one size
 * smaller, because a wider font would not fit into the boxes.
 */
function draw(mermaid: string) {
  return `${renderMermaidSVG(mermaid)
    .replace(/^\s*@import url\([^)]*\);\n/gm, '')
    .replaceAll("'Inter', ", '')
    .replace(/font-size="(\d+)"/g, (_, size: string) => `font-size="${Number(size) - 1}"`)}\n`
}

/** A drawn connection between two states, by `idOf`. */
interface Edge {
  from: string
  to: string
  label: string
}

function idOf(node: AnyStateNode): string {
  return node.path.join('_')
}

/** Draws the nested states for which `isDrawn` holds, and their edges; edges between the same states share a label. */
function nested(
  root: AnyStateNode,
  edges: Edge[],
  { isDrawn, extra = [] }: { isDrawn: (node: AnyStateNode) => boolean; extra?: string[] },
) {
  const innerOf = (node: AnyStateNode) => Object.values(node.states).filter(isDrawn)
  const boxes = (node: AnyStateNode): string[] =>
    innerOf(node).flatMap((inner) =>
      innerOf(inner).length > 0
        ? [`state "${inner.key}" as ${idOf(inner)} {`, ...boxes(inner), '}']
        : [`state "${inner.key}" as ${idOf(inner)}`],
    )
  const labels = new Map<string, string[]>()
  for (const { from, to, label } of edges) {
    const ends = `${from} --> ${to}`
    labels.set(ends, [...(labels.get(ends) ?? []), label])
  }
  const lines = [...labels].map(([ends, texts]) => [ends, shared(texts)].filter(Boolean).join(': '))
  const finals = nodesOf(root).filter((node) => isDrawn(node) && node.type === 'final')
  return [
    'stateDiagram-v2',
    ...boxes(root),
    ...extra,
    `[*] --> ${idOf(entered(root, isDrawn))}`,
    ...lines,
    ...finals.map((node) => `${idOf(node)} --> [*]`),
  ].join('\n')
}

/** Joins labels by "or"; `done pay` and `error pay` become `done or error pay`. */
function shared(labels: string[]): string {
  const texts = new Set(labels.filter(Boolean))
  for (const text of texts) {
    const error = text.replace(/^done /, 'error ')
    if (error === text || !texts.has(error)) continue
    texts.delete(text)
    texts.delete(error)
    texts.add(text.replace(/^done /, 'done or error '))
  }
  return [...texts].join(' or ')
}

/** The innermost drawn state that is entered when a state is entered. */
function entered(node: AnyStateNode, isDrawn: (node: AnyStateNode) => boolean): AnyStateNode {
  const [first] = node.type === 'compound' ? node.initial.target : []
  return first && isDrawn(first) ? entered(first, isDrawn) : node
}

/** Returns whether a state is a step or the parent of steps. */
function isStepOrAbove({ path }: AnyStateNode): boolean {
  const index = path.findIndex((key) => stepIn([key]))
  return index < 0 || index === path.length - 1
}

/**
 * The seventeen steps and the transitions between them. Transitions back to the basket are drawn only from parents of
 * steps, and to a second box, so that the flow runs downwards. Transitions to and from `determining` are left to the
 * table.
 */
function overview() {
  const basketAgain = 'basket_again'
  const ofStep = (node: AnyStateNode) =>
    nodesOf(checkout.root).find((one) => isStep(one) && isIn(node, one)) ?? node
  const drawn = nodesOf(checkout.root).filter(isStepOrAbove)
  const at = (step: string) => idOf(drawn.find(({ key }) => key === step)!)
  const edges = transitionsOf(checkout).flatMap(({ source, event, definition }) => {
    const target = targetOf(definition)
    if (!target || source === checkout.root || event === 'checkout.refreshed') return []
    const [from, to] = [ofStep(source), ofStep(target)]
    const isBack = to.key === 'basket' && isStep(from)
    if (from === to || to.key === 'determining' || from.key === 'determining' || isBack) return []
    const short = shortEvent(event)
    return [
      {
        from: idOf(from),
        to: to.key === 'basket' ? basketAgain : idOf(to),
        label: guardOf(definition) || (/^(done|error|always)/.test(short) ? '' : short),
      },
    ]
  })
  return nested(
    checkout.root,
    [
      { from: at('determining'), to: at('basket'), label: '' },
      ...edges,
      // Not a transition: the browser leaves for the bank, and the checkout resumes there
      { from: at('payment'), to: at('awaiting_truelayer'), label: 'to the bank and back' },
    ],
    { isDrawn: isStepOrAbove, extra: [`state "back to basket" as ${basketAgain}`] },
  )
}

function isStep({ path }: AnyStateNode): boolean {
  return stepIn(path.slice(-1)) !== undefined
}

function isIn(node: AnyStateNode, other: AnyStateNode): boolean {
  return other.path.every((key, index) => node.path[index] === key)
}

/** A child chart with all its states. Transitions of its root are left to the table. */
function diagram(machine: AnyStateMachine) {
  const edges = transitionsOf(machine).flatMap(({ source, event, definition }) => {
    const target = targetOf(definition)
    if (!target || source === machine.root) return []
    const label = [event === 'always' ? '' : shortEvent(event), bracketed(guardOf(definition))]
    return [
      {
        // An edge from a box into itself starts at the state that is entered first
        from: idOf(isIn(target, source) && target !== source ? entered(source, () => true) : source),
        to: idOf(entered(target, () => true)),
        label: label.filter(Boolean).join(' '),
      },
    ]
  })
  return nested(machine.root, edges, { isDrawn: () => true })
}

function readme() {
  const charts = [...machines.values()].map((machine) =>
    [
      `## ${machine.id}`,
      '',
      String(machine.root.description),
      '',
      `![${machine.id}](./${fileOf(machine)})`,
      '',
      ...(machine === checkout
        ? [
            'Each step with a reservation can also lead back to the basket: when the hold expires, or by "Edit basket".',
            '',
          ]
        : []),
      machine === checkout
        ? '| Step | State | Description | Event → target |'
        : '| State | Description | Event → target |',
      machine === checkout ? '| --- | --- | --- | --- |' : '| --- | --- | --- |',
      ...nodesOf(machine.root)
        .filter((node) => node !== machine.root || transitionCell(machine, node) !== '')
        .map((node) => row(machine, node)),
    ].join('\n'),
  )
  return `${['# The statecharts', '', 'Generated by `npm run statechart` from the machines in `machines/`; do not edit.', '', charts.join('\n\n')].join('\n')}\n`
}

function row(machine: AnyStateMachine, node: AnyStateNode) {
  const step = stepIn(node.path) ?? ''
  const place =
    node === machine.root
      ? '(any state)'
      : machine === checkout
        ? withinStep(node).join('.')
        : node.path.join('.')
  const cells = [
    ...(machine === checkout ? [step || (node.path[0] ? `(${node.path[0]})` : '')] : []),
    place,
    String(node.description ?? ''),
    transitionCell(machine, node),
  ]
  return `| ${cells.join(' | ')} |`
}

function transitionCell(machine: AnyStateMachine, node: AnyStateNode) {
  return transitionsOf(machine)
    .filter(({ source }) => source === node)
    .map((transition) => transitionText(machine, transition))
    .join('<br>')
}

function transitionText(machine: AnyStateMachine, { event, definition }: Transition) {
  const target = targetOf(definition)
  const where = target
    ? ` → ${(machine === checkout ? [stepIn(target.path), ...withinStep(target)] : target.path).join('.')}`
    : ''
  const guard = bracketed(guardOf(definition))
  return `\`${shortEvent(event)}\`${guard && ` ${guard}`}${where}`
}

function targetOf(definition: AnyTransitionDefinition): AnyStateNode | undefined {
  return definition.target?.[0]
}

/** The path of a state below its step. */
function withinStep({ path }: AnyStateNode): string[] {
  return path.slice(path.findIndex((key) => stepIn([key])) + 1)
}

function guardOf({ guard }: AnyTransitionDefinition): string {
  if (!guard) return ''
  if (typeof guard === 'string') return guard
  if (typeof guard === 'function') return guard.name
  const { type, params } = guard as { type: string; params?: unknown }
  return params && typeof params === 'object' ? `${type}: ${Object.values(params).join(', ')}` : type
}

function bracketed(guard: string) {
  return guard && `[${guard}]`
}
