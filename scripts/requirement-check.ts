import { citedIds, listsInTitles } from './requirement-ids.ts'

/** The text of a file. */
export interface Source {
  path: string
  source: string
}

/** A test file, with what it reaches of the product. */
export interface TestSource extends Source {
  reaches: (path: string) => boolean
}

/** More ids in one title prove none of them. */
const mostIds = 5

/**
 * Checks the requirement ids of test titles: each is listed, at most five stand in a title, and every id that product
 * code cites is named by a test that reaches a file citing it. Returns the ids named and what is wrong.
 */
export function checkRequirements(listed: Set<string>, tests: TestSource[], product: Source[]) {
  const problems: string[] = []
  const namedBy = new Map<string, Set<TestSource>>()
  for (const test of tests) {
    for (const { text, ids } of listsInTitles(test.source)) {
      if (ids.length > mostIds) {
        problems.push(
          `${test.path}: ${text} are ${ids.length} ids in one title, at most ${mostIds} are allowed`,
        )
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
    else if (naming.length === 0) problems.push(`${cited} is named by no test`)
    else if (!naming.some(({ reaches }) => files.some(reaches)))
      problems.push(
        `${cited} is named only where that is not loaded: ${naming.map(({ path }) => path).join(', ')}`,
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
