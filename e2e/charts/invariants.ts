import type { Page, TestInfo } from '@playwright/test'
import { complaintsAbout, penceOf } from '#e2e/screens/complaints.ts'
import { look, type Look } from '#e2e/screens/look.ts'
import { expect } from '#e2e/test.ts'
import { violationsOn } from '#e2e/screens/accessible.ts'
import type { TestStep } from '#machines/paths/test-path.ts'
import { complaintsAboutSpeech, recordAnnouncements, type Spoken } from './announcements.ts'
import { askBooks, complaintsAboutMoney, recordPresses } from './money.ts'
import type { SlowClock } from './slow-clock.ts'
import { followReplies } from './told.ts'
import type { WalkedPath } from './walk.ts'

/** What is checked in every state of a path, and at its end. */
export interface Checks {
  /** Takes what the page shows before the first step as given. */
  begin: () => Promise<void>
  /** Expects what holds on every screen, whatever has happened. */
  after: (step: TestStep) => Promise<void>
  /** Expects at the end of the path that what was shown, what the shop has charged, and the receipt agree. */
  end: () => Promise<void>
  /** Attaches what was announced on the way, also of a path that failed. */
  attach: () => Promise<void>
}

/** Watches a page from before its first load on. */
export async function watchOver(
  page: Page,
  clock: SlowClock,
  path: WalkedPath,
  testInfo: TestInfo,
): Promise<Checks> {
  const spoken = await recordAnnouncements(page)
  const pressed = await recordPresses(page)
  const replies = followReplies(page, clock)
  const transcript: string[] = []
  let before: Look | null = null
  let total: number | null = null
  let heard = 0

  /** Writes down what was announced up to that place. */
  function note(action: string, until: number) {
    transcript.push(action, ...spoken.slice(heard, until).map(({ by, text }) => `  ${by}: ${text}`))
    heard = until
  }

  /** Gives the page a moment to settle, and fails with what is wrong then. */
  async function expectNone(complaints: (now: Look, said: readonly Spoken[]) => string[], action: string) {
    let found: string[] = []
    const settled = async () => {
      const now = await look(page)
      const until = spoken.length
      found = complaints(now, spoken.slice(heard, until))
      if (found.length > 0) return found
      before = now
      note(action, until)
      return found
    }
    await expect
      .poll(settled, { intervals: [10, 20, 40, 80, 160] })
      .toEqual([])
      .catch((error: unknown) => {
        throw found.length > 0 ? new Error(found.join('; ')) : error
      })
  }

  return {
    async begin() {
      note('The start', spoken.length)
      before = await look(page)
    },
    async after(step) {
      const at = path.steps.indexOf(step)
      const complaints = (now: Look, said: readonly Spoken[]) => [
        ...complaintsAbout(now, before, replies.told()),
        ...complaintsAboutSpeech(said, now, before, step.messages),
        ...replies.wrongPayments,
      ]
      await expectNone(complaints, `${at + 1} ${step.action}`)
      if (before?.order) total = penceOf(before.order.total)
      if (!path.accessibleAt.includes(at)) return
      const violations = await violationsOn(page)
      if (violations.length > 0) throw new Error(`axe finds ${violations.join(', ')}`)
    },
    async end() {
      const reference = replies.reference()
      if (!reference) return
      const books = await askBooks(page, reference)
      if (!books) return
      const found = complaintsAboutMoney(books, { total, pressed: pressed.at(-1) ?? null })
      if (found.length > 0) throw new Error(found.join('; '))
    },
    async attach() {
      note('The end', spoken.length)
      await testInfo.attach('announcements', { body: transcript.join('\n'), contentType: 'text/plain' })
    },
  }
}
