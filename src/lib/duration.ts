const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns the non-zero parts of a duration, largest first, or zero seconds. */
function durationParts(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds)) || 0
  const parts = UNITS.map(([unit, length], index) => {
    const longer = UNITS[index - 1]?.[1] ?? Infinity
    return { unit, count: Math.floor((whole % longer) / length) }
  }).filter(({ count }) => count > 0)
  return parts.length ? parts : [{ unit: 'second' as const, count: 0 }]
}

/** Formats seconds in clock style without zero parts: "9m 5s", or "0s" [FMT-08]. */
export function clockDuration(seconds: number): string {
  return durationParts(seconds)
    .map(({ unit, count }) => `${count}${unit.charAt(0)}`)
    .join(' ')
}
