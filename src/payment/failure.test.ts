import { expect, it } from 'vitest'
import { HttpFailure, InvalidReply, Offline } from '#src/http/errors.ts'
import { failureOf } from './failure.ts'

it.each([
  ['refused', 'Too late', new HttpFailure(409, 'Too late', '')],
  ['refused', '', new HttpFailure(499, '', '')],
  ['refused', '', new HttpFailure(404, 'Not found', '')],
  ['refused', '', new HttpFailure(501, 'Not Implemented', '')],
  ['not_started', 'In a moment', new HttpFailure(503, 'In a moment', '')],
  ['lost', '', new HttpFailure(503, '', '')],
  ['lost', '', new HttpFailure(500, 'Oops', '')],
  ['lost', '', new Offline(new TypeError('Failed to fetch'))],
  ['lost', '', new InvalidReply('/pay_with_card/', ['status'])],
])('a payment is %s, with the message "%s", after %s [OPEN-47, PAYM-49]', (kind, message, error) => {
  expect(failureOf(error)).toEqual({ kind, message })
})
