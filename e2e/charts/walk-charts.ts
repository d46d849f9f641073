import { isDeepStrictEqual } from 'node:util'
import type { TestInfo } from '@playwright/test'
import { annotate, attachPathRun, attachScreen } from '#e2e/evidence/attach.ts'
import { describeScreen, failureOf } from '#e2e/evidence/failure.ts'
import { expect, test } from '#e2e/test.ts'
import type { Failure } from '#machines/paths/evidence.ts'
import { machines } from '#machines/paths/index.ts'
import { testPaths } from '#machines/paths/sut.ts'
import type { TestStep } from '#machines/paths/test-path.ts'
import { addresses } from './calls.ts'
import { Gate } from './gate.ts'
import { watchOver } from './invariants.ts'
import { beforeOf, delayOf, doingOf, firstChart, heldBefore, nameOf, outcomeOf } from './outcomes.ts'
import { followCharts } from './page-charts.ts'
import { positionIn } from './position.ts'
import { slowDown } from './slow-clock.ts'
import { noControl, type Doing, type Walk, type WalkedPath } from './walk.ts'
import { walks } from './walks.ts'

interface Fixtures extends Pick<Doing, 'page' | 'context' | 'arrange' | 'codeFor'> {
  expectComplaint: (pattern: RegExp, isAllowedOnly?: boolean) => void
}

interface Options {
  /** Looks closer at the screen after a step, which `isStill` says to be there yet. */
  visit?: (at: number, isStill: () => boolean) => Promise<void>
  /** Whether the walk counts for what the charts' paths have walked. */
  isEvidence?: boolean
}

/** Walks a path of the charts in a browser, one that goes through several charts too, with everything that is checked of it. */
export async function walkCharts(
  path: WalkedPath,
  { page, context, arrange, codeFor, expectComplaint }: Fixtures,
  testInfo: TestInfo,
  { visit, isEvidence = true }: Options = {},
): Promise<void> {
  annotate(testInfo, path)
  const began = Date.now()
  const screens = new Map<number, string>()
  let at = 0
  let isRefused = false
  const withoutControl: string[] = []
  let failure: Failure | undefined
  const charts = await followCharts(page)
  const gate = new Gate(addresses)
  const clock = await slowDown(page)
  const checks = await watchOver(page, clock, path, testInfo)
  const kept = new Map<string, string>()
  const doing = (step: TestStep): Doing => ({
    page,
    context,
    path,
    step,
    gate,
    arrange,
    codeFor,
    expectComplaint,
    pass: clock.pass,
    kept,
  })
  const through = [...new Set([firstChart(path), ...path.steps.map(({ chart }) => chart)])].map(placeIn)
  const [first] = through

  /** How a chart of the path is walked, and how far it has come. */
  function placeIn(chart: WalkedPath['chart']) {
    const { id, implementations } = machines.get(chart)!
    const walk: Walk = walks[chart]!
    return { chart, walk, id, delays: implementations.delays, position: positionIn(path, id, charts) }
  }
  const placeOf = ({ chart }: TestStep) => through.find((one) => one.chart === chart)!

  const sut = {
    async create() {
      for (const step of path.steps) {
        const { walk } = placeOf(step)
        const held = heldBefore(walk, step)
        if (held) gate.hold(held)
        const outcome = outcomeOf(walk, step)
        if (!outcome) continue
        gate.plan(outcome.call, outcome.answer)
        if (outcome.complains) expectComplaint(/status of 4|status of 5|net::ERR/)
      }
      for (const { walk } of through) {
        for (const call of walk.unanswered ?? []) gate.plan(call, 'shop')
        for (const pattern of walk.complaints ?? []) expectComplaint(pattern, true)
      }
      await gate.watch(page)
      const [step] = path.steps
      const start = first?.walk.starts[path.start] ?? first?.walk.starts['*']
      if (step) await start?.(doing(step))
      await first?.position.expectStart()
      await checks.begin()
    },
    send: (step: TestStep) =>
      test.step(step.action, async () => {
        at = path.steps.indexOf(step)
        const { walk, delays } = placeOf(step)
        const outcome = outcomeOf(walk, step)
        const delay = delayOf(step)
        const act = doingOf(walk, step)
        await beforeOf(walk, step)?.(doing(step))
        isRefused = act !== undefined && (await act(doing(step))) === noControl
        if (act) return
        if (outcome) await gate.release(outcome.call)
        else if (delay) await clock.pass(Number(delays[delay]))
      }),
    read: (step: TestStep) =>
      test.step(`Expect: ${step.expected}`, async () => {
        const { walk, id, position } = placeOf(step)
        if (isRefused) {
          position.expectStay(step)
          withoutControl.push(...charts.refused(id, nameOf(step.label)))
        } else await position.expectStep(step)
        for (const message of step.messages) await expect(page.getByText(message).first()).toBeVisible()
        const isStill = () => isDeepStrictEqual(charts.trailOf(id).at(-1)?.value, step.value)
        // What an invoked chart shows is checked by the steps in it
        const isLeft = (path.steps[path.steps.indexOf(step) + 1] ?? step).chart !== step.chart
        if (isStill() && step.heading)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText([step.heading])
        if (isStill() && !isLeft) await walk.contents?.[step.state]?.(doing(step))
        screens.set(at, await attachScreen(testInfo, page, `${at + 1} ${step.state}`))
        if (isStill()) await visit?.(at, isStill)
      }),
  }
  try {
    await testPaths([path], { sut, invariant: checks.after })
    await checks.end()
  } catch (error) {
    failure = failureOf(path.steps, at, error, await describeScreen(page))
    if (!screens.has(at))
      await attachScreen(testInfo, page, `${at + 1} failed`).then(
        (name) => screens.set(at, name),
        () => {}, // Of a closed page there is no picture
      )
    throw error
  } finally {
    gate.open()
    await clock.stop()
    const covered = Object.entries(charts.covered()).map(
      ([chart, { states, transitions, guards, pairs }]) => [
        chart,
        { states: [...states], transitions: [...transitions], guards: [...guards], pairs: [...pairs] },
      ],
    )
    const ms = Date.now() - began
    await checks.attach()
    if (isEvidence)
      await attachPathRun(testInfo, path, {
        ms,
        covered: Object.fromEntries(covered),
        withoutControl,
        screens,
        failure,
      })
  }
}
