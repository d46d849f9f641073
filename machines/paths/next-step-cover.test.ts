import { expect, it } from 'vitest'
import { baskets } from './baskets.ts'
import { nextStepsOfChart } from './chart-next-steps.ts'
import { checkoutModel } from './charts.ts'
import { greedyCover } from './greedy-cover.ts'
import { nextStepCover, nextStepLabel } from './next-step-cover.ts'

it('covers exactly the next steps of the chart and every method of payment, on few paths', () => {
  const cover = nextStepCover()
  const taken = new Set(cover.flatMap(({ steps }) => steps.map(nextStepLabel)))
  expect(taken).toEqual(nextStepsOfChart(checkoutModel.machine))
  expect(new Set(cover.map(({ method }) => method))).toEqual(
    new Set(['bank', 'card', 'plan', 'square', 'wallet', null]),
  )
  expect(cover.length).toBeLessThanOrEqual(16)
})

it('covers them with the baskets that the sandbox arranges, too', () => {
  const taken = new Set(nextStepCover(baskets).flatMap(({ steps }) => steps.map(nextStepLabel)))
  expect([...nextStepsOfChart(checkoutModel.machine)].filter((nextStep) => !taken.has(nextStep))).toEqual([])
})

it('starts every path in the basket and each step where the last one ended', () => {
  for (const { steps } of nextStepCover()) {
    const ends = ['basket', ...steps.map(({ to }) => to)]
    expect(steps.map(({ from }) => from)).toEqual(ends.slice(0, -1))
    expect(steps.every(({ events }) => events.length > 0)).toBe(true)
  }
})

it('picks the path that adds most per step, and none that adds nothing', () => {
  const paths = ['ab', 'abcdef', 'f', 'g']
  expect(
    greedyCover(
      paths,
      (path) => new Set(path),
      (path) => (path === 'abcdef' ? 2 : 1),
    ),
  ).toEqual(['abcdef', 'g'])
})
