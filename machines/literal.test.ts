import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { StateMachine, type AnyStateNode } from 'xstate'
import { openSource } from '#machines/difference/open-source.ts'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { checkoutMachine } from './checkout.ts'
import { readSource, unread } from './testing/read-source.ts'

const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file))

/** Calls whose success causes no transition, and why. */
const endless: Record<string, string> = {
  openAddress: 'success is that the browser leaves the page',
}

/** The exports of xstate that Stately's Sketch lets the text of a chart use. */
const knownToSketch = [
  ...['createMachine', 'setup', 'assign', 'raise', 'sendTo', 'sendParent', 'forwardTo', 'cancel', 'emit'],
  ...['enqueueActions', 'log', 'stop', 'stopChild', 'spawnChild', 'and', 'or', 'not', 'stateIn'],
  ...['fromPromise', 'fromCallback', 'fromObservable', 'fromEventObservable', 'fromTransition'],
  ...['assertEvent', 'matchesState'],
]

/** A chart's configuration as data, with a sign for each function. */
function asData(value: unknown): unknown {
  if (typeof value === 'function') return unread
  if (Array.isArray(value)) return value.map(asData)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asData(part)]))
}

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(allNodes)]
}

describe.each(files)('%s, opened as drawing tools do', (file) => {
  const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
  const { values, imports } = openSource(source)
  const [machine, ...others] = Object.values(values).filter((value) => value instanceof StateMachine)
  const nodes = machine ? allNodes(machine.root) : []
  const inner = nodes.filter((node) => node !== machine?.root)

  it('imports only xstate at run time', () => {
    expect(new Set(imports)).toEqual(new Set(['xstate']))
  })

  it('uses only what Sketch knows of xstate', () => {
    expect(readSource(source).imports.filter((name) => !knownToSketch.includes(name))).toEqual([])
  })

  it('is read whole by an editor that does not run it', () => {
    expect(readSource(source).literal).toEqual(asData(machine?.config))
  })

  it('holds one chart, named after its file', () => {
    expect(others).toEqual([])
    expect(machine?.id).toBe(
      file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
  })

  it('fits on a page', () => {
    const literal = /createMachine\(\{([^]*?)^\}\)/m.exec(source)?.[1] ?? ''
    expect(literal.split('\n').length).toBeLessThanOrEqual(file === 'checkout.ts' ? 850 : 500)
  })

  it('describes every state', () => {
    expect(nodes.filter((node) => !node.description).map((node) => node.id)).toEqual([])
  })

  it('names every state in snake_case', () => {
    expect(inner.map((node) => node.key).filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key))).toEqual([])
  })

  it('names every event object.verb', () => {
    const events = nodes.flatMap((node) => node.ownEvents).filter((event) => !event.startsWith('xstate.'))
    expect(events.filter((event) => !/^[a-z]+\.[a-z]+(_[a-z]+)*$/.test(event))).toEqual([])
  })

  it('targets only existing states', () => {
    expect(() => nodes.forEach((node) => [node.transitions, node.always, node.initial])).not.toThrow()
  })

  it('names every invocation after its source', () => {
    const invocations = nodes.flatMap((node) => node.invoke)
    expect(invocations.filter(({ id, src }) => id !== src).map(({ id }) => id)).toEqual([])
  })

  it('has transitions for success and failure of every call', () => {
    const called = nodes.flatMap((node) => node.invoke.map(({ id, src }) => ({ id, src: String(src), node })))
    const calls = called.filter(({ src }) => /^[a-z]+[A-Z]/.test(src) && !isChart(src))
    const handled = calls.map(({ id, node }) => ({
      id,
      done: node.ownEvents.includes(`xstate.done.actor.${id}`) || id in endless,
      error: node.ownEvents.includes(`xstate.error.actor.${id}`),
    }))
    expect(handled.filter(({ done, error }) => !done || !error)).toEqual([])
  })
})

const charts = files.map((file) => file.replace('.ts', ''))

/** Child charts and browser signals, which run beside a state; they do not fail and need not end. */
function isChart(src: string) {
  const name = src.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return (
    charts.includes(name) ||
    [
      'browserSignals',
      'networkSignals',
      'stepObserver',
      'stepHistory',
      'viewHistory',
      'codeHistory',
    ].includes(src)
  )
}

describe('the steps of the checkout', () => {
  const isStep = ({ key }: AnyStateNode) => checkoutStates.some((state) => state === key)

  it('are exactly the documented states [CONT-07]', () => {
    const steps = new Set(
      allNodes(checkoutMachine.root)
        .filter(isStep)
        .map(({ key }) => key),
    )
    expect([...steps].sort()).toEqual([...checkoutStates].sort())
  })

  it('are the only states with a title and requirements', () => {
    const described = allNodes(checkoutMachine.root).filter(({ meta }) => meta)
    expect(described.filter((node) => !isStep(node)).map(({ id }) => id)).toEqual([])
    for (const { key, meta } of described)
      expect(meta, key).toEqual({
        title: expect.stringMatching(/./),
        requirements: expect.stringMatching(/^[A-Z]{4}-/),
      })
    expect(described).toHaveLength(checkoutStates.length)
  })

  it('nest their states three levels deep at most', () => {
    for (const step of allNodes(checkoutMachine.root).filter(isStep))
      for (const { path } of allNodes(step)) expect(path.length - step.path.length).toBeLessThan(3)
  })
})
