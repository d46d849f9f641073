import { test } from '#e2e/test.ts'
import { findPaths, type TestPath } from '#machines/paths/index.ts'
import { walkCharts } from './walk-charts.ts'
import { chosen } from './write-paths.ts'

/** Paths of a tester that go from the basket into an invoked chart, as `npm run e2e -- --path ID` walks them. */
const wishes: [string, Parameters<typeof findPaths>[0]][] = [
  [
    'to a declined payment through the captcha, and to the payment that is taken',
    { through: ['captcha', 'done paymentAttempt: declined'], shape: 'charity' },
  ],
  ['through a wrong code at the account step', { through: ['done checkOneTimeCode: wrong'], shape: 'paid' }],
  ['to a delivery that fails, in express checkout', { to: 'delivery_failed', shape: 'express' }],
]

for (const [title, wish] of wishes)
  test(`walks a path ${title}`, async ({ page, context, arrange, codeFor, expectComplaint }, testInfo) => {
    const [path] = findPaths(wish).paths as [TestPath]
    const fixtures = { page, context, arrange, codeFor, expectComplaint }
    await walkCharts(chosen(path), fixtures, testInfo, { isEvidence: false })
  })
