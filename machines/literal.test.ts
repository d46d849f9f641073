import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import * as xstate from 'xstate'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { checkoutStates } from '#src/api/schemas/checkout.ts'
import { checkoutMachine } from './checkout.ts'

const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file))

/** Promises whose success is no transition, and why. */
const endless: Record<string, string> = {
  openAddress: 'success is that the browser leaves the page',
}

/**
 * Opens a machine file as drawing tools do: types are blanked, the imports that are left are dropped, and the rest is
 * run with nothing bound but what xstate exports.
 */
function openAsTools(source: string): AnyStateMachine[] {
  const code = stripTypeScriptTypes(source)
  const imports = [...code.matchAll(/^import\s[\s\S]*?from '([^']+)'/gm)].map((match) => match[1])
  expect(new Set(imports)).toEqual(new Set(['xstate']))
  const body = code.replace(/^import\s[\s\S]*?from '[^']+'/gm, '').replace(/^export /gm, '')
  const names = [...body.matchAll(/^const (\w+Machine) =/gm)].map((match) => match[1])
  return new Function(...Object.keys(xstate), `${body}\nreturn [${names.join(', ')}]`)(
    ...Object.values(xstate),
  ) as AnyStateMachine[]
}

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(allNodes)]
}

describe.each(files)('%s, opened as drawing tools do', (file) => {
  const [machine, ...others] = openAsTools(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  const nodes = machine ? allNodes(machine.root) : []
  const inner = nodes.filter((node) => node !== machine?.root)

  it('holds one chart, which bears the name of its file', () => {
    expect(others).toEqual([])
    expect(machine?.id).toBe(
      file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
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

  it('names every invocation after its source', () => {
    const invocations = nodes.flatMap((node) => node.invoke)
    expect(invocations.filter(({ id, src }) => id !== src).map(({ id }) => id)).toEqual([])
  })

  it('says what follows on the success and on the failure of every call', () => {
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

/** Charts and signals of the browser run beside a state; they do not fail and need not end. */
function isChart(src: string) {
  const name = src.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return charts.includes(name) || src === 'browserSignals'
}

describe('the steps of the checkout', () => {
  const wrappers = ['holding', 'paid']

  it('are exactly the states of the documents [CONT-07]', () => {
    const top = Object.values(checkoutMachine.root.states)
    const steps = top.flatMap((node) => (wrappers.includes(node.key) ? Object.values(node.states) : [node]))
    expect(new Set(steps.map((node) => node.key))).toEqual(new Set(checkoutStates))
    expect(steps).toHaveLength(checkoutStates.length)
  })

  it('nest their states three levels deep at most below the wrappers', () => {
    const depths = allNodes(checkoutMachine.root).map(
      (node) => node.path.filter((key) => !wrappers.includes(key)).length,
    )
    expect(Math.max(...depths)).toBeLessThanOrEqual(3)
  })
})
