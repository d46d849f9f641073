import { expect, it } from 'vitest'
import { causesIn, failureOf, failureSentence } from '#e2e/evidence/failure.ts'
import type { PathRun } from '#machines/paths/evidence.ts'

const steps = [
  { action: 'Press "Reserve Basket"', expected: 'Heading "Checkout".', label: 'done basket: chosen' },
  { action: 'Press "Continue"', expected: 'The buyer chooses.', label: 'account.continue' },
  { action: 'Press "Pay"', expected: 'The payment is sent.', label: 'payment.pay' },
  {
    action: 'The call "send payment" is answered: declined',
    expected: 'Message "Payment unsuccessful".',
    label: 'done sendPayment: declined',
  },
]

const error = new Error('P-1, after …', {
  cause: new Error(
    "\u001b[31mexpect(locator).toBeVisible() failed\u001b[39m\n\nLocator:  getByText('Payment')\nExpected: visible\nReceived: hidden\nTimeout: 5000ms",
  ),
})

it('tells what the buyer did last and what came of it, what was expected, and what the page showed', () => {
  const failure = failureOf(steps, 3, error, 'an empty page')
  expect(failureSentence(failure)).toBe(
    'after Press "Pay"; The call "send payment" is answered: declined: expected Message "Payment unsuccessful".; saw an empty page; expect(locator).toBeVisible() failed, locator getByText(\'Payment\'), expected visible, received hidden',
  )
  expect(failure.prefix).toEqual(steps.map(({ action }) => action))
})

it('begins with the buyer, not with an answer', () => {
  expect(failureOf(steps, 2, error).after).toBe('Press "Pay"')
  expect(failureOf(steps, 0, 'Error: no page').after).toBe('Press "Reserve Basket"')
})

const failed = (id: string, ways: string[], expected: string): PathRun => ({
  id,
  title: id,
  chart: 'payment',
  status: 'failed',
  ms: 1,
  requirements: [],
  steps: [],
  covered: {},
  failure: { after: ways.at(-1) ?? '', expected, saw: '', prefix: ways },
})

it('tells paths that fail alike as one failure, by the shortest way there, the most frequent first', () => {
  const causes = causesIn([
    failed('alone', ['open', 'leave'], 'the basket'),
    failed('long', ['open', 'wait', 'pay'], 'a receipt'),
    failed('short', ['open', 'pay'], 'a receipt'),
  ])
  expect(causes.map(({ failure, paths }) => [failure.prefix, paths.map(({ id }) => id)])).toEqual([
    [
      ['open', 'pay'],
      ['short', 'long'],
    ],
    [['open', 'leave'], ['alone']],
  ])
})
