import { median, type Figures } from './figures.ts'
import type { Row } from './rows.ts'

/** A row with what was measured, as it is kept in the report. */
export interface Result extends Row {
  values: number[]
  median: number
  floorMedian: number | null
  /** How many times the floor. */
  times: number | null
  isMet: boolean | null
  /** How many of the values were measured beside other work. */
  busy: number
}

/** Judges rows; those that were not measured are left out. */
export function resultsOf(rows: Row[], figures: Figures): Result[] {
  return rows.flatMap((row) => {
    const figure = figures.byKey[row.key]
    if (!figure) return []
    const middle = median(figure.values)
    const floorMedian = row.floor === undefined ? null : figures.median(row.floor)
    const times = floorMedian ? middle / floorMedian : null
    return [{ ...row, ...figure, median: middle, floorMedian, times, isMet: isMet(row, middle, times) }]
  })
}

function isMet({ most, ratio }: Row, middle: number, times: number | null): boolean | null {
  // The third decimal of a CLS is no shift that anybody sees.
  if (most !== undefined) return middle <= most + 0.0005
  return ratio === undefined || times === null ? null : times <= ratio
}

/** Draws results as lines of text, beside the medians of an earlier run. */
export function tableOf(results: Result[], earlier?: Result[]): string[] {
  const head = ['', 'floor', ...(earlier ? ['before'] : []), 'now', 'range', 'ratio', 'goal', '']
  const lines = results.map((result) => {
    const { key, unit, values, times, busy } = result
    const before = earlier?.find((one) => one.key === key)
    return [
      result.title,
      show(result.floorMedian, unit),
      ...(earlier ? [show(before?.median ?? null, unit)] : []),
      show(result.median, unit),
      values.length > 1 ? `${round(Math.min(...values))}–${round(Math.max(...values))}` : '',
      times === null ? '' : `${times.toFixed(2)}×`,
      goalOf(result),
      `${result.isMet === false ? 'missed' : ''}${busy > 0 ? ' *' : ''}`.trim(),
    ]
  })
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)))
  return [head, ...lines].map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

function goalOf({ most, ratio, unit }: Row): string {
  if (most !== undefined) return `≤ ${show(most, unit)}`
  return ratio === undefined ? '' : `≤ ${ratio}×`
}

function show(value: number | null, unit: Row['unit']): string {
  return value === null ? '' : `${round(value)} ${unit}`.trim()
}

/** Small figures have decimals. */
const round = (value: number) => String(Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)))
