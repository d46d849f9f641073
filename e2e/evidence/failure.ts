import type { Page } from '@playwright/test'
import type { Failure, PathRun, StepRun } from '#machines/paths/evidence.ts'

/**
 * Tells how a path failed at one of its steps: what was done last, what was expected, and what was seen instead. `shown` is
 * what the page showed (`describeScreen`).
 */
export function failureOf(
  steps: readonly Pick<StepRun, 'action' | 'expected' | 'label'>[],
  at: number,
  error: unknown,
  shown?: string,
): Failure {
  const prefix = steps.slice(0, at + 1)
  const pressed = prefix.findLastIndex(({ label }) => !isOutcome(label))
  return {
    after: prefix
      .slice(Math.max(pressed, 0))
      .map(({ action }) => action)
      .join('; '),
    expected: steps[at]?.expected ?? '',
    saw: [shown, complaintOf(error)].filter(Boolean).join('; '),
    prefix: prefix.map(({ action }) => action),
  }
}

/** What the shop, the network or the clock does, as opposed to the buyer. */
const isOutcome = (label: string) => /^(done|error|after) /.test(label)

/** The complaint of an error in one line: that of its first cause, without colours. */
function complaintOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? firstLine(error) : ''
  if (error.cause instanceof Error) return complaintOf(error.cause)
  return firstLine(error.message)
}

/** The colours of a terminal. */
const colours = /\u001b\[[\d;]*m/g

/** The first line, and what an assertion of Playwright says of what it looked for, expected and received. */
export function firstLine(message: string): string {
  const plain = message.replace(colours, '').trim()
  const first = plain.split('\n')[0]?.replace(/^Error: /, '') ?? ''
  const told = ['Locator', 'Expected', 'Received'].flatMap((name) => {
    const value = new RegExp(`^ *${name}(?: \\w+)?: *(.+)$`, 'm').exec(plain)?.[1]
    return value ? [`${name.toLowerCase()} ${value}`] : []
  })
  return [first, ...told].join(', ')
}

/** Says what a page shows: its heading and its messages, or that it is empty. */
export function describeScreen(page: Page): Promise<string> {
  return readScreen(page).catch(() => 'a page that cannot be read')
}

async function readScreen(page: Page): Promise<string> {
  const textsOf = async (selector: string) => {
    const texts = await page.locator(`${selector}:visible`).allInnerTexts()
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  }
  const headings = (await textsOf('h1')).map((text) => `heading "${text}"`)
  const messages = (await textsOf('[role=alert], [role=status]')).map((text) => `message "${text}"`)
  const shown = [...headings, ...messages]
  if (shown.length > 0) return shown.join(', ')
  return (await textsOf('body')).length > 0 ? 'a page without a heading' : 'an empty page'
}

/** "after *Press "Pay"*: expected …, saw …" */
export const failureSentence = ({ after, expected, saw }: Failure): string =>
  `after ${after}: expected ${expected || 'no error'}; saw ${saw || 'something else'}`

/** Failed paths that fail alike: after the same thing, where the same was expected. */
export interface Cause {
  /** The failure with the shortest prefix. */
  failure: Failure
  /** The path of that failure first. */
  paths: PathRun[]
}

/** Groups failed paths by what fails, and finds for each the shortest prefix that shows it; the most frequent first. */
export function causesIn(paths: readonly PathRun[]): Cause[] {
  const failed = paths.flatMap((path) => (path.failure ? [{ path, failure: path.failure }] : []))
  const alike = Map.groupBy(failed, ({ failure }) =>
    JSON.stringify([failure.prefix.at(-1), failure.expected]),
  )
  return [...alike.values()]
    .map((group) => group.toSorted((a, b) => a.failure.prefix.length - b.failure.prefix.length))
    .flatMap((group) =>
      group[0] ? [{ failure: group[0].failure, paths: group.map(({ path }) => path) }] : [],
    )
    .sort((a, b) => b.paths.length - a.paths.length)
}
