import { expectFacts } from '#e2e/step-trail.ts'
import { test, type Arrangement } from '#e2e/test.ts'
import { walkPath } from '#e2e/walk-path.ts'
import { baskets } from '#machines/paths/baskets.ts'
import type { Baskets } from '#machines/paths/journeys.ts'
import type { TestPath } from '#machines/paths/test-path.ts'
import { facts as plain } from '#machines/testing/facts.ts'

/** The paths of `npm run e2e -- --path ID`, as `scripts/e2e.ts` hands them over. */
const paths = JSON.parse(process.env.E2E_PATHS ?? '[]') as TestPath[]

for (const path of paths)
  test(`${path.id} ${path.title}`, async ({ page, arrange, codeFor, expectComplaint }, testInfo) => {
    test.setTimeout(120_000)
    await walkPath(path, {
      page,
      codeFor,
      expectComplaint,
      testInfo,
      async create({ shape, steps }) {
        const captcha = steps.some(({ label }) => label === 'captcha.demanded')
        await arrange({ shape: shape as Arrangement['shape'], ...(captcha && { captcha }) }) // `scripts/e2e.ts` has checked it
        await expectFacts(page, { ...plain, ...(baskets as Baskets)[shape ?? ''] })
      },
    })
  })
