import { expect, it } from 'vitest'
import { statePath, stepIn, stepOf } from './step-of.ts'

it.each([
  ['order_completed', 'order_completed'],
  [{ basket: 'loading' }, 'basket'],
  [{ holding: { payment: 'paying' } }, 'payment'],
  [{ paid: { waiver: { signing: 'sent' } } }, 'waiver'],
])('finds the step of the state value %j: %s', (value, step) => {
  expect(stepOf(value)).toBe(step)
})

it('throws for a state outside all steps', () => {
  expect(stepIn(['holding'])).toBeUndefined()
  expect(() => stepOf({ holding: 'nowhere' })).toThrow('no step in {"holding":"nowhere"}')
})

it('lists the names of nested states, outermost first', () => {
  expect(statePath('basket')).toEqual(['basket'])
  expect(statePath({ holding: { payment: 'paying' } })).toEqual(['holding', 'payment', 'paying'])
  expect(statePath(null)).toEqual(['null'])
})
