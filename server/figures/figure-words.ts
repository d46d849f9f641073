/** Fewer people could be recognised by what they did. */
export const fewest = 5

/** A number of people, or of what they did; "under 5" for a few. */
export const countText = (count: number): string =>
  count > 0 && count < fewest ? `under ${fewest}` : count.toLocaleString('en-GB')

/** A share in percent. */
export const shareText = (count: number, of: number): string =>
  of === 0 ? '–' : `${Math.round((100 * count) / of)} %`

/** A time: `34 s`, `2 min 10 s`. */
export function timeText(seconds: number): string {
  const whole = Math.round(seconds)
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`]
    .filter(Boolean)
    .join(' ')
}
