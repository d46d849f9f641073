import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { nextStepsOfChart } from './chart-next-steps.ts'
import { checkoutModel, models } from './charts.ts'
import { delays, nextSteps } from './documented.ts'
import { transitionList } from './transition-list.ts'

const machines = [...new Set(models.map(({ machine }) => machine))]
const nextStepsInChart = nextStepsOfChart(checkoutModel.machine)

describe('the chart of the checkout', () => {
  it('has exactly the next steps of the documented tables [F23]', () => {
    expect([...nextStepsInChart].sort()).toEqual(nextSteps.map(({ from, to }) => `${from} → ${to}`).sort())
  })

  it('leads to every step', () => {
    const reached = [...nextStepsInChart].map((nextStep) => nextStep.split(' → ')[1])
    const steps = checkoutStates.filter((state) => state !== 'determining' && state !== 'basket')
    expect(new Set(reached)).toEqual(new Set(steps))
  })
})

describe('the delays of the charts', () => {
  const inCharts = machines.flatMap(({ implementations }) => Object.entries(implementations.delays))

  it.each(inCharts)('%s is as long as documented', (name, delay) => {
    expect(delay).toBe(delays[name])
  })

  it('are all documented ones', () => {
    expect(new Set(inCharts.map(([name]) => name))).toEqual(new Set(Object.keys(delays)))
  })
})

it('has the transitions of the reviewed list, which npm run statechart writes', () => {
  const list = readFileSync(`${import.meta.dirname}/transitions.committed.txt`, 'utf8')
  expect(transitionList(machines)).toBe(list)
})
