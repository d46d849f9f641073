/** Reads the ids of a table with rows `| ID | text |`. */
export function listedIds(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^\| *([A-Z]{3,4}-\d{2,}) *\|/gm)].flatMap(([, id]) => id ?? []))
}

/** A list of requirement ids as written, `[SUMM-02..04, MONY-08]`, and the ids it contains. */
export interface IdList {
  text: string
  ids: string[]
}

const list = String.raw`\[[A-Z]{3,4}-\d{2,}(?:(?:\.\.|, *)(?:[A-Z]{3,4}-)?\d{2,})*\]`

/**
 * Reads the lists of requirement ids at the end of test titles: `[BASK-47, BASK-48]`. A range `[SUMM-02..04, MONY-08]`
 * contains each of its ids; a bare number `[BASK-47, 48]` belongs to the area before it.
 */
export function listsInTitles(source: string): IdList[] {
  return listsIn(source, `${list}(?=['"\`])`)
}

/** Reads the requirement ids that product code cites in its comments, in the same notation. */
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
