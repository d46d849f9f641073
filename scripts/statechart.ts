import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { checkoutModel, models } from '#machines/paths/charts.ts'
import { transitionList } from '#machines/paths/transition-list.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import { stepIn } from '#src/rules/step-of.ts'

/**
 * Draws the charts from the machines themselves: `docs/statechart/*.svg` and a table of all states in its README.md;
 * and lists their transitions, to be reviewed when they change. With `--check` nothing is written; it fails when what
 * is there is not what would be drawn.
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

/**
 * The drawing library asks a font service for its font; the drawings use the reader's own, a size smaller, because a
 * wider font would not fit into the boxes.
 */
function draw(mermaid: string) {
  return `${renderMermaidSVG(mermaid)
    .replace(/^\s*@import url\([^)]*\);\n/gm, '')
    .replaceAll("'Inter', ", '')
    .replace(/font-size="(\d+)"/g, (_, size: string) => `font-size="${Number(size) - 1}"`)}\n`
}

/** An arrow between two states, by `idOf`. */
interface Arrow {
  from: string
  to: string
  label: string
}

function idOf(node: AnyStateNode): string {
  return node.path.join('_')
}

/** Draws states nested as they are, `isDrawn` ones only, and the arrows between them; arrows of one way share a label. */
function nested(
  root: AnyStateNode,
  arrows: Arrow[],
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
  for (const { from, to, label } of arrows) {
    const way = `${from} --> ${to}`
    labels.set(way, [...(labels.get(way) ?? []), label])
  }
  const ways = [...labels].map(([way, texts]) => [way, shared(texts)].filter(Boolean).join(': '))
  const ends = nodesOf(root).filter((node) => isDrawn(node) && node.type === 'final')
  return [
    'stateDiagram-v2',
    ...boxes(root),
    ...extra,
    `[*] --> ${idOf(entered(root, isDrawn))}`,
    ...ways,
    ...ends.map((node) => `${idOf(node)} --> [*]`),
  ].join('\n')
}

/** `done pay`, `error pay` → `done or error pay`; other labels are joined by "or". */
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

/** The innermost drawn state that is entered with a state. */
function entered(node: AnyStateNode, isDrawn: (node: AnyStateNode) => boolean): AnyStateNode {
  const [first] = node.type === 'compound' ? node.initial.target : []
  return first && isDrawn(first) ? entered(first, isDrawn) : node
}

/** The step itself, or the parent of several steps. */
function isStepOrAbove({ path }: AnyStateNode): boolean {
  const index = path.findIndex((key) => stepIn([key]))
  return index < 0 || index === path.length - 1
}

/**
 * The seventeen steps and what leads from one to the next: the ways back to the basket only where several steps share
 * one, to a second box, so that the flow runs downwards; and nothing that leads to where the checkout is read again.
 * Where a buyer resumes is told in words.
 */
function overview() {
  const basketAgain = 'basket_again'
  const ofStep = (node: AnyStateNode) =>
    nodesOf(checkout.root).find((one) => isStep(one) && isIn(node, one)) ?? node
  const drawn = nodesOf(checkout.root).filter(isStepOrAbove)
  const at = (step: string) => idOf(drawn.find(({ key }) => key === step)!)
  const arrows = transitionsOf(checkout).flatMap(({ source, event, definition }) => {
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
      ...arrows,
      // The page is left for the bank and resumes there
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

/** A child chart with all its states; what can happen anywhere in it is told in words. */
function diagram(machine: AnyStateMachine) {
  const arrows = transitionsOf(machine).flatMap(({ source, event, definition }) => {
    const target = targetOf(definition)
    if (!target || source === machine.root) return []
    const label = [event === 'always' ? '' : shortEvent(event), bracketed(guardOf(definition))]
    return [
      {
        // An arrow from a box into itself starts where the box is entered
        from: idOf(isIn(target, source) && target !== source ? entered(source, () => true) : source),
        to: idOf(entered(target, () => true)),
        label: label.filter(Boolean).join(' '),
      },
    ]
  })
  return nested(machine.root, arrows, { isDrawn: () => true })
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
  const step = stepIn(node.path) ?? ''
  const place =
    node === machine.root
      ? '(everywhere)'
      : machine === checkout
        ? withinStep(node).join('.')
        : node.path.join('.')
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
