import { expect, it } from 'vitest'
import { obstaclesOn } from '#e2e/charts/write-paths.ts'
import { findPaths } from '#machines/paths/index.ts'

const obstacles = (wish: Parameters<typeof findPaths>[0]) => findPaths(wish).paths.map(obstaclesOn)

it.each([
  [{ through: ['captcha', 'done paymentAttempt: declined'], shape: 'charity' }],
  [{ to: 'claim_failed', from: 'basket', through: ['captcha'], shape: 'charity' }],
  [{ through: ['done sendPayment: declined'] }],
  [{ requirement: 'ACCT-12' }],
  [{ to: 'delivery_failed' }],
  [{ through: ['error saveQuestionAnswers'], shape: 'questions_before' }],
])('lets the browser walk a path of %o', (wish) => {
  expect(obstacles(wish)).toEqual([[]])
})

it.each([
  [
    { to: 'bankPolling.given_up' },
    'no walk leads to a page of the bank and on from there (npm run e2e -- --charts bankPolling)',
  ],
  [
    { through: ['error saveQuestionAnswers'], shape: 'everything' },
    'the walk of ticketQuestions is about the basket "questions_before"',
  ],
  [
    { through: ['done fetchUser: guest with a code'] },
    'done fetchUser: guest with a code: only a path of this chart alone begins so',
  ],
])('says why the browser cannot walk a path of %o', (wish, reason) => {
  expect(obstacles(wish)).toEqual([[reason]])
})
