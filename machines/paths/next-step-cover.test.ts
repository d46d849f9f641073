import { expect, it } from 'vitest'
import { nextStepsOfChart } from './chart-next-steps.ts'
import { checkoutModel } from './charts.ts'
import { greedyCover } from './greedy-cover.ts'
import { arrowOf, nextStepCover } from './next-step-cover.ts'

it('takes every next step of the chart, and nothing else, on few ways', () => {
  const cover = nextStepCover()
  const taken = new Set(cover.flatMap((way) => way.steps.map(arrowOf)))
  expect(taken).toEqual(nextStepsOfChart(checkoutModel.machine))
  expect(cover.length).toBeLessThanOrEqual(16)
})

it('begins every way in the basket, each step where the last one ended', () => {
  for (const { steps } of nextStepCover()) {
    const ends = ['basket', ...steps.map(({ to }) => to)]
    expect(steps.map(({ from }) => from)).toEqual(ends.slice(0, -1))
    expect(steps.every(({ events }) => events.length > 0)).toBe(true)
  }
})

it('covers greedily: most for each step first, nothing twice', () => {
  const walks = ['ab', 'abcdef', 'f', 'g']
  expect(
    greedyCover(
      walks,
      (walk) => new Set(walk),
      (walk) => (walk === 'abcdef' ? 2 : 1),
    ),
  ).toEqual(['abcdef', 'g'])
})
