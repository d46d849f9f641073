/** The id of a goal beyond the specification, such as `C14`. */
const goal = String.raw`[ACFLS]\d{1,2}`

/** Reads the ids of the tables with rows `| ID | text |`. */
export function listedIds(markdown: string): Set<string> {
  const row = new RegExp(String.raw`^\| *([A-Z]{3,4}-\d{2,}|${goal}) *\|`, 'gm')
  return new Set([...markdown.matchAll(row)].flatMap(([, id]) => id ?? []))
}

/** The requirement ids and goals as written, `[SUMM-02..04, MONY-08] [A22]`, and the ids they contain. */
export interface IdList {
  text: string
  ids: string[]
}

const list = String.raw`\[(?:[A-Z]{3,4}-\d{2,}|${goal})(?:(?:\.\.|, *)(?:(?:[A-Z]{3,4}-)?\d{2,}|${goal}))*\]`

/**
 * Reads the lists of requirement ids at the end of test titles: `[BASK-47, BASK-48]`. A range `[SUMM-02..04, MONY-08]`
 * contains each of its ids; a bare number `[BASK-47, 48]` belongs to the area before it. Goals have brackets of their own,
 * `[BASK-47] [C14]`, and count among the ids of the title.
 */
export function listsInTitles(source: string): IdList[] {
  return listsIn(source, `${list}(?: ${list})?(?=['"\`])`)
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

const isGoal = new RegExp(`^${goal}$`)

function idsOf(text: string): string[] {
  let area = ''
  return text.split(/, *|\] \[/).flatMap((entry) => {
    if (isGoal.test(entry)) return entry
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
