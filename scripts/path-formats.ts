import type { TestPath, TestStep } from '#machines/paths/index.ts'
import { csvRow } from '#server/exports/csv.ts'

/** How paths are written, by the name of the format. */
export const formats = {
  text: (paths: readonly TestPath[]) => paths.map(text).join('\n'),
  json: (paths: readonly TestPath[]) => `${JSON.stringify(paths, null, 2)}\n`,
  csv: (paths: readonly TestPath[]) => [csvRow(headings), ...paths.flatMap(rows)].join(''),
  junit,
  gherkin: (paths: readonly TestPath[]) =>
    `Feature: Paths through the statecharts\n\n${paths.map(scenario).join('\n')}`,
} as const

export type Format = keyof typeof formats

/** The steps that a tester takes; those before belong to the precondition. */
const own = ({ steps, prepared }: TestPath): TestStep[] => steps.slice(prepared)

function text(path: TestPath): string {
  const lines = own(path).flatMap(({ action, data, expected }, index) => [
    `  ${index + 1}. ${action}${data && `  ${data}`}`,
    `     ${expected}`,
  ])
  const cited = path.requirements.length > 0 ? ` [${path.requirements.join(', ')}]` : ''
  return `${path.id}  ${path.title}${cited}\n  Given: ${path.precondition}\n${lines.join('\n')}\n`
}

const headings = ['id', 'title', 'precondition', 'step', 'data', 'expected']

/** A row for each step, as tools for test management import them. */
const rows = (path: TestPath) =>
  own(path).map(({ action, data, expected }) =>
    csvRow([path.id, path.title, path.precondition, action, data, expected]),
  )

/** A test suite as JUnit's XML, of tests that are not run yet; `test_key` and `requirements` as Xray reads them. */
function junit(paths: readonly TestPath[]): string {
  const cases = paths.map(({ id, chart, title, requirements }) =>
    [
      `  <testcase classname="${xml(chart)}" name="${xml(title)}">`,
      '    <properties>',
      `      <property name="test_key" value="${xml(id)}"/>`,
      `      <property name="requirements" value="${xml(requirements.join(','))}"/>`,
      '    </properties>',
      '    <skipped message="not run"/>',
      '  </testcase>\n',
    ].join('\n'),
  )
  const counts = `tests="${paths.length}" failures="0" errors="0" skipped="${paths.length}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="paths" ${counts}>\n${cases.join('')}</testsuite>\n`
}

/** A line end in an attribute would be read as a space. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

const xml = (value: string) => value.replaceAll(/[&<>"\n]/g, (letter) => entities[letter] ?? '')

function scenario(path: TestPath): string {
  const steps = own(path).flatMap(({ action, expected }, index) => [
    `    ${index === 0 ? 'When' : 'And'} ${action}`,
    `    Then ${expected}`,
  ])
  const tags = [path.id, ...path.requirements].map((tag) => `@${tag}`).join(' ')
  return `  ${tags}\n  Scenario: ${path.title}\n    Given ${path.precondition}\n${steps.join('\n')}\n`
}
