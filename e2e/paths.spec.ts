import { payBy } from '#e2e/leave-step.ts'
import { expectFacts, recordSteps } from '#e2e/step-trail.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { holdReplies } from '#e2e/screens/hold-replies.ts'
import { expect, test } from '#e2e/test.ts'
import { walkSteps } from '#e2e/walk-steps.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { baskets } from '#machines/paths/baskets.ts'
import { nextStepsOfChart } from '#machines/paths/chart-next-steps.ts'
import { nextStepCover, nextStepLabel } from '#machines/paths/next-step-cover.ts'
import { facts as plain } from '#machines/testing/facts.ts'

const paths = nextStepCover(baskets)
const all = nextStepsOfChart(checkoutMachine)

test('covers every next step of the chart and every method of payment by the paths below', () => {
  expect(new Set(paths.flatMap(({ steps }) => steps.map(nextStepLabel)))).toEqual(all)
  expect(new Set(paths.map(({ method }) => method))).toEqual(new Set([...Object.keys(payBy), null]))
})

for (const { shape, facts, method, steps } of paths)
  test(`shows every screen from ${['basket', ...steps.map(({ to }) => to)].join(' → ')} on to the completed order with the basket ${shape}, paid by ${method ?? 'nothing'}`, async ({
    page,
    arrange,
    codeFor,
  }, { annotations }) => {
    test.setTimeout(120_000)
    const trail = await recordSteps(page)
    const hasSeen = await holdReplies(page)
    const isChecked = steps.some(({ to }) => to === 'captcha')
    await arrange({ shape, ...(isChecked && { captcha: true }) })
    await expectFacts(page, { ...plain, ...facts })
    await expectScreen(page, 'basket')

    await walkSteps(
      page,
      { facts, method, steps },
      {
        codeFor,
        trail,
        hasSeen,
        isOver: () => false,
        onStep: (from, to) =>
          annotations.push({ type: 'next step', description: `${from} → ${to} of ${all.size}` }),
      },
    )
  })
