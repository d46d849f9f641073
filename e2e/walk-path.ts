import type { Page, TestInfo } from '@playwright/test'
import { annotate, attachScreen } from '#e2e/evidence/attach.ts'
import { violationsOn } from '#e2e/screens/accessible.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { holdReplies } from '#e2e/screens/hold-replies.ts'
import { recordSteps } from '#e2e/step-trail.ts'
import { expect, test } from '#e2e/test.ts'
import { testPaths } from '#machines/paths/sut.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import { doStep, failingAddress } from './path-steps.ts'

interface Walking {
  page: Page
  codeFor: (email: string) => Promise<string>
  expectComplaint: (pattern: RegExp) => void
  testInfo: TestInfo
  /** Opens the checkout on the basket with which the path begins. */
  create: (path: TestPath) => Promise<unknown>
}

/** Does what a chosen path says, step by step, and expects its screens and messages. */
export async function walkPath(
  path: TestPath,
  { page, codeFor, expectComplaint, testInfo, create }: Walking,
) {
  annotate(testInfo, path)
  const trail = await recordSteps(page)
  const hasSeen = await holdReplies(page)
  let from: TestStep['screen'] = 'basket'
  let shown = 0
  let letFail = () => {}

  /** Answers the next call with an error, but not before the screen has been checked. */
  async function failNext(address: string) {
    const isSeen = new Promise<void>((resolve) => (letFail = resolve))
    expectComplaint(new RegExp(`503.*${address}`))
    await page.route(
      `**/${address}/`,
      async (route) => {
        await isSeen
        await route.fulfill({ status: 503, json: {} })
      },
      { times: 1 },
    )
  }

  const sut = {
    async create() {
      await create(path)
      await expectScreen(page, 'basket')
    },
    send: (step: TestStep, next: TestStep | undefined) =>
      test.step(step.action, async () => {
        const failing = next && failingAddress(next)
        if (failing) await failNext(failing)
        await doStep({ page, step, path, from, codeFor })
      }),
    read: (step: TestStep) =>
      test.step(`Expect: ${step.expected}`, async () => {
        const { screen, messages } = step
        if (!screen || screen === 'determining') return
        if (screen !== from) {
          // The page may go on by itself, so a screen that is shown already counts
          await expect.poll(() => trail.slice(shown), { timeout: 25_000 }).toContain(screen)
          shown = trail.indexOf(screen, shown)
          await expectScreen(page, screen)
          expect(await violationsOn(page), 'axe').toEqual([])
        }
        for (const message of messages) await expect(page.getByText(message).first()).toBeVisible()
        await attachScreen(testInfo, page, `${path.steps.indexOf(step) + 1} ${screen}`)
        from = screen
        hasSeen(screen)
        letFail()
      }),
  }
  await testPaths([path], { sut })
}
