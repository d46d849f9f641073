import { expect, it } from 'vitest'

import { Slots } from './slots.ts'

it('lets those who wait in one after the other, and those who go first before the others', async () => {
  const slots = new Slots(1)
  expect(slots.tryTake()).toBe(true)
  const entered: string[] = []
  const waiting = [
    slots.take(10_000).then(() => entered.push('first come')),
    slots.take(10_000).then(() => entered.push('second come')),
    slots.take(10_000, { goesFirst: true }).then(() => entered.push('for many')),
    slots.take(10_000, { goesFirst: true }).then(() => entered.push('for many, later')),
  ]
  for (let i = 0; i < waiting.length; i++) slots.release()
  await Promise.all(waiting)
  expect(entered).toEqual(['for many', 'for many, later', 'first come', 'second come'])
})

it.each([{ goesFirst: true }, { goesFirst: false }])(
  'gives no slot to whoever has waited for too long (%o)',
  async (options) => {
    const slots = new Slots(1)
    expect(slots.tryTake()).toBe(true)
    expect(await slots.take(0, options)).toBe(false)
    slots.release()
    expect(slots.tryTake()).toBe(true)
    expect(slots.tryTake()).toBe(false)
  },
)
