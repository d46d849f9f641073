/** The ids of a table whose rows are `| ID | text |`. */
export function listedIds(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^\| *([A-Z]{3,4}-\d{2,}) *\|/gm)].flatMap(([, id]) => id ?? []))
}

/** A list of requirement ids as it stands in a source, `[SUMM-02..04, MONY-08]`, and the ids it stands for. */
export interface IdList {
  text: string
  ids: string[]
}

const list = String.raw`\[[A-Z]{3,4}-\d{2,}(?:(?:\.\.|, *)(?:[A-Z]{3,4}-)?\d{2,})*\]`

/**
 * The lists of requirement ids in the titles of tests, which stand at the end: `[BASK-47, BASK-48]`. A range
 * `[SUMM-02..04, MONY-08]` stands for each id in it, a bare number `[BASK-47, 48]` for one of the area named before it.
 */
export function listsInTitles(source: string): IdList[] {
  return listsIn(source, `${list}(?=['"\`])`)
}

/** The requirement ids that product code cites in its comments, in the same notation. */
export function citedIds(source: string): Set<string> {
  return new Set(listsIn(source, list).flatMap(({ ids }) => ids))
}

function listsIn(source: string, pattern: string): IdList[] {
  return [...source.matchAll(new RegExp(pattern, 'g'))].map(([text]) => ({
    text,
    ids: idsOf(text.slice(1, -1)),
  }))
}

function idsOf(text: string): string[] {
  let area = ''
  return text.split(/, */).flatMap((entry) => {
    const [, named, first = '', last = first] =
      /^(?:([A-Z]{3,4})-)?(\d+)(?:\.\.(?:[A-Z]{3,4}-)?(\d+))?$/.exec(entry) ?? []
    area = named ?? area
    const count = Math.max(0, Number(last) - Number(first)) + 1
    return Array.from(
      { length: count },
      (_, index) => `${area}-${String(Number(first) + index).padStart(first.length, '0')}`,
    )
  })
}
