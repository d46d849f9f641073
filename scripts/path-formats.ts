import type { TestPath, TestStep } from '#machines/paths/index.ts'
import { byteOrderMark, csvRow } from '#server/exports/csv.ts'

/** How paths are written, by the name of the format. */
export const formats = {
  text: (paths: readonly TestPath[]) => paths.map(text).join('\n'),
  json: (paths: readonly TestPath[]) => `${JSON.stringify(paths, null, 2)}\n`,
  csv: (paths: readonly TestPath[]) => [byteOrderMark, csvRow(headings), ...paths.flatMap(rows)].join(''),
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

const headings = ['id', 'title', 'type', 'precondition', 'step', 'data', 'expected', 'requirements']

/** A row for each step, as tools for test management import them. Xray wants the type. */
const rows = (path: TestPath) =>
  own(path).map(({ action, data, expected }) =>
    csvRow([
      path.id,
      path.title,
      'Manual',
      path.precondition,
      action,
      data,
      expected,
      path.requirements.join(' '),
    ]),
  )

/**
 * A test suite as JUnit's XML, of tests that are not run yet; `test_key` and `requirements` as Xray reads them. Readers take
 * two tests with the same class and name for one, so the id is part of the name.
 */
function junit(paths: readonly TestPath[]): string {
  const cases = paths.map(({ id, chart, title, requirements }) => {
    const properties = [['test_key', id] as const, ['requirements', requirements.join(',')] as const]
    return [
      `  <testcase classname="${xml(chart)}" name="${xml(`${id} ${title}`)}">`,
      '    <properties>',
      ...properties
        .filter(([, value]) => value)
        .map(([name, value]) => `      <property name="${name}" value="${xml(value)}"/>`),
      '    </properties>',
      '    <skipped message="not run"/>',
      '  </testcase>\n',
    ].join('\n')
  })
  const counts = `tests="${paths.length}" failures="0" errors="0" skipped="${paths.length}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="paths" ${counts}>\n${cases.join('')}</testsuite>\n`
}

/** Tabs and line ends in an attribute would be read as spaces. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** What XML 1.0 cannot say, not even as an entity: most control characters, and halves of pairs. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const xml = (value: string) =>
  value.replaceAll(unspeakable, '\uFFFD').replaceAll(/[&<>"\t\n\r]/g, (letter) => entities[letter] ?? '')

/** Each action is a `When`: an `And` after a `Then` would be one more thing to expect. */
function scenario(path: TestPath): string {
  const steps = own(path).flatMap(({ action, data, expected }) => [
    `    When ${inOneLine(data ? `${action} ${data}` : action)}`,
    `    Then ${inOneLine(expected)}`,
  ])
  const tags = [path.id, ...path.requirements].map((tag) => `@${tag}`).join(' ')
  const given = `    Given ${inOneLine(path.precondition)}`
  return `  ${tags}\n  Scenario: ${inOneLine(path.title)}\n${given}\n${steps.join('\n')}\n`
}

/** A line of Gherkin ends its text. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
