import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { checkoutModel, models } from '#machines/paths/charts.ts'
import { transitionList } from '#machines/paths/transition-list.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'

/**
 * Draws the charts from the machines themselves: `docs/statechart/*.svg` and a table of all states in its README.md;
 * and lists their transitions, to be reviewed when they change. With `--check` nothing is written; it fails when what
 * is there is not what would be drawn.
 */

const folder = 'docs/statechart'
const listFile = 'machines/paths/transitions.committed.txt'
const wrappers = ['holding', 'paid']

const machines = new Map(models.map(({ machine }) => [machine.id, machine]))
const checkout = checkoutModel.machine

const fileOf = ({ id }: AnyStateMachine) =>
  `${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`

const files = new Map<string, string>([['README.md', readme()]])
for (const machine of machines.values()) {
  files.set(fileOf(machine), draw(machine === checkout ? overview() : diagram(machine)))
}

const list = transitionList([...machines.values()])

if (process.argv.includes('--check')) check()
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

/** The drawing library asks a font service for its font; the drawings use what the reader's system has. */
function draw(mermaid: string) {
  return `${renderMermaidSVG(mermaid)
    .replace(/^\s*@import url\([^)]*\);\n/gm, '')
    .replaceAll("'Inter', ", '')}\n`
}

/**
 * The seventeen steps and what leads from one to the next. The ways back to the basket are told in the README; from
 * `determining` leads what nothing else leads to.
 */
function overview() {
  const arrows = transitionsOf(checkout).flatMap(({ source, definition }) => {
    const from = stepOf(source)
    const target = targetOf(definition)
    const to = target && stepOf(target)
    if (!from || !to || from === to || to === 'determining') return []
    return [{ from, to, guard: guardOf(definition) }]
  })
  const onward = arrows.filter(({ from, to }) => from !== 'determining' && to !== 'basket')
  const resumed = arrows.filter(
    ({ from, to, guard }) =>
      from === 'determining' && onward.every((arrow) => arrow.to !== to) && (to !== 'basket' || guard === ''),
  )
  const lines = [...resumed, ...onward].map(({ from, to, guard }) => `  ${from} --> ${to}${label(guard)}`)
  return ['stateDiagram-v2', '  [*] --> determining', ...new Set(lines), '  order_completed --> [*]'].join(
    '\n',
  )
}

/** A chart that stands beside the checkout, with all its states. */
function diagram(machine: AnyStateMachine) {
  const nameOf = (node: AnyStateNode) => node.path.join('_')
  const leaves = nodesOf(machine.root).filter((node) => node.type !== 'compound')
  const innermost = (node: AnyStateNode): AnyStateNode => {
    const [first] = node.type === 'compound' ? node.initial.target : []
    return first ? innermost(first) : node
  }
  const arrows = transitionsOf(machine).flatMap(({ source, event, definition }) => {
    const target = targetOf(definition)
    if (!target) return []
    const sources = leaves.filter(
      (leaf) => leaf === source || leaf.path.join('.').startsWith([...source.path, ''].join('.')),
    )
    const from = source === machine.root ? sources.filter((leaf) => leaf.type !== 'final') : sources
    const text = [event === 'always' ? '' : shortEvent(event), bracketed(guardOf(definition))]
      .filter(Boolean)
      .join(' ')
    return from.map((leaf) => `  ${nameOf(leaf)} --> ${nameOf(innermost(target))}${label(text)}`)
  })
  const ends = leaves.filter((node) => node.type === 'final').map((node) => `  ${nameOf(node)} --> [*]`)
  return [
    'stateDiagram-v2',
    `  [*] --> ${nameOf(innermost(machine.root))}`,
    ...new Set(arrows),
    ...ends,
  ].join('\n')
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
            'A step that holds a reservation can also lead back to the basket: when its time runs out, or by "Edit basket".',
            '',
          ]
        : []),
      machine === checkout
        ? '| Step | State | What it is | What happens → where it leads |'
        : '| State | What it is | What happens → where it leads |',
      machine === checkout ? '| --- | --- | --- | --- |' : '| --- | --- | --- |',
      ...nodesOf(machine.root)
        .filter((node) => node !== machine.root || happenings(machine, node) !== '')
        .map((node) => row(machine, node)),
    ].join('\n'),
  )
  return `${['# The statecharts', '', 'Written by `npm run statechart` from the machines in `machines/`; not to be edited by hand.', '', charts.join('\n\n')].join('\n')}\n`
}

function row(machine: AnyStateMachine, node: AnyStateNode) {
  const step = stepOf(node) ?? ''
  const place =
    node === machine.root
      ? '(everywhere)'
      : node.path
          .filter((key) => !(machine === checkout && (wrappers.includes(key) || key === step)))
          .join('.')
  const cells = [
    ...(machine === checkout ? [step || (node.path[0] ? `(${node.path[0]})` : '')] : []),
    place,
    String(node.description ?? ''),
    happenings(machine, node),
  ]
  return `| ${cells.join(' | ')} |`
}

function happenings(machine: AnyStateMachine, node: AnyStateNode) {
  return transitionsOf(machine)
    .filter(({ source }) => source === node)
    .map((transition) => happening(machine, transition))
    .join('<br>')
}

function happening(machine: AnyStateMachine, { event, definition }: Transition) {
  const target = targetOf(definition)
  const where = target
    ? ` → ${target.path.filter((key) => machine !== checkout || !wrappers.includes(key)).join('.')}`
    : ''
  const guard = bracketed(guardOf(definition))
  return `\`${shortEvent(event)}\`${guard && ` ${guard}`}${where}`
}

function targetOf(definition: AnyTransitionDefinition): AnyStateNode | undefined {
  return definition.target?.[0]
}

/** The step that a state belongs to: the first level of the checkout, or the second inside a wrapper. */
function stepOf({ path }: AnyStateNode): string | undefined {
  return path.find((key) => !wrappers.includes(key) || path[0] !== key)
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

function label(text: string) {
  return text ? `: ${text}` : ''
}
