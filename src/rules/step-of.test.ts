import { expect, it } from 'vitest'
import { statePath, stepIn, stepOf } from './step-of.ts'

it.each([
  ['order_completed', 'order_completed'],
  [{ basket: 'loading' }, 'basket'],
  [{ holding: { payment: 'paying' } }, 'payment'],
  [{ paid: { waiver: { signing: 'sent' } } }, 'waiver'],
])('finds in the state value %j the step %s', (value, step) => {
  expect(stepOf(value)).toBe(step)
})

it('finds no step in the states around the steps', () => {
  expect(stepIn(['holding'])).toBeUndefined()
  expect(() => stepOf({ holding: 'nowhere' })).toThrow('no step in {"holding":"nowhere"}')
})

it('lists the names of nested states, outermost first', () => {
  expect(statePath('basket')).toEqual(['basket'])
  expect(statePath({ holding: { payment: 'paying' } })).toEqual(['holding', 'payment', 'paying'])
  expect(statePath(null)).toEqual(['null'])
})
