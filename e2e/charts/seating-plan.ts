import type { Page } from '@playwright/test'
import { expect } from '#e2e/test.ts'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'

/** The date of an event with numbered seats. */
const date = 'the-tempest-friday'

/** What the page asks of a seating plan that waits until a path lets it be answered. */
export type Question =
  'listCategories' | 'trySelectObjects' | 'deselectObjects' | 'holdBestAvailable' | 'startNewSession'

const questions: Question[] = [
  'listCategories',
  'trySelectObjects',
  'deselectObjects',
  'holdBestAvailable',
  'startNewSession',
]

/** `plan` is the answer of the seating plan itself. */
type PlanAnswer = 'plan' | 'fails' | 'nothing'

interface PlanPage {
  seatsio?: { charts: { config: Record<string, (...given: unknown[]) => void> }[] }
  answerPlan: (question: string, answer: PlanAnswer) => void
}

/** Lets the questions to the seating plans of a page wait for their answers from its next load on, or some of them. */
export async function holdAnswers(page: Page, held: readonly Question[] = questions) {
  await page.addInitScript((names) => {
    const answers = new Map<string, PlanAnswer[]>()
    const waiting = new Map<string, (answer: PlanAnswer) => void>()
    const next = (name: string) =>
      new Promise<PlanAnswer>((resolve) => {
        const known = answers.get(name)?.shift()
        if (known) resolve(known)
        else waiting.set(name, resolve)
      })
    let seatsio: object | undefined
    Object.defineProperty(window, 'seatsio', {
      get: () => seatsio,
      set(given: { SeatingChart: { prototype: Record<string, (...given: unknown[]) => unknown> } }) {
        seatsio = given
        const { prototype } = given.SeatingChart
        for (const name of names) {
          const ask = prototype[name]
          prototype[name] = async function (...asked) {
            const answer = await next(name)
            if (answer === 'fails') throw new Error('The seating plan is out of order')
            return answer === 'nothing' ? [] : ask?.apply(this, asked)
          }
        }
      },
    })
    Object.assign(window, {
      answerPlan(name: string, answer: PlanAnswer) {
        const resolve = waiting.get(name)
        waiting.delete(name)
        if (resolve) resolve(answer)
        else answers.set(name, [...(answers.get(name) ?? []), answer])
      },
    })
  }, held)
}

/** Lets the seating plan answer a question that the page asks it, or will ask. */
export const answerPlan = (page: Page, question: Question, answer: PlanAnswer = 'plan') =>
  page.evaluate(([name, given]) => (window as unknown as PlanPage).answerPlan(name, given), [
    question,
    answer,
  ] as const)

/** Lets the seating plan on the page, once there is one, report something by one of the functions that it was given. */
export async function report(page: Page, name: string, ...given: unknown[]) {
  const count = () => page.evaluate(() => (window as unknown as PlanPage).seatsio?.charts.length ?? 0)
  await expect.poll(count).toBe(1)
  await page.evaluate(
    ([what, data]) => (window as unknown as PlanPage).seatsio?.charts[0]?.config[what]?.(...data),
    [name, given] as const,
  )
}

/** Lets the seating plan report that a seat was chosen on it. */
export async function reportSelected(page: Page, label: string) {
  await page.evaluate(async (name) => {
    const { seatsio } = window as unknown as {
      seatsio: {
        charts: {
          config: { onObjectSelected: (object: unknown, type: unknown) => void }
          findObject: (label: string) => Promise<{ pricing?: unknown }>
        }[]
      }
    }
    const [plan] = seatsio.charts
    plan?.config.onObjectSelected(await plan.findObject(name), undefined)
  }, label)
}

/** Holds a seat as if the buyer had chosen it before; returns its label. */
export async function holdSeat(page: Page): Promise<string> {
  const headers = { 'X-Workspace-Key': sandboxSeatsKeys.publicKey }
  const at = '/sandbox/seatsio/seating-plan'
  const reply = await page.request.post(`${at}/hold-tokens`, { headers, data: {} })
  const { holdToken } = (await reply.json()) as { holdToken: string }
  const best = await page.request.post(`${at}/events/${date}/best`, {
    headers,
    data: { holdToken, number: 1 },
  })
  const { objects } = (await best.json()) as { objects: string[] }
  await page.addInitScript((token) => {
    if (!sessionStorage.getItem('known')) sessionStorage.setItem('seatsio-hold-token', token)
    sessionStorage.setItem('known', 'yes')
  }, holdToken)
  return objects[0] ?? ''
}
