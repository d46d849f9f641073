/** A sample of an exposition: its name, labels in alphabetical order and value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (nan|[+-]inf|[-+.\de]+)$/i
const labelPart = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy
const suffixes: Record<string, string[]> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count', '_created'],
  summary: ['', '_sum', '_count', '_created'],
}

/**
 * Parses an exposition by the rules of OpenMetrics 1.0 that a scraper insists on: every sample belongs to the family announced
 * before it and has a suffix of its type, families are not interleaved, no sample is there twice, and the text ends with `# EOF`.
 * Throws an error that quotes the line.
 */
export function parseOpenMetrics(text: string): Sample[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('The text does not end with # EOF')
  const families = new Map<string, string>()
  const seen = new Set<string>()
  let family = ''
  return text
    .split('\n')
    .slice(0, -2)
    .flatMap((line) => {
      const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
      if (keyword) {
        if (name !== family && families.has(name)) throw new Error(`A family in two parts: ${line}`)
        family = name
        families.set(name, keyword === 'TYPE' ? rest : (families.get(name) ?? ''))
        return []
      }
      const [, full, inner = '', value = ''] = sampleLine.exec(line) ?? []
      if (!full) throw new Error(`Not a sample: ${line}`)
      const type = families.get(family) ?? ''
      if (!suffixes[type]?.some((suffix) => full === family + suffix))
        throw new Error(`Not of ${family} (${type}): ${line}`)
      const key = `${full}{${inner}}`
      if (seen.has(key)) throw new Error(`Twice: ${line}`)
      seen.add(key)
      return [{ name: full, labels: labelsOf(inner, line), value: Number(value.replace(/inf/i, 'Infinity')) }]
    })
}

function labelsOf(inner: string, line: string): Record<string, string> {
  const parts = [...inner.matchAll(labelPart)]
  if (parts.map(([text]) => text).join('') !== inner) throw new Error(`Malformed labels: ${line}`)
  return Object.fromEntries(parts.map(([, name = '', value = '']) => [name, value]))
}
