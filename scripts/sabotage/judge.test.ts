import { expect, it } from 'vitest'
import { inTurns } from './judge.ts'

const walked = (title: string, ms: number) => ({
  title,
  ms,
  status: 'passed' as const,
  said: '',
  reached: [],
})

it('walks the quickest path of each chart before the second of any', () => {
  const tests = [
    walked('P-00000001 account: A code is asked for', 10),
    walked('P-00000002 account: A name is asked for', 20),
    walked('P-00000003 basket: The basket is open', 40),
    walked('shows every screen', 30),
  ]
  expect(inTurns(tests).map(({ ms }) => ms)).toEqual([10, 30, 40, 20])
})
