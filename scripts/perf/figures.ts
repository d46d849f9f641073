/** What one run has measured, by the key of a row; null if it did not happen. */
export type Sample = Record<string, number | null>

/** Values of one row over all runs. */
export interface Figure {
  values: number[]
  /** How many of the runs were beside other work. */
  busy: number
}

/** Collects what runs have measured. */
export class Figures {
  readonly byKey: Record<string, Figure> = {}

  /** Adds a run's sample, its keys with a prefix. */
  add(sample: Sample, { prefix = '', isBusy = false } = {}): this {
    for (const [key, value] of Object.entries(sample)) {
      if (value === null) continue
      const figure = (this.byKey[prefix + key] ??= { values: [], busy: 0 })
      figure.values.push(value)
      figure.busy += Number(isBusy)
    }
    return this
  }

  /** The median of a row; null if nothing was measured. */
  median(key: string): number | null {
    const values = this.byKey[key]?.values ?? []
    return values.length > 0 ? median(values) : null
  }
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}
