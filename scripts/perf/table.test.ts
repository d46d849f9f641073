import { expect, it } from 'vitest'

import { Figures, median } from './figures.ts'
import type { Row } from './rows.ts'
import { resultsOf, tableOf } from './table.ts'

const rows: Row[] = [
  { key: 'visible', title: 'lines visible', unit: 'ms', floor: 'floor visible', ratio: 1.2 },
  { key: 'requests', title: 'requests', unit: '', most: 8 },
  { key: 'missing', title: 'not measured', unit: 'ms' },
]

function measured() {
  const figures = new Figures()
  for (const visible of [900, 800, 1_000]) figures.add({ visible, requests: 9, missing: null })
  figures.add({ visible: 750 }, { prefix: 'floor ', isBusy: true })
  return figures
}

it('takes the middle of the values, or the mean of the two in the middle', () => {
  expect([median([5, 100, 1]), median([10, 1, 2, 4])]).toEqual([5, 3])
})

it('compares the median with the floor and with its goal', () => {
  const [visible, requests, ...others] = resultsOf(rows, measured())
  expect(visible).toMatchObject({ median: 900, floorMedian: 750, times: 1.2, isMet: true, busy: 0 })
  expect(requests).toMatchObject({ median: 9, times: null, isMet: false })
  expect(others).toEqual([])
})

it('shows what was measured beside what was before, and which goals are missed', () => {
  const before = resultsOf(rows, new Figures().add({ visible: 3_200 }))
  expect(tableOf(resultsOf(rows, measured()), before)).toEqual([
    '                floor   before     now     range  ratio    goal',
    'lines visible  750 ms  3200 ms  900 ms  800–1000  1.20×  ≤ 1.2×',
    'requests                             9       9–9            ≤ 8  missed',
  ])
})
