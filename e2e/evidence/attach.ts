import type { Page, TestInfo } from '@playwright/test'
import type { Failure, PathRun } from '#machines/paths/evidence.ts'
import type { TestPath } from '#machines/paths/index.ts'

/** The name of the attachment with the `PathRun` of a test. */
export const pathRunName = 'path-run'

/** Names the path of a test, and the requirements on it, in the reports. */
export function annotate({ annotations }: TestInfo, { id, chart, requirements }: TestPath): void {
  annotations.push(
    { type: 'path', description: id },
    { type: 'chart', description: chart },
    ...requirements.map((description) => ({ type: 'requirement', description })),
  )
}

/** Attaches a picture of the page to a test, and returns its name for the `screenshot` of a step; one name once in a test. */
export async function attachScreen(testInfo: TestInfo, page: Page, name: string): Promise<string> {
  const body = await page.screenshot({ type: 'jpeg', quality: 60, animations: 'disabled' })
  await testInfo.attach(name, { body, contentType: 'image/jpeg' })
  return name
}

/** What the test of a path has seen. */
interface Seen extends Pick<PathRun, 'ms' | 'covered' | 'withoutControl'> {
  /** The names of pictures (`attachScreen`), by the index of their step. */
  screens: ReadonlyMap<number, string>
  /** Missing if the path passed. */
  failure?: Failure | undefined
}

/** Hands a walked path to `evidence-reporter.ts`, which writes it into `reports/charts/run.json`. */
export function attachPathRun(testInfo: TestInfo, path: TestPath, seen: Seen): Promise<void> {
  const { ms, covered, withoutControl, screens, failure } = seen
  const run: PathRun = {
    id: path.id,
    title: path.title,
    chart: path.chart,
    status: failure ? 'failed' : 'passed',
    ms,
    requirements: path.requirements,
    steps: path.steps.map(({ action, expected, label }, index) => {
      const screenshot = screens.get(index)
      return { action, expected, label, ...(screenshot !== undefined && { screenshot }) }
    }),
    covered,
    ...(withoutControl?.length && { withoutControl }),
    ...(failure && { failure }),
  }
  return testInfo.attach(pathRunName, { body: JSON.stringify(run), contentType: 'application/json' })
}
