/** The ids of a table whose rows are `| ID | text |`. */
export function listedIds(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^\| *([A-Z]{3,4}-\d{2,}) *\|/gm)].flatMap(([, id]) => id ?? []))
}

/**
 * The requirement ids in the titles of tests, which stand in square brackets at the end: `[BASK-47, BASK-48]`. A range
 * `[SUMM-02..09, MONY-08]` stands for each id in it, a bare number `[BASK-47, 48]` for one of the area named before it.
 */
export function idsOfTitles(source: string): string[] {
  const lists = [...source.matchAll(/\[([A-Z]{3,4}-\d{2,}(?:(?:\.\.|, *)(?:[A-Z]{3,4}-)?\d{2,})*)\]['"`]/g)]
  return lists.flatMap(([, list = '']) => {
    let area = ''
    return list.split(/, */).flatMap((entry) => {
      const [, named, first = '', last = first] =
        /^(?:([A-Z]{3,4})-)?(\d+)(?:\.\.(?:[A-Z]{3,4}-)?(\d+))?$/.exec(entry) ?? []
      area = named ?? area
      const count = Math.max(0, Number(last) - Number(first)) + 1
      return Array.from(
        { length: count },
        (_, index) => `${area}-${String(Number(first) + index).padStart(first.length, '0')}`,
      )
    })
  })
}
