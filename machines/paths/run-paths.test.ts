import { describe, expect, it } from 'vitest'
import { coverChart } from './cover.ts'
import { machines } from './names.ts'

describe.each([...machines.keys()])('every path of %s, on the running chart', (chart) => {
  it('covers every state, every transition and both outcomes of every guard, but for what is excused [F23]', async () => {
    const { missing, stale } = await coverChart(chart)
    expect(missing).toEqual([])
    expect(stale).toEqual([])
    // The payment chart has thousands of paths.
  }, 120_000)
})
