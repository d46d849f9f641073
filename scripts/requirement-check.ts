import { citedIds, listsInTitles } from './requirement-ids.ts'

/** A file with its text. */
export interface Source {
  path: string
  source: string
}

/** A test file, and whether it reaches a file of the product. */
export interface TestSource extends Source {
  reaches: (path: string) => boolean
}

/** Highest number of ids in a title. */
const maxIds = 5

/**
 * Checks the requirement ids in test titles: each is listed, a title has at most five, and every id that product code
 * cites is named by a test that reaches a citing file. Returns the named ids and the problems.
 */
export function checkRequirements(listed: Set<string>, tests: TestSource[], product: Source[]) {
  const problems: string[] = []
  const namedBy = new Map<string, Set<TestSource>>()
  for (const test of tests) {
    for (const { text, ids } of listsInTitles(test.source)) {
      if (ids.length > maxIds) {
        problems.push(`${test.path}: ${text} has ${ids.length} ids, a title may have ${maxIds}`)
        continue
      }
      for (const id of ids) {
        if (!listed.has(id)) problems.push(`${test.path}: ${id} is not in docs/requirements.md`)
        else namedBy.set(id, (namedBy.get(id) ?? new Set()).add(test))
      }
    }
  }

  for (const [id, files] of citations(product)) {
    const naming = [...(namedBy.get(id) ?? [])]
    const cited = `${id}, cited in ${files.join(', ')},`
    if (!listed.has(id)) problems.push(`${cited} is not in docs/requirements.md`)
    else if (naming.length === 0) problems.push(`${cited} is not named by any test`)
    else if (!naming.some(({ reaches }) => files.some(reaches)))
      problems.push(
        `${cited} is named only by tests that do not load it: ${naming.map(({ path }) => path).join(', ')}`,
      )
  }
  return { named: new Set(namedBy.keys()), problems }
}

/** The files that cite each id. */
function citations(product: Source[]): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, source } of product)
    for (const id of citedIds(source)) files.set(id, [...(files.get(id) ?? []), path])
  return files
}
