import type { BrowserContext, Page } from '@playwright/test'
import type { Arrangement } from '#e2e/test.ts'
import type { Outline } from '#machines/paths/index.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import type { CallName } from '#machines/testing/fake-shop.ts'
import type { Answer, Gate } from './gate.ts'

/** A path as the browser walks it. */
export interface WalkedPath extends TestPath {
  /** The steps, by their places, after which the page is judged by axe: the first with its label in its state of all paths. */
  accessibleAt: number[]
  /** The basket of the sandbox, if the path has chosen one. */
  basket?: Arrangement['shape']
}

/** What a step is done with. */
export interface Doing {
  page: Page
  context: BrowserContext
  path: WalkedPath
  step: TestStep
  gate: Gate
  arrange: (arrangement: Arrangement) => Promise<{ email: string; reference: string }>
  codeFor: (email: string) => Promise<string>
  /** Expects a line on the console. */
  expectComplaint: (pattern: RegExp) => void
  /** Lets time pass in the page, whose clock stands still otherwise. Milliseconds. */
  pass: (ms: number) => Promise<void>
  /** What one step of a path keeps for a later one, such as the email that was typed. */
  kept: Map<string, string>
}

export type Do = (doing: Doing) => Promise<unknown>

/**
 * What a doing returns if the page has no control for the event, or an inert one, and it has expected that: the chart, which
 * would refuse the event, cannot receive it from a buyer.
 */
export const noControl = Symbol('the page offers no control')

/** How the paths of a chart are walked in a browser. */
export interface Walk {
  /** Brings the page to the start of the chart, by the name of the start (`TestPath.start`), or by '*' for any. */
  starts: Record<string, Do>
  /** The basket that `doings` and `contents` are about, if they are about one. */
  basket?: Arrangement['shape']
  /** Outcomes that only a start of this chart's own brings about, by label. */
  arranged?: string[]
  /** What a buyer, the browser or the shop does, by label (`done account: confirmed`), or by name for all its cases. */
  doings: Record<string, Do>
  /** The call behind a step that is not named after it, such as the end of an invoked chart; by label or name. */
  calls?: Record<string, CallName>
  /** What answers a call, by label or name: 'shop' without an entry, and a failure for `error …`. */
  answers?: Record<string, Answer>
  /** What must be so before a call is answered, such as the time at the shop; by label or name. */
  before?: Record<string, Do>
  /** Calls that stay without an answer before a step, such as the end of a delay; by label or name. */
  held?: Record<string, CallName>
  /** Calls that, where a path does not answer them, wait for its end, so that the screen stands still. */
  unanswered?: CallName[]
  /** Lines on the console that may follow from replies which the shop has not sent. */
  complaints?: RegExp[]
  /** What the screen must show in a state, by the path of the state (`payment.settled.choosing`). */
  contents?: Record<string, Do>
  /** What cannot be done in a browser, by label or name, each with its reason; or what tells the reason at a place of a path. */
  impossible?: Record<string, string | ((path: Outline, at: number) => string | null)>
  /** States and transitions that nothing in a browser leads to, by id or key, each with its reason. */
  unreachable?: Record<string, string>
}

/** Whether a step with this label is on the path. */
export const has = ({ path }: Doing, label: string) => path.steps.some((one) => one.label === label)

/** Presses a button by its name. */
export const press =
  (name: string | RegExp): Do =>
  ({ page }) =>
    page
      .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
      .first()
      .click()

/** What the shop or the page does by itself. */
export const waits: Do = () => Promise.resolve()
